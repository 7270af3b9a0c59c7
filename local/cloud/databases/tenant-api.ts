import { Agent } from "node:https";
import {
  awaitFirst,
  callKube,
  describeRefusal,
  type KubeAccess,
  type KubeAnswer,
  type Manifest,
} from "../../cluster/kube-access.ts";

/** What is read of any object of a tenant cluster. */
export type TenantObject = Readonly<{
  metadata: Readonly<{
    name: string;
    namespace: string;
    uid: string;
    generation?: number;
    resourceVersion?: string;
    creationTimestamp?: string;
    annotations?: Readonly<Record<string, string>>;
    labels?: Readonly<Record<string, string>>;
  }>;
}>;

type Listing<T> = Readonly<{ items: readonly T[]; metadata?: Readonly<{ resourceVersion?: string }> }>;
/** A path as of a version of its list; without one as of nothing. */
export type Since = Readonly<{ path: string; since: string | undefined }>;
type ListedAt<T> = Since & Readonly<{ items: readonly T[] }>;
type PatchBody = Readonly<{ path: string; contentType: string; body: unknown }>;

/** Speaks to the API server of one tenant cluster as the engines' operators would, over kept connections. */
export class TenantApi {
  readonly #access: KubeAccess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(access: KubeAccess) {
    this.#access = { ...access, agent: this.#agent };
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Lists the objects under a path; undefined when the API server does not know the kind. */
  async list<T extends TenantObject>(path: string): Promise<readonly T[] | undefined> {
    return (await this.listAt<T>(path))?.items;
  }

  /** Lists them with the version that the list is of. */
  async listAt<T extends TenantObject>(path: string): Promise<ListedAt<T> | undefined> {
    const answer = await callKube(this.#access, { path });
    if (answer.status === 404) return undefined;
    const { items, metadata } = expectDone(answer, `Listing ${path}`) as Listing<T>;
    return { path, items, since: metadata?.resourceVersion };
  }

  /** Waits until something is there under one of the paths, or until it is worth looking anew. */
  async awaitAny(paths: readonly string[], signal: AbortSignal): Promise<void> {
    await this.awaitChange(
      paths.map((path) => ({ path, since: undefined })),
      signal,
    );
  }

  /** Waits until something under one of the paths is other than it was listed, or until it is worth looking anew. */
  async awaitChange(listed: readonly Since[], signal: AbortSignal): Promise<void> {
    const enough = new AbortController();
    const stop = AbortSignal.any([signal, enough.signal]);
    await Promise.race(listed.map(({ path, since }) => awaitFirst(this.#access, path, stop, since)));
    enough.abort();
  }

  /** Reads one object; undefined when there is none. */
  async get<T>(path: string): Promise<T | undefined> {
    const answer = await callKube(this.#access, { path });
    return answer.status === 404 ? undefined : (expectDone(answer, `Reading ${path}`) as T);
  }

  /** Creates an object; one of that name that is there already stays as it is. */
  async create(path: string, manifest: Manifest): Promise<void> {
    const answer = await callKube(this.#access, { method: "POST", path, body: manifest });
    if (answer.status !== 409) expectDone(answer, `Creating ${manifest.kind} ${manifest.metadata.name}`);
  }

  /** Brings an object to what the manifest says, by server-side apply. */
  apply(path: string, manifest: Manifest): Promise<void> {
    const query = "fieldManager=cloudnative-pg&force=true";
    return this.#patch({ path: `${path}?${query}`, contentType: "application/apply-patch+yaml", body: manifest });
  }

  /** Changes members of an object; an object that is gone is no fault. */
  patch(path: string, body: unknown): Promise<void> {
    return this.#patch({ path, contentType: "application/merge-patch+json", body });
  }

  /** Writes members of an object's status; an object that is gone is no fault. */
  writeStatus(path: string, status: unknown): Promise<void> {
    return this.patch(`${path}/status`, { status });
  }

  /** Deletes an object at once; one that is gone is no fault. */
  async remove(path: string): Promise<void> {
    const answer = await callKube(this.#access, { method: "DELETE", path: `${path}?gracePeriodSeconds=0` });
    if (answer.status !== 404) expectDone(answer, `Deleting ${path}`);
  }

  async #patch(call: PatchBody): Promise<void> {
    const answer = await callKube(this.#access, { ...call, method: "PATCH" });
    if (answer.status !== 404) expectDone(answer, `Writing ${call.path.replace(/\?.*/, "")}`);
  }
}

function expectDone(answer: KubeAnswer, what: string): unknown {
  if (answer.status >= 300) throw new Error(`${what} failed: ${describeRefusal(answer)}`);
  return answer.body;
}
