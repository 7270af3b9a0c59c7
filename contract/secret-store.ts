import type { SecretText } from "./secret-text.ts";

/**
 * Whose secrets are meant: an organization's own, or those of one of its deployments. What the platform keeps for an
 * organization (`area`) lies apart: no list shows it, and no secret_ref means it.
 */
export type SecretScope = Readonly<{ organization: string; deploymentId: string | undefined; area?: "platform" }>;

/** Makes the scope of what the platform keeps for an organization. */
export function platformScope(organization: string): SecretScope {
  return { organization, deploymentId: undefined, area: "platform" };
}

/** Says where in the secret store the token of a cloud credential lies. */
export function credentialPlace(organization: string, id: string): readonly [SecretScope, string] {
  return [platformScope(organization), `cloud-credential.${id}`];
}

/** Derives the folder in Vault of the copies that a cluster may read of what one handle's pods use. */
export function copyFolder(organization: string, clusterHandle: string, handle: string): string {
  return `orgs/${organization}/clusters/${clusterHandle}/${handle}`;
}

/** A secret without its value. */
export type StoredSecret = Readonly<{
  name: string;
  deploymentId: string | undefined;
  /** The path in the store. */
  key: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** The request that wrote this version. */
  requestId: string;
}>;

/** What a version of a secret is made of. */
export type NewSecret = Readonly<{ value: SecretText; requestId: string }>;

/**
 * Keeps the values of secrets; the only place where they are. An organization is named by its slug.
 * A store that is away throws a fault that names it; nothing was changed then unless the fault says so.
 */
export interface SecretStore {
  readonly driver: "kubernetes" | "vault";
  /** Stores a secret; undefined when there is one of that name. */
  create(scope: SecretScope, name: string, secret: NewSecret): Promise<StoredSecret | undefined>;
  /** Replaces the value of the version named; undefined when that is not the newest one any more. */
  replace(scope: SecretScope, seen: StoredSecret, secret: NewSecret): Promise<StoredSecret | undefined>;
  find(scope: SecretScope, name: string): Promise<StoredSecret | undefined>;
  /** Lists an organization's secrets, those of its deployments included, or one deployment's alone. */
  list(scope: SecretScope, which: "own" | "all"): Promise<readonly StoredSecret[]>;
  read(scope: SecretScope, name: string): Promise<SecretText | undefined>;
  /** Deletes all versions; false when there was none. */
  remove(scope: SecretScope, name: string): Promise<boolean>;
  /** Fails while the store cannot be used. */
  ping(timeoutMs: number): Promise<void>;
  /** Lets go of what keeps its access alive. */
  close(): void;
}
