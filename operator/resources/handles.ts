import { deriveHandle } from "../../contract/identity.ts";
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
export function clusterKey({ metadata }: ClusterObject): string {
  return `Cluster/${metadata.namespace ?? ""}/${metadata.name}`;
}

/** Names a deployment at the Git desk and in commit trailers. */
export function deploymentKey({ kind, metadata }: DeploymentObject): string {
  return `${kind === ORPHAN_KIND ? ORPHAN_KIND : "Deployment"}/${metadata.namespace ?? ""}/${metadata.name}`;
}

/** Names a database at the Git desk and in commit trailers. */
export function databaseKey({ metadata }: DatabaseObject): string {
  return `DatabaseInstance/${metadata.namespace ?? ""}/${metadata.name}`;
}

/** Names a backup at the Git desk and in commit trailers. */
export function backupKey({ metadata }: BackupObject): string {
  return `DatabaseBackup/${metadata.namespace ?? ""}/${metadata.name}`;
}

/** Names an upgrade request at the Git desk and in commit trailers. */
export function upgradeKey({ metadata }: UpgradeObject): string {
  return `UpgradeRequest/${metadata.namespace ?? ""}/${metadata.name}`;
}
