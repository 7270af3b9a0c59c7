import { API_GROUP } from "../contract/identity.ts";
import type { DeploymentSpec } from "../contract/resources/deployment-spec.ts";

/** Names the label that says to which organization's namespace an Argo CD object belongs. */
export const LABEL_ORGANIZATION = `${API_GROUP}/organization`;
/** Names the pod annotation whose change restarts the pods. */
export const ANNOTATION_RESTARTED_AT = `${API_GROUP}/restarted-at`;
/** Names the pod annotation that restarts the pods when their secrets changed. */
export const ANNOTATION_SECRETS_REVISION = `${API_GROUP}/secrets-revision`;
/** Names the finalizer with which Argo CD removes what an Application has made. */
export const ARGO_FINALIZER = "resources-finalizer.argocd.argoproj.io";

/** Derives the folder of all that a cluster has in the delivery repository. */
export function clusterFolder(handle: string): string {
  return `clusters/${handle}`;
}

/** Derives the folder of a deployment's files in the delivery repository. */
export function deploymentFolder(clusterHandle: string, handle: string): string {
  return `clusters/${clusterHandle}/deployments/${handle}`;
}

/** Derives the folder of a database's files in the delivery repository. */
export function databaseFolder(clusterHandle: string, handle: string): string {
  return `clusters/${clusterHandle}/databases/${handle}`;
}

/** Derives the file of a backup of a database in the delivery repository. */
export function backupPath(clusterHandle: string, databaseHandle: string, name: string): string {
  return `${databaseFolder(clusterHandle, databaseHandle)}/backups/${name}.yaml`;
}

/** Derives the folder of Application manifests that a cluster's root Application reads. */
export function applicationsFolder(clusterHandle: string): string {
  return `clusters/${clusterHandle}/applications`;
}

/** Derives the name of a cluster's root Application. */
export function rootApplicationName(clusterHandle: string): string {
  return `root-${clusterHandle}`;
}

/** Derives the Secret in the tenant namespace that holds what secret_ref names: one key per secret. */
export function tenantSecretName(handle: string): string {
  return `${handle}-secrets`;
}

/** Derives the Secret in the tenant namespace with which images of the organization are pulled. */
export function pullSecretName(handle: string): string {
  return `${handle}-registry`;
}

/** Tells whether an image lies in the organization's own project of the platform's registry. */
export function isOwnImage(image: string | undefined, namespace: string, registryHost: string | undefined): boolean {
  return registryHost !== undefined && image?.startsWith(`${registryHost}/${namespace}/`) === true;
}

/** Derives the namespace of the pods: one per deployment, or the one of the workload that was taken over (docs/adr/0028). */
export function tenantNamespace({
  handle,
  spec,
}: Readonly<{ handle: string; spec: Pick<DeploymentSpec, "adoption"> }>): string {
  return spec.adoption?.namespace ?? handle;
}

/** Derives the name of a deployment's Service, as charts/workload does: it starts with a letter, a handle may start with a digit. */
export function serviceName(handle: string): string {
  return /^[0-9]/.test(handle) ? `svc-${handle}` : handle;
}

/** Tells whether a namespace is the cluster's own or the platform's: nothing of an organization is delivered there. */
export function isSystemNamespace(name: string): boolean {
  return /^(kube|berth)-/.test(name);
}

/** Derives the name of the live workload that was taken over. */
export function workloadName(spec: DeploymentSpec, metadataName: string): string {
  return spec.adoption?.workloadName ?? spec.name ?? metadataName;
}

/** Derives the file of an upgrade request in the delivery repository. */
export function upgradePath(clusterHandle: string, name: string): string {
  return `clusters/${clusterHandle}/upgrades/${name}.yaml`;
}
