/**
 * Tells whether the copy that a decision was made from is the newest there is. A status is written with the version that
 * was read, so that the API server refuses what was decided from an old copy; Git knows no such version. A standby whose
 * watches fell silent before it led would otherwise put yesterday's content over today's.
 */
import type { ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { OWN_TYPES } from "../../../adapters/kubernetes/resource-types.ts";
import type { ResourceKind } from "../../../contract/resources/all.ts";
import type { ResourceCache } from "../../runtime/resource-cache.ts";
import { ownCaches, type Caches } from "../../resources/caches.ts";

type Copy = Readonly<{ type: ResourceType; cache: Pick<ResourceCache, "get" | "noteWrite" | "wasAnswered"> }>;

/** A pass that wrote its status a moment ago has its answer: to ask again would be one of ten requests that a change costs. */
export const ANSWERED_MS = 1_000;
const NOTHING_LEARNT = (): void => undefined;

/**
 * Creates the question, asked with an object's key at the desk: undefined when our copy is the newest, else how to enter
 * the newer one, so that the next decision is made from it however late the watch is. What is no resource of ours has no
 * newer copy.
 */
export function createNewestCheck(
  client: Pick<KubeClient, "get">,
  caches: Caches,
): (key: string) => Promise<(() => void) | undefined> {
  const copies = new Map<string, Copy>(
    Object.entries(ownCaches(caches)).map(([kind, cache]) => [kind, { type: OWN_TYPES[kind as ResourceKind], cache }]),
  );
  return async (key) => {
    const [kind = "", namespace = "", name = ""] = key.split("/");
    const copy = copies.get(kind);
    if (copy === undefined) return undefined;
    if (copy.cache.wasAnswered(`${namespace}/${name}`, ANSWERED_MS)) return undefined;
    const found = await client.get(copy.type, { namespace, name });
    if (found === undefined) return NOTHING_LEARNT;
    const known = copy.cache.get(`${namespace}/${name}`);
    const isNewest = found.metadata.resourceVersion === known?.metadata.resourceVersion;
    return isNewest ? undefined : () => copy.cache.noteWrite(found);
  };
}
