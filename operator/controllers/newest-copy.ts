/**
 * Tells whether the copy that a decision was made from is the newest there is. A status is written with the version that
 * was read, so that the API server refuses what was decided from an old copy; Git knows no such version. A standby whose
 * watches fell silent before it led would otherwise put yesterday's content over today's.
 */
import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import {
  CLUSTERS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  UPGRADE_REQUESTS,
} from "../../adapters/kubernetes/resource-types.ts";
import type { Caches } from "./caches.ts";

type Copy = Readonly<{ type: ResourceType; get: (key: string) => KubeObject | undefined }>;

/** Creates the question, asked with an object's key at the desk; what is no resource of ours has no newer copy. */
export function createNewestCheck(client: Pick<KubeClient, "get">, caches: Caches): (key: string) => Promise<boolean> {
  const copies = new Map<string, Copy>(
    (
      [
        [CLUSTERS, caches.clusters],
        [DEPLOYMENTS, caches.deployments],
        [DATABASE_INSTANCES, caches.databases],
        [DATABASE_BACKUPS, caches.backups],
        [UPGRADE_REQUESTS, caches.upgrades],
      ] as const
    ).map(([type, cache]) => [type.kind, { type, get: (key) => cache.get(key) }]),
  );
  return async (key) => {
    const [kind = "", namespace = "", name = ""] = key.split("/");
    const copy = copies.get(kind);
    if (copy === undefined) return true;
    const found = await client.get(copy.type, { namespace, name });
    const known = copy.get(`${namespace}/${name}`);
    return found !== undefined && found.metadata.resourceVersion === known?.metadata.resourceVersion;
  };
}
