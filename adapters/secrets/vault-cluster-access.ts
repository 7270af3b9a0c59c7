/**
 * Gives each cluster a role of its own in Vault, which reads `<mount>/orgs/<organization>/clusters/<cluster>/*` and nothing
 * else, and keeps there the copies of what its deployments use: `…/<deployment>/<name>`, with their print beside them.
 */
import { copyFolder } from "../../contract/secret-store.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { VaultSession, type VaultAddress } from "./vault-session.ts";

/** Where a deployment's copies lie. */
type CopyPlace = Readonly<{ organization: string; clusterHandle: string; handle: string }>;
/** What a cluster signs in with; Vault knows it by its accessor, which opens nothing. */
type ClusterLogin = Readonly<{ roleId: string; secretId: SecretText; accessor: string }>;
/** What Vault says of a login: when it ends, and who could read it when it was made. */
type LoginFacts = Readonly<{ expiresAtMs: number; readers: string }>;

/** No secret can have this name. */
const PRINT = ".print";
/** External Secrets signs in anew for each look: its tokens need not live. */
const TOKEN_TTL = "20m";
/** A cluster that nobody can reach goes on for so long; a login that was carried off no longer. */
export const LOGIN_TTL_MS = 72 * 3_600_000;

/** Manages what clusters may read in Vault. */
export class VaultClusterAccess {
  readonly #session: VaultSession;
  readonly #mount: string;

  constructor({ mount, ...address }: VaultAddress & Readonly<{ mount: string }>) {
    this.#session = new VaultSession(address);
    this.#mount = mount;
  }

  /**
   * Makes the role of a cluster, and a login for it; earlier logins go on to count until `keepOnly`. `readers` is a print of
   * who can read it on the cluster.
   */
  async grant({ organization, clusterHandle }: Omit<CopyPlace, "handle">, readers: string): Promise<ClusterLogin> {
    const folder = `${this.#mount}/data/${copyFolder(organization, clusterHandle, "*")}`;
    const policy = `path ${JSON.stringify(folder)} { capabilities = ["read"] }`;
    const name = roleOf(clusterHandle);
    await this.#write(`sys/policies/acl/${name}`, { policy });
    await this.#write(`auth/approle/role/${name}`, {
      token_policies: [name],
      token_ttl: TOKEN_TTL,
      token_max_ttl: TOKEN_TTL,
      secret_id_ttl: `${LOGIN_TTL_MS / 1000}s`,
      bind_secret_id: true,
    });
    const role = (await this.#session.read(`auth/approle/role/${name}/role-id`)) as { data: { role_id: string } };
    const metadata = JSON.stringify({ readers });
    const login = (await this.#write(`auth/approle/role/${name}/secret-id`, { metadata })) as { data: Login };
    const { secret_id: secretId, secret_id_accessor: accessor } = login.data;
    return { roleId: role.data.role_id, secretId: new SecretText(secretId), accessor };
  }

  /** Says what Vault knows of a login of that cluster; undefined when it counts no longer. */
  async look(clusterHandle: string, accessor: string): Promise<LoginFacts | undefined> {
    const path = `auth/approle/role/${roleOf(clusterHandle)}/secret-id-accessor/lookup`;
    const { status, body } = await this.#session.write("POST", path, { secret_id_accessor: accessor });
    if (status >= 400) return undefined;
    const found = (body as { data?: { expiration_time?: string; metadata?: { readers?: string } } } | undefined)?.data;
    const expiresAtMs = Date.parse(found?.expiration_time ?? "");
    // One without an end was made before logins had one.
    return expiresAtMs > 0 ? { expiresAtMs, readers: found?.metadata?.readers ?? "" } : undefined;
  }

  /** Ends all logins of a cluster but one. */
  async keepOnly(clusterHandle: string, accessor: string): Promise<void> {
    const role = `auth/approle/role/${roleOf(clusterHandle)}`;
    const found = (await this.#session.read(`${role}/secret-id?list=true`)) as { data: { keys: string[] } } | undefined;
    for (const other of found?.data.keys ?? [])
      if (other !== accessor)
        await this.#session.write("POST", `${role}/secret-id-accessor/destroy`, { secret_id_accessor: other });
  }

  /** Ends everything that a cluster can do in Vault; it may be gone already. */
  async revoke(clusterHandle: string): Promise<void> {
    await this.#session.write("DELETE", `auth/approle/role/${roleOf(clusterHandle)}`);
    await this.#session.write("DELETE", `sys/policies/acl/${roleOf(clusterHandle)}`);
  }

  /** Tells whether exactly these names lie there as of that print. */
  async holds(place: CopyPlace, names: readonly string[], print: string): Promise<boolean> {
    const there = (await this.#names(place)).filter((name) => name !== PRINT).toSorted();
    if (there.join("\n") !== names.toSorted().join("\n")) return false;
    const found = await this.#session.read(`${this.#mount}/data/${pathOf(place, PRINT)}`);
    return (found as { data: { data: { print?: string } } } | undefined)?.data.data.print === print;
  }

  /** Writes the copies; the print comes last, so that half a copy is never taken for a whole one. */
  async copy(place: CopyPlace, values: ReadonlyMap<string, SecretText>, print: string): Promise<void> {
    for (const name of await this.#names(place))
      if (name !== PRINT && !values.has(name)) await this.#remove(place, name);
    for (const [name, value] of values)
      await this.#write(`${this.#mount}/data/${pathOf(place, name)}`, { data: { value: value.reveal() } });
    await this.#write(`${this.#mount}/data/${pathOf(place, PRINT)}`, { data: { print } });
  }

  /** Deletes the copies; false when there were none. */
  async clear(place: CopyPlace): Promise<boolean> {
    const names = await this.#names(place);
    for (const name of names) await this.#remove(place, name);
    return names.length > 0;
  }

  async isEmpty(place: CopyPlace): Promise<boolean> {
    return (await this.#names(place)).length === 0;
  }

  close(): void {
    this.#session.close();
  }

  async #names({ organization, clusterHandle, handle }: CopyPlace): Promise<readonly string[]> {
    return this.#session.list(`${this.#mount}/metadata/${copyFolder(organization, clusterHandle, handle)}`);
  }

  async #remove(place: CopyPlace, name: string): Promise<void> {
    await this.#session.write("DELETE", `${this.#mount}/metadata/${pathOf(place, name)}`);
  }

  async #write(path: string, body: unknown): Promise<unknown> {
    const { status, body: answer } = await this.#session.write("POST", path, body);
    if (status >= 400) throw new Error(`Vault refused a write with ${status}`);
    return answer;
  }
}

type Login = Readonly<{ secret_id: string; secret_id_accessor: string }>;

function roleOf(clusterHandle: string): string {
  return `berth-${clusterHandle}`;
}

function pathOf({ organization, clusterHandle, handle }: CopyPlace, name: string): string {
  return `${copyFolder(organization, clusterHandle, handle)}/${name}`;
}
