import { deriveHandle } from "../../contract/identity.ts";
import { keyOf } from "../runtime/object-store.ts";
import { idOf } from "./adoption.ts";
import type { BackupObject, ClusterObject, DatabaseObject, DeploymentObject, UpgradeObject } from "./objects.ts";

/** The kind of what stands in for a deployment that is no more; it shares no key with a living one. */
export const ORPHAN_KIND = "Orphan";

/** Returns the handle of a cluster: as written once, else as it will be. */
export function clusterHandle(object: ClusterObject): string {
  return object.status?.handle ?? deriveHandle("Cluster", object.metadata.name, idOf(object));
}

/** Returns the handle of a deployment: as written once, else as it will be. */
export function deploymentHandle(object: DeploymentObject): string {
  return object.status?.handle ?? deriveHandle("Deployment", object.metadata.name, idOf(object));
}

/** Returns the handle of a database: as written once, else as it will be. */
export function databaseHandle(object: DatabaseObject): string {
  return object.status?.handle ?? deriveHandle("DatabaseInstance", object.metadata.name, idOf(object));
}

/** Returns the handle of a backup: as written once, else as it will be. */
export function backupHandle(object: BackupObject): string {
  return object.status?.handle ?? deriveHandle("DatabaseBackup", object.metadata.name, idOf(object));
}

/** Names a cluster at the Git desk and in commit trailers. */
export function clusterKey(object: ClusterObject): string {
  return `Cluster/${keyOf(object)}`;
}

/** Names a deployment at the Git desk and in commit trailers. */
export function deploymentKey(object: DeploymentObject): string {
  return `${object.kind === ORPHAN_KIND ? ORPHAN_KIND : "Deployment"}/${keyOf(object)}`;
}

/** Names a database at the Git desk and in commit trailers. */
export function databaseKey(object: DatabaseObject): string {
  return `DatabaseInstance/${keyOf(object)}`;
}

/** Names a backup at the Git desk and in commit trailers. */
export function backupKey(object: BackupObject): string {
  return `DatabaseBackup/${keyOf(object)}`;
}

/** Names an upgrade request at the Git desk and in commit trailers. */
export function upgradeKey(object: UpgradeObject): string {
  return `UpgradeRequest/${keyOf(object)}`;
}
