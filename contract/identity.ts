/** States the group, version and category of every Berth resource. */
export const API_GROUP = "hosting.berth.dev";
export const API_VERSION = "v1alpha1";
export const CATEGORY = "berth";

/** The command line's client_id at the authorization server: it is known everywhere, and registered by itself (ADR 64). */
export const CLI_CLIENT_ID = "0197c1f0-6265-7274-a868-2d636c690001";

/** Names the labels, annotations and the finalizer that Berth puts on objects. */
export const LABELS = {
  id: `${API_GROUP}/id`,
  userId: `${API_GROUP}/user-id`,
  organizationId: `${API_GROUP}/organization-id`,
  handle: `${API_GROUP}/handle`,
  clusterHandle: `${API_GROUP}/cluster`,
  tier: `${API_GROUP}/tier`,
  provider: `${API_GROUP}/provider`,
  region: `${API_GROUP}/region`,
  channel: `${API_GROUP}/channel`,
  autopilot: `${API_GROUP}/autopilot`,
  /** On a cluster Secret: the kind of cluster, which decides on the components of the bundle. */
  bundleProfile: `${API_GROUP}/bundle-profile`,
  /** On a cluster Secret: `cluster` where its deployments have names under a domain of its own. */
  namesUnder: `${API_GROUP}/names-under`,
  /** On a cluster Secret with that: whether the operator brings the certificate of those names. */
  bringsCertificate: `${API_GROUP}/brings-certificate`,
  /** On an Application of the bundle: its component. */
  component: `${API_GROUP}/component`,
  /** On a node without a kubelet of its own: no process runs there. */
  simulated: `${API_GROUP}/simulated`,
  managed: `${API_GROUP}/managed`,
  /** On the Job of a run and its pod: the id of the run. */
  run: `${API_GROUP}/run`,
  /** On the Job of a release command and its pod. */
  release: `${API_GROUP}/release`,
  keptVolumes: `${API_GROUP}/kept-volumes`,
  /** On what belongs to a virtual cluster, on either side: its handle. */
  virtualCluster: `${API_GROUP}/virtual-cluster`,
  /** On a Secret that keeps a secret: `organization`, the id of the deployment it belongs to, or `platform`. */
  leftover: `${API_GROUP}/leftover`,
  secretOwner: `${API_GROUP}/secret-owner`,
} as const;

/** Names the label of an imported cluster's Secret that says whether the bundle brings a component, or the cluster has its own. */
export function componentLabel(component: string): string {
  return `bundle.${API_GROUP}/${component}`;
}

export const ANNOTATIONS = {
  requestId: `${API_GROUP}/request-id`,
  deleteVolumes: `${API_GROUP}/delete-volumes`,
  force: `${API_GROUP}/force`,
  orphan: `${API_GROUP}/orphan`,
  cascade: `${API_GROUP}/cascade`,
  removeBundle: `${API_GROUP}/remove-bundle`,
  /** On what is deleted by REST: the request whose DELETE was sent, so that its options count. */
  deleteRequest: `${API_GROUP}/delete-request`,
  retry: `${API_GROUP}/retry`,
  keepSecrets: `${API_GROUP}/keep-secrets`,
  /** On a database that is deleted: one last backup is made first, and kept. */
  finalBackup: `${API_GROUP}/final-backup`,
  /** On a MySQL database: the newest of the engine's backups that was shown as a DatabaseBackup. */
  shownBackup: `${API_GROUP}/shown-backup`,
  /** On a deployment: the id of the one that it was promoted to. */
  promotedTo: `${API_GROUP}/promoted-to`,
  cordoned: `${API_GROUP}/cordoned`,
  /** On the ResourceQuota that tells the limits of an organization: the same for people. */
  limits: `${API_GROUP}/limits`,
  /** On the Job of a run: when somebody ended it. */
  cancelledAt: `${API_GROUP}/cancelled-at`,
  /** On a listener of a host: its certificate is still that of an Ingress that goes. */
  inherits: `${API_GROUP}/inherits-certificate`,
  /** On the namespace of a virtual cluster: the hosts that its Ingresses may have, with spaces between. */
  allowedHosts: `${API_GROUP}/allowed-hosts`,
} as const;
/** Names the annotations of a Secret that keeps a secret. */
export const SECRET_ANNOTATIONS = {
  name: `${API_GROUP}/secret-name`,
  version: `${API_GROUP}/secret-version`,
  requestId: `${API_GROUP}/request-id`,
  updatedAt: `${API_GROUP}/secret-updated-at`,
} as const;
/** Names the ResourceQuota that tells the limits of an organization in its namespace. */
export const LIMITS_NAME = "berth-limits";
export const FINALIZER = `${API_GROUP}/delivery`;
export const FIELD_MANAGERS = { api: "berth-api", operator: "berth-operator" } as const;

/** Names an organization's pull secret in the store, and the key that Kubernetes reads it under. */
export const REGISTRY_SECRET = "registry";
export const REGISTRY_KEY = ".dockerconfigjson";

/** The key under which the password of a database's user is brought; people's names of secrets begin with no dot. */
export const DATABASE_KEY = ".database-password";

/** Names the secret of its own by which a preview gets the URL of its database. */
export const PREVIEW_DATABASE_SECRET = "berth-preview-database";

/** Names the secret of the platform's area that keeps the password of a database's user. */
export function databaseSecret(id: string): string {
  return `database-${id}`;
}

/** Limits what a request id may look like; anything else is replaced, never echoed (docs/adr/0023). */
export const REQUEST_ID_PATTERN = /^[A-Za-z0-9._-]{1,64}$/;

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** Derives the 10 lower-case base32 characters of the last 50 bits of a UUID: its random ones (docs/adr/0023). */
export function idSuffix(id: string): string {
  let bits = BigInt(`0x${id.replaceAll("-", "")}`) & ((1n << 50n) - 1n);
  let suffix = "";
  for (let index = 0; index < 10; index += 1) {
    suffix = (BASE32[Number(bits & 31n)] ?? "") + suffix;
    bits >>= 5n;
  }
  return suffix;
}

/** Derives metadata.name of a deployment or database that REST creates; such a name is its own handle. */
export function handledName(name: string, id: string): string {
  return `${name}-${idSuffix(id)}`;
}

/** Derives the globally unique handle of an object: at most 52 characters, written once to status.handle (docs/adr/0023). */
export function deriveHandle(kind: string, metadataName: string, id: string): string {
  const suffix = idSuffix(id);
  if (kind !== "Cluster" && metadataName.length <= 51 && metadataName.endsWith(`-${suffix}`)) return metadataName;
  return `${metadataName.slice(0, 40).replace(/(?<![-.])[-.]+$/, "")}-${suffix}`;
}

/** Derives the namespace of an organization's resources on the management cluster. */
export function organizationNamespace(slug: string): string {
  return `org-${slug}`;
}

/** Derives whose namespace that is. */
export function organizationSlug(namespace: string): string {
  return namespace.replace(/^org-/, "");
}

/** Names the Secret, beside a Cluster, by which the gateway reads pods, logs and events of it. */
export function readerSecretName(clusterName: string): string {
  return `berth-reader.${clusterName}`;
}

/** Names the namespace on tenant clusters whose accounts people's kubeconfigs are made from; each is an administrator there. */
export const ACCESS_NAMESPACE = "berth-access";
