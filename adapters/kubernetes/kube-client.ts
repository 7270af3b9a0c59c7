import type { Readable } from "node:stream";
import type { WebSocket } from "ws";
import type { KubeSource } from "./credentials.ts";
import { HttpTransport, requestName, type ByteBudget, type HostGuard } from "./http-transport.ts";
import { KubeError, isGone, isNotFound } from "./kube-error.ts";
import { faultName } from "./kube-fault.ts";
import { objectPath, resourcePath } from "./kube-object.ts";
import type { KubeObject, Ref, ResourceType, Status, WatchEvent } from "./kube-object.ts";
import type {
  CallOptions,
  DeleteOptions,
  KubeClient,
  ListOptions,
  ObjectList,
  Patch,
  PatchOptions,
  RequestOptions,
  WatchOptions,
  WriteOptions,
} from "./kube-port.ts";
import { splitLines } from "./watch-lines.ts";

export type * from "./kube-object.ts";
export type * from "./kube-port.ts";

/** A client's bounds; the defaults suit a tenant cluster. */
export type KubeClientOptions = Readonly<{
  requestTimeoutMs?: number;
  userAgent?: string;
  responseBytesMax?: number;
  /** What all answers together may have, for the client's whole life; without end when unset. */
  totalBytesMax?: number;
  /** What all pages of one list may have; without end when unset. A list that is slimmed page by page holds little of it: eight times as much. */
  listBytesMax?: number;
  /** Objects that all pages of one list may have; without end when unset. */
  listObjectsMax?: number;
  /** Objects per page, unless a list says how many. */
  pageObjects?: number;
  connectionsMax?: number;
  guard?: HostGuard;
  /** Is told the API server's time with each answer, in ms since 1970. */
  onDate?: (serverMs: number) => void;
}>;

/** Creates a client; it connects with its first request and is to be closed. */
export function createKubeClient(source: KubeSource, options: KubeClientOptions = {}): KubeClient {
  const responseBytesMax = options.responseBytesMax ?? 16 * 1024 * 1024;
  const transport = new HttpTransport(source, {
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    responseBytesMax,
    connectionsMax: options.connectionsMax ?? 32,
    userAgent: options.userAgent ?? "berth",
    ...(options.totalBytesMax !== undefined && { totalBytesMax: options.totalBytesMax }),
    ...(options.guard && { guard: options.guard }),
    ...(options.onDate && { onDate: options.onDate }),
  });
  return new HttpKubeClient(transport, { lineBytesMax: responseBytesMax, ...listBounds(options) });
}

function listBounds(options: KubeClientOptions): Omit<Bounds, "lineBytesMax"> {
  const { listBytesMax = Infinity, listObjectsMax = Infinity, pageObjects = PAGE_OBJECTS } = options;
  return { listBytesMax, listObjectsMax, pageObjects };
}

type Bounds = Readonly<{ lineBytesMax: number; listBytesMax: number; listObjectsMax: number; pageObjects: number }>;

const PAGE_OBJECTS = 500;
const SLIMMED_FACTOR = 8;
const LIST_RESTARTS_MAX = 3;
const PATCH_TYPES = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  // JSON is YAML; the API server takes the apply patch under this name in every version that we support.
  apply: "application/apply-patch+yaml",
} as const satisfies Record<Patch["kind"], string>;

type Page<T> = { metadata?: { resourceVersion?: string; continue?: string }; items?: T[] | null };

class HttpKubeClient implements KubeClient {
  readonly #transport: HttpTransport;
  readonly #bounds: Bounds;

  constructor(transport: HttpTransport, bounds: Bounds) {
    this.#transport = transport;
    this.#bounds = bounds;
  }

  async get<T extends KubeObject>(type: ResourceType, ref: Ref, options: CallOptions = {}): Promise<T | undefined> {
    try {
      const path = objectPath(type, ref);
      return (await this.#transport.send({ ...bounds(options), method: "GET", path, idempotent: true })) as T;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async list<T extends KubeObject>(type: ResourceType, options: ListOptions<T> = {}): Promise<ObjectList<T>> {
    for (let restarts = 0; ; restarts += 1) {
      try {
        return await this.#listPages<T>(type, options);
      } catch (error) {
        if (!isGone(error) || restarts >= LIST_RESTARTS_MAX) throw error;
      }
    }
  }

  async create<T extends KubeObject>(type: ResourceType, body: KubeObject, options: WriteOptions): Promise<T> {
    if (type.namespaced && (body.metadata.namespace ?? "") === "")
      throw new TypeError(`${type.kind} needs a namespace`);
    const path = resourcePath(type, body.metadata.namespace);
    const call = { ...bounds(options), method: "POST", path, query: writeQuery(options), body };
    return (await this.#transport.send(call)) as T;
  }

  async patch<T extends KubeObject>(type: ResourceType, ref: Ref, patch: Patch, options: PatchOptions): Promise<T> {
    const subresource = options.subresource === undefined ? "" : `/${options.subresource}`;
    return (await this.#transport.send({
      ...bounds(options),
      method: "PATCH",
      path: objectPath(type, ref) + subresource,
      query: { ...writeQuery(options), force: options.force === true ? "true" : undefined },
      body: patch.body,
      contentType: PATCH_TYPES[patch.kind],
      idempotent: patch.kind === "apply",
    })) as T;
  }

  async delete(type: ResourceType, ref: Ref, options: DeleteOptions = {}): Promise<boolean> {
    const path = objectPath(type, ref);
    try {
      await this.#transport.send({
        ...bounds(options),
        method: "DELETE",
        path,
        body: deleteBody(options),
        idempotent: true,
      });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      if (options.uid !== undefined && error instanceof KubeError && error.status === 409) {
        const present = await this.get(type, ref, bounds(options));
        if (present?.metadata.uid !== options.uid) return false;
      }
      throw error;
    }
  }

  async *watch<T extends KubeObject>(
    type: ResourceType,
    options: WatchOptions,
    signal: AbortSignal,
  ): AsyncGenerator<WatchEvent<T>, void> {
    const path = resourcePath(type, options.namespace);
    const name = requestName({ method: "WATCH", path });
    const query = watchQuery(options);
    const body = await this.#transport.open({ method: "GET", path, query, signal });
    try {
      yield* parseEvents<T>(splitLines(body as AsyncIterable<Buffer>, this.#bounds.lineBytesMax), name);
    } catch (error) {
      if (error instanceof KubeError) throw error;
      throw new KubeError(name, { status: 0, reason: signal.aborted ? "Aborted" : faultName(error) });
    } finally {
      body.destroy();
    }
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<unknown> {
    return this.#transport.send({ ...options, method, path });
  }

  async stream(path: string, signal: AbortSignal): Promise<Readable> {
    const at = path.indexOf("?");
    if (at < 0) return this.#transport.open({ method: "GET", path, signal });
    const query = Object.fromEntries(new URLSearchParams(path.slice(at + 1)));
    return this.#transport.open({ method: "GET", path: path.slice(0, at), query, signal });
  }

  dial(path: string, protocol: string, signal: AbortSignal): Promise<WebSocket> {
    return this.#transport.dial({ path, protocol, signal });
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #listPages<T extends KubeObject>(type: ResourceType, options: ListOptions<T>): Promise<ObjectList<T>> {
    const { slim = (object) => object } = options;
    const budget = this.#budgetOf(options);
    const path = resourcePath(type, options.namespace);
    const items: T[] = [];
    let token: string | undefined;
    for (;;) {
      const query = listQuery({ limit: this.#bounds.pageObjects, ...options }, token);
      const call = { ...bounds(options), method: "GET", path, query, budget };
      const page = (await this.#transport.send({ ...call, idempotent: true })) as Page<T>;
      const { more, next, resourceVersion } = readPage(page);
      if (items.length + more.length > this.#bounds.listObjectsMax) throw tooManyObjects(path);
      for (const item of more) items.push(slim(item));
      if (next === "") return { items, resourceVersion };
      token = next;
    }
  }

  #budgetOf<T extends KubeObject>({ bytesMax, slim }: ListOptions<T>): ByteBudget {
    return { bytesLeft: bytesMax ?? this.#bounds.listBytesMax * (slim === undefined ? 1 : SLIMMED_FACTOR) };
  }
}

function readPage<T>({ items, metadata = {} }: Page<T>): { more: readonly T[]; next: string; resourceVersion: string } {
  return { more: items ?? [], next: metadata.continue ?? "", resourceVersion: metadata.resourceVersion ?? "" };
}

function tooManyObjects(path: string): KubeError {
  return new KubeError(requestName({ method: "LIST", path }), { status: 0, reason: "ResponseTooLarge" });
}

async function* parseEvents<T extends KubeObject>(
  lines: AsyncGenerator<string, boolean>,
  name: string,
): AsyncGenerator<WatchEvent<T>, void> {
  for (;;) {
    const line = await lines.next();
    if (line.done === true) {
      if (!line.value) throw new KubeError(name, { status: 0, reason: "CutLine" });
      return;
    }
    const event = JSON.parse(line.value) as WatchEvent<T> | { type: "ERROR"; object: Status };
    if (event.type === "ERROR") throw watchError(name, event.object);
    yield event;
  }
}

function watchError(name: string, status: Status): KubeError {
  return new KubeError(name, { status: status.code ?? 500, reason: status.reason ?? "Unknown", body: status });
}

function bounds(options: CallOptions): CallOptions {
  return {
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    ...(options.beforeSend === undefined ? {} : { beforeSend: options.beforeSend }),
  };
}

function listQuery<T extends KubeObject>(
  options: ListOptions<T>,
  token: string | undefined,
): Record<string, string | undefined> {
  return {
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
    limit: String(options.limit),
    // The version is fixed by the first page; the API server refuses it beside a continue token.
    resourceVersion: token === undefined ? options.resourceVersion : undefined,
    continue: token,
  };
}

function writeQuery(options: WriteOptions): Record<string, string | undefined> {
  return {
    fieldManager: options.fieldManager,
    fieldValidation: options.strict === true ? "Strict" : undefined,
    dryRun: options.dryRun === true ? "All" : undefined,
  };
}

function watchQuery(options: WatchOptions): Record<string, string | undefined> {
  return {
    watch: "true",
    allowWatchBookmarks: "true",
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
    resourceVersion: options.resourceVersion,
    timeoutSeconds: options.timeoutSeconds === undefined ? undefined : String(options.timeoutSeconds),
  };
}

function deleteBody(options: DeleteOptions): Record<string, unknown> {
  const { uid, resourceVersion } = options;
  const preconditions = { ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) };
  return {
    apiVersion: "v1",
    kind: "DeleteOptions",
    ...(Object.keys(preconditions).length === 0 ? {} : { preconditions }),
    ...(options.propagation === undefined ? {} : { propagationPolicy: options.propagation }),
    ...(options.dryRun === true ? { dryRun: ["All"] } : {}),
  };
}
