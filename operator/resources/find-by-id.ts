import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";

/** Finds the object of a record id in a namespace: an id of another organization's object means nothing there. */
export function findById<T extends KubeObject>(
  cache: Pick<ResourceCache<T>, "byIndex">,
  namespace: string | undefined,
  id: string,
): T | undefined {
  return cache.byIndex("id", id).find(({ metadata }) => metadata.namespace === namespace);
}
