import { LABELS, SECRET_ANNOTATIONS } from "../../contract/identity.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";

/** Names whose secrets a deployment may mean: its own, else its organization's. */
export type SecretOwner = Readonly<{ namespace: string; deploymentId: string }>;
/** Is the version of a secret that a name means now. */
export type SecretVersion = Readonly<{
  /** Undefined: it is the organization's. */
  deploymentId: string | undefined;
  /** Changes with the value: pods restart then. */
  revision: string;
  /** Changes with anything: what lies on the cluster is looked at again then. */
  print: string;
}>;

/** Knows the newest versions of secrets, without their values. */
export interface SecretVersions {
  find(owner: SecretOwner, name: string): SecretVersion | "absent" | "unknown";
  /** Learns what is unknown or too old to count. */
  look(owner: SecretOwner, names: readonly string[]): Promise<void>;
  /** How long an answer counts; undefined where every change is heard of. */
  readonly recheckMs: number | undefined;
}

/** Reads the versions from a watch over the Secrets that keep secrets. */
export function watchedVersions(cache: Pick<ResourceCache, "byIndex">): SecretVersions {
  const find = ({ namespace, deploymentId }: SecretOwner, name: string): SecretVersion | undefined => {
    const own = cache.byIndex("secret", `${namespace}/${deploymentId}/${name}`)[0];
    const found = own ?? cache.byIndex("secret", `${namespace}/organization/${name}`)[0];
    return found && versionOf(found, own === undefined ? undefined : deploymentId);
  };
  return {
    find: (owner, name) => find(owner, name) ?? "absent",
    look: () => Promise.resolve(),
    recheckMs: undefined,
  };
}

function versionOf({ metadata }: KubeObject, deploymentId: string | undefined): SecretVersion {
  const { resourceVersion = "", creationTimestamp = "", annotations = {} } = metadata;
  const updatedAt = annotations[SECRET_ANNOTATIONS.updatedAt] ?? creationTimestamp;
  const version = annotations[SECRET_ANNOTATIONS.version] ?? "1";
  return { deploymentId, revision: `${updatedAt}.${version}`, print: resourceVersion };
}

/** Derives under what a Secret is found: namespace, owner and name of the secret in it. */
export function secretIndex({ metadata }: KubeObject): readonly string[] {
  const owner = metadata.labels?.[LABELS.secretOwner];
  const name = metadata.annotations?.[SECRET_ANNOTATIONS.name];
  return owner === undefined || name === undefined ? [] : [`${metadata.namespace ?? ""}/${owner}/${name}`];
}

/** Drops the values: nobody reads them from memory. */
export function withoutValues({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  return { ...(apiVersion && { apiVersion }), ...(kind && { kind }), metadata };
}
