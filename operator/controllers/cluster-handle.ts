import { deriveHandle } from "../../contract/identity.ts";
import { idOf } from "./adoption.ts";
import type { ClusterObject } from "./caches.ts";

/** Returns the handle of a cluster: as written once, else as it will be. */
export function clusterHandle(object: ClusterObject): string {
  return object.status?.handle ?? deriveHandle("Cluster", object.metadata.name, idOf(object));
}
