import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { CacheEvent, ResourceCache } from "../../runtime/resource-cache.ts";

/** What a cache tells of one object. */
export type Change<T extends KubeObject> = Exclude<CacheEvent<T>, { kind: "resync" }>;

/** Has a listener hear of what changes in a cache, and not of the end of a list. */
export function onChange<T extends KubeObject>(
  cache: Pick<ResourceCache<T>, "subscribe">,
  listener: (change: Change<T>) => void,
): void {
  cache.subscribe((event) => {
    if (event.kind !== "resync") listener(event);
  });
}
