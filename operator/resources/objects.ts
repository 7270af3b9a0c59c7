import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { ClusterSpec, ClusterStatus } from "../../contract/resources/cluster.ts";
import type { BackupSpec, BackupStatus } from "../../contract/resources/database-backup.ts";
import type { DatabaseSpec, DatabaseStatus } from "../../contract/resources/database-instance.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { UpgradeSpec, UpgradeStatus } from "../../contract/resources/upgrade-request.ts";
import { workloadName } from "../../render/delivery-names.ts";

/** A Deployment of ours as the API server answers it. */
export type DeploymentObject = KubeObject & Readonly<{ spec: DeploymentSpec; status?: DeploymentStatus }>;
/** An UpgradeRequest of ours as the API server answers it. */
export type UpgradeObject = KubeObject & Readonly<{ spec: UpgradeSpec; status?: UpgradeStatus }>;
/** A Cluster of ours as the API server answers it. */
export type ClusterObject = KubeObject & Readonly<{ spec: ClusterSpec; status?: ClusterStatus }>;
/** A project of Argo CD, of which its fingerprint and its clusters are read. */
export type ProjectObject = KubeObject & Readonly<{ specPrint?: string; clusterNames?: readonly string[] }>;
/** An ImageUpdater, of which is read what it says, whose it is and whether it was looked at. */
export type ImageUpdaterObject = KubeObject & Readonly<{ specPrint?: string; ownerUid?: string; checked?: boolean }>;
/** A DatabaseInstance of ours as the API server answers it. */
export type DatabaseObject = KubeObject & Readonly<{ spec: DatabaseSpec; status?: DatabaseStatus }>;

/** A DatabaseBackup of ours as the API server answers it. */
export type BackupObject = KubeObject & Readonly<{ spec: BackupSpec; status?: BackupStatus }>;

/** Tells whether a deployment bears on its organization's projects: what our charts render in namespaces of ours does not. */
export function isProjectMember({ spec }: DeploymentObject): boolean {
  return spec.appType === "helm" || spec.adoption !== undefined || spec.clusterWideRights === true;
}

/** Returns the key of the database that a backup names. */
export function databaseKeyOf({ metadata, spec }: BackupObject): string {
  return `${metadata.namespace ?? ""}/${spec.database}`;
}

type OnCluster = KubeObject & Readonly<{ spec: Readonly<{ cluster: string; name?: string | undefined }> }>;

/** Returns the key of the cluster that a deployment or database names. */
export function clusterKeyOf(object: OnCluster): string {
  return `${object.metadata.namespace ?? ""}/${object.spec.cluster}`;
}

/** Returns what must be unique: the display name on its cluster. */
export function nameKeyOf(object: OnCluster): string {
  return `${clusterKeyOf(object)}/${object.spec.name ?? object.metadata.name}`;
}

/** Returns the key of the live workload that a deployment has taken over; none for the others. */
export function workloadKeysOf(object: DeploymentObject): readonly string[] {
  const { adoption } = object.spec;
  if (adoption === undefined) return [];
  const name = workloadName(object.spec, object.metadata.name);
  return [[clusterKeyOf(object), adoption.namespace, adoption.kind, name].join("/")];
}
