import {
  DATABASE_KEY,
  LABELS,
  REGISTRY_KEY,
  REGISTRY_SECRET,
  SECRET_ANNOTATIONS,
  databaseSecret,
  organizationSlug,
} from "../../contract/identity.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { platformScope, type SecretScope, type SecretStore } from "../../contract/secret-store.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";

/** Whose secrets a deployment (or database) may mean: its own, else its organization's. */
type SecretOwner = Readonly<{ namespace: string; deploymentId: string }>;
/** The version of a secret that a name means now. */
export type SecretVersion = Readonly<{
  /** Where in the store it lies. */
  place: readonly [SecretScope, string];
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

/** Lists where a name may lie, the one that counts first: a deployment's own, else its organization's. */
function placesOf({ namespace, deploymentId }: SecretOwner, name: string): readonly SecretVersion["place"][] {
  const organization = organizationSlug(namespace);
  if (name === REGISTRY_KEY) return [[platformScope(organization), REGISTRY_SECRET]];
  if (name === DATABASE_KEY) return [[platformScope(organization), databaseSecret(deploymentId)]];
  return [
    [{ organization, deploymentId }, name],
    [{ organization, deploymentId: undefined }, name],
  ];
}

/** Reads the versions from a watch over the Secrets that keep secrets. */
export function watchedVersions(cache: Pick<ResourceCache, "byIndex">): SecretVersions {
  return {
    find(owner, name) {
      for (const place of placesOf(owner, name)) {
        const [{ area, deploymentId }, own] = place;
        const found = cache.byIndex("secret", `${owner.namespace}/${area ?? deploymentId ?? "organization"}/${own}`)[0];
        if (found !== undefined) return versionOf(found, place);
      }
      return "absent";
    },
    look: () => Promise.resolve(),
    recheckMs: undefined,
  };
}

type Looked = Readonly<{ found: SecretVersion | "absent"; atMs: number }>;
/** A secret store tells nobody of changes: it is asked again after this time, while something uses the secret. */
const ASKED_MS = 15_000;
const REMEMBERED_MAX = 50_000;

/** Reads the versions from a store that has to be asked, and remembers them for a while. */
export function askedVersions(store: Pick<SecretStore, "find">, clock: Clock): SecretVersions {
  const known = new Map<string, Looked>();
  const keyOf = ({ namespace, deploymentId }: SecretOwner, name: string): string =>
    `${namespace}/${deploymentId}/${name}`;
  const ask = async (owner: SecretOwner, name: string): Promise<SecretVersion | "absent"> => {
    for (const place of placesOf(owner, name)) {
      const found = await store.find(...place);
      if (found === undefined) continue;
      const revision = `${found.updatedAt.toISOString()}.${found.version}`;
      return { place, revision, print: `${found.key} ${revision}` };
    }
    return "absent";
  };
  return {
    find: (owner, name) => known.get(keyOf(owner, name))?.found ?? "unknown",
    async look(owner, names) {
      if (known.size > REMEMBERED_MAX) known.clear();
      for (const name of names) {
        const key = keyOf(owner, name);
        const atMs = clock.monotonicMs();
        const last = known.get(key);
        const counts = last !== undefined && last.found !== "absent" && atMs - last.atMs < ASKED_MS;
        if (!counts) known.set(key, { found: await ask(owner, name), atMs });
      }
    },
    recheckMs: ASKED_MS,
  };
}

function versionOf({ metadata }: KubeObject, place: SecretVersion["place"]): SecretVersion {
  const { resourceVersion = "", creationTimestamp = "", annotations = {} } = metadata;
  const updatedAt = annotations[SECRET_ANNOTATIONS.updatedAt] ?? creationTimestamp;
  const version = annotations[SECRET_ANNOTATIONS.version] ?? "1";
  return { place, revision: `${updatedAt}.${version}`, print: resourceVersion };
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
