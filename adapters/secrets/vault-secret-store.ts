/**
 * Keeps secrets in Vault's KV version 2 (the `vault` driver; OpenBao speaks the same):
 * `<mount>/orgs/<organization>/secrets/<name>`, and `…/deployments/<id>/<name>` for those of a deployment.
 * Names and slugs are checked before they come here: none of them can lead out of its folder.
 */
import type { NewSecret, SecretScope, SecretStore, StoredSecret } from "../../contract/secret-store.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { VaultSession, type VaultAddress } from "./vault-session.ts";

type Metadata = Readonly<{
  created_time: string;
  updated_time: string;
  current_version: number;
  versions?: Readonly<Record<string, Readonly<{ deletion_time: string; destroyed: boolean }>>>;
}>;
type Content = Readonly<{ data: { value?: string; request_id?: string } | null }>;
type Place = Readonly<{ deploymentId: string | undefined; name: string }>;

const OK_MAX = 299;
/** Metadata is asked for one by one: so many at a time. */
const PARALLEL = 8;

/** The driver of Vault. */
export class VaultSecretStore implements SecretStore {
  readonly driver = "vault";
  readonly #session: VaultSession;
  readonly #mount: string;

  constructor({ mount, timeoutMs, ...address }: VaultAddress & Readonly<{ mount: string; timeoutMs?: number }>) {
    this.#session = new VaultSession(address, timeoutMs);
    this.#mount = mount;
  }

  async create(scope: SecretScope, name: string, secret: NewSecret): Promise<StoredSecret | undefined> {
    const path = pathOf(scope, { ...scope, name });
    const known = await this.#metadata(path);
    if (known !== undefined && isLive(known)) return undefined;
    return this.#put(scope, name, { secret, version: known?.current_version ?? 0 });
  }

  replace(scope: SecretScope, seen: StoredSecret, secret: NewSecret): Promise<StoredSecret | undefined> {
    return this.#put(scope, seen.name, { secret, version: seen.version });
  }

  async find(scope: SecretScope, name: string): Promise<StoredSecret | undefined> {
    const path = pathOf(scope, { ...scope, name });
    const [metadata, content] = await Promise.all([this.#metadata(path), this.#content(path)]);
    if (metadata === undefined || content === undefined || !isLive(metadata)) return undefined;
    return this.#stored(path, { ...scope, name }, { metadata, requestId: content.data?.request_id ?? "" });
  }

  async list(scope: SecretScope, which: "own" | "all"): Promise<readonly StoredSecret[]> {
    const own = await this.#names(folderOf(scope, scope.deploymentId));
    const places: Place[] = own.map((name) => ({ deploymentId: scope.deploymentId, name }));
    if (which === "all") places.push(...(await this.#ofDeployments(scope)));
    const found = await inTurn(places, async (place) => {
      const path = pathOf(scope, place);
      const metadata = await this.#metadata(path);
      return metadata === undefined || !isLive(metadata) ? undefined : this.#stored(path, place, { metadata });
    });
    return found.filter((secret) => secret !== undefined);
  }

  async read(scope: SecretScope, name: string): Promise<SecretText | undefined> {
    const value = (await this.#content(pathOf(scope, { ...scope, name })))?.data?.value;
    return value === undefined ? undefined : new SecretText(value);
  }

  async remove(scope: SecretScope, name: string): Promise<boolean> {
    const path = pathOf(scope, { ...scope, name });
    if ((await this.#metadata(path)) === undefined) return false;
    await this.#session.write("DELETE", `${this.#mount}/metadata/${path}`);
    return true;
  }

  ping(timeoutMs: number): Promise<void> {
    return this.#session.ping(timeoutMs);
  }

  close(): void {
    this.#session.close();
  }

  /** Writes a version when the newest one is the one named: Vault compares. */
  async #put(
    scope: SecretScope,
    name: string,
    { secret, version }: Readonly<{ secret: NewSecret; version: number }>,
  ): Promise<StoredSecret | undefined> {
    const data = { value: secret.value.reveal(), request_id: secret.requestId };
    const path = pathOf(scope, { ...scope, name });
    const { status } = await this.#session.write("POST", `${this.#mount}/data/${path}`, {
      options: { cas: version },
      data,
    });
    if (status > OK_MAX) return undefined;
    const metadata = await this.#metadata(path);
    return metadata && this.#stored(path, { ...scope, name }, { metadata, requestId: secret.requestId });
  }

  #stored(
    path: string,
    { deploymentId, name }: Place,
    { metadata, requestId = "" }: Readonly<{ metadata: Metadata; requestId?: string }>,
  ): StoredSecret {
    return {
      name,
      deploymentId,
      key: `${this.#mount}/${path}`,
      version: metadata.current_version,
      createdAt: new Date(metadata.created_time),
      updatedAt: new Date(metadata.updated_time),
      requestId,
    };
  }

  async #metadata(path: string): Promise<Metadata | undefined> {
    const answer = await this.#session.read(`${this.#mount}/metadata/${path}`);
    return (answer as { data: Metadata } | undefined)?.data;
  }

  async #content(path: string): Promise<Content | undefined> {
    const answer = await this.#session.read(`${this.#mount}/data/${path}`);
    return (answer as { data: Content } | undefined)?.data;
  }

  async #ofDeployments({ organization }: SecretScope): Promise<Place[]> {
    const folders = await this.#names(`orgs/${organization}/deployments`);
    const ids = folders.map((folder) => folder.replace(/\/$/, ""));
    const lists = await inTurn(ids, async (deploymentId) => {
      const names = await this.#names(`orgs/${organization}/deployments/${deploymentId}`);
      return names.map((name) => ({ deploymentId, name }));
    });
    return lists.flat();
  }

  async #names(folder: string): Promise<readonly string[]> {
    return this.#session.list(`${this.#mount}/metadata/${folder}`);
  }
}

function folderOf({ organization, area }: SecretScope, deploymentId: string | undefined): string {
  const owner = deploymentId === undefined ? "secrets" : `deployments/${deploymentId}`;
  return `orgs/${organization}/${area ?? owner}`;
}

function pathOf(scope: SecretScope, { deploymentId, name }: Place): string {
  return `${folderOf(scope, deploymentId)}/${name}`;
}

/** Somebody with Vault's own tools may have deleted the newest version only: that is no secret any more. */
function isLive({ current_version: current, versions = {} }: Metadata): boolean {
  const newest = versions[String(current)];
  return newest !== undefined && newest.deletion_time === "" && !newest.destroyed;
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += PARALLEL)
    results.push(...(await Promise.all(items.slice(at, at + PARALLEL).map(work))));
  return results;
}
