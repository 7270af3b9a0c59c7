import type { ResourceKind, SpecOf, StatusOf } from "../../contract/resources/all.ts";
import { REGISTRY_SECRET } from "../../contract/identity.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { workloadName } from "../../render/delivery-names.ts";

/** An object of ours as the API server answers it. */
export type ObjectOf<Kind extends ResourceKind> = KubeObject &
  Readonly<{ spec: SpecOf<Kind>; status?: StatusOf<Kind> }>;
export type ClusterObject = ObjectOf<"Cluster">;
export type DeploymentObject = ObjectOf<"Deployment">;
export type DatabaseObject = ObjectOf<"DatabaseInstance">;
export type UpgradeObject = ObjectOf<"UpgradeRequest">;
export type BackupObject = ObjectOf<"DatabaseBackup">;

/** A project of Argo CD, of which its fingerprint and its clusters are read. */
export type ProjectObject = KubeObject & Readonly<{ specPrint?: string; clusterNames?: readonly string[] }>;
/** An ImageUpdater, of which is read what it says, whose it is and whether it was looked at. */
export type ImageUpdaterObject = KubeObject & Readonly<{ specPrint?: string; ownerUid?: string; checked?: boolean }>;
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

/** Returns by what objects are compared for which of them is older; of those of the same second, always the same one. */
export function ageOf({ metadata }: KubeObject): string {
  return `${metadata.creationTimestamp ?? ""} ${metadata.uid ?? ""}`;
}

/** Returns the key of a number at the Gateway of a deployment's cluster. */
export function publicPortKeyOf(object: DeploymentObject, publicPort: number): string {
  return `${clusterKeyOf(object)}/${publicPort}`;
}

/** Returns the key of the live workload that a deployment has taken over; none for the others. */
export function workloadKeysOf(object: DeploymentObject): readonly string[] {
  const { adoption } = object.spec;
  if (adoption === undefined) return [];
  const name = workloadName(object.spec, object.metadata.name);
  return [[clusterKeyOf(object), adoption.namespace, adoption.kind, name].join("/")];
}

/** Returns the keys of the secrets that concern a deployment; an image of the organization's own is known by its project. */
export function secretKeysOf({ metadata, spec }: DeploymentObject): readonly string[] {
  const { namespace = "" } = metadata;
  const names = (spec.environmentVariables ?? []).flatMap(({ secretRef }) => secretRef ?? []);
  if (spec.dockerImage?.includes(`/${namespace}/`) === true) names.push(REGISTRY_SECRET);
  return names.map((name) => `${namespace}/${name}`);
}
