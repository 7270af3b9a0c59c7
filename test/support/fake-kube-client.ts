import { Readable } from "node:stream";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { objectPath, resourcePath } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeObject, Ref, ResourceType, Status, WatchEvent } from "../../adapters/kubernetes/kube-object.ts";
import type {
  DeleteOptions,
  KubeClient,
  ListOptions,
  ObjectList,
  Patch,
  PatchOptions,
  RequestOptions,
  WatchOptions,
  WriteOptions,
} from "../../adapters/kubernetes/kube-port.ts";
import { keepJson } from "./copy-json.ts";
import { isEqualJson, jsonPatch, mergePatch, type JsonPatchStep } from "./json-patch.ts";

type Json = Record<string, unknown>;
type Meta = { -readonly [K in keyof KubeObject["metadata"]]: KubeObject["metadata"][K] };
type Stored = { metadata: Meta; [k: string]: unknown };
type Logged = Readonly<{ version: number; event: WatchEvent }>;
type Table = { objects: Map<string, Stored>; log: Logged[]; listeners: Set<() => void>; oldest: number; epoch: number };
/** What a store of an API server held at a moment. */
export type SavedState = Readonly<{ version: number; tables: ReadonlyMap<string, ReadonlyMap<string, Stored>> }>;
type Verb = "get" | "list" | "create" | "patch" | "delete" | "watch" | "request";

/** The set-up of the double; `onCall` runs before each call and may throw: that is how a simulator breaks or kills. */
export type FakeKubeClientOptions = Readonly<{
  nowMs?: () => number;
  onCall?: (verb: Verb, type: ResourceType | undefined, ref: Partial<Ref>) => void | Promise<void>;
  onRequest?: (method: string, path: string, options: RequestOptions) => unknown;
  /** Answers what is streamed, such as a log; nothing is there when unset or undefined. */
  onStream?: (path: string) => string | undefined;
  /** Makes the uid of the n-th object of a name, where it must not hang on what else was made; counted otherwise. */
  uidOf?: (path: string, nth: number) => string;
}>;

/**
 * Doubles an API server in memory: versions and conflicts, generation, status subresource (groups of berth.dev),
 * finalizers, watches. It knows no schemas and no ownership: an apply replaces all but metadata and status; a watch with
 * a label selector does not notice an object that loses the label. What it answers is shared by all who ask, and frozen below its metadata.
 */
export class FakeKubeClient implements KubeClient {
  readonly #options: FakeKubeClientOptions;
  readonly #tables = new Map<string, Table>();
  #version = 1;
  #uids = 0;
  readonly #made = new Map<string, number>();

  constructor(options: FakeKubeClientOptions = {}) {
    this.#options = options;
  }

  async get<T extends KubeObject>(type: ResourceType, ref: Ref): Promise<T | undefined> {
    await this.#options.onCall?.("get", type, ref);
    objectPath(type, ref);
    const found = this.#table(type).objects.get(keyOf(ref));
    return found === undefined ? undefined : handOut<T>(found);
  }

  async list<T extends KubeObject>(type: ResourceType, options: ListOptions<T> = {}): Promise<ObjectList<T>> {
    await this.#options.onCall?.("list", type, options.namespace === undefined ? {} : { namespace: options.namespace });
    const { slim = (object) => object } = options;
    const found = [...this.#table(type).objects.values()].filter((object) => isSelected(object, options));
    const items = found.map((object) => slim(handOut<T>(object)));
    return { items, resourceVersion: String(this.#version) };
  }

  async create<T extends KubeObject>(type: ResourceType, body: KubeObject, options: WriteOptions): Promise<T> {
    const { name, namespace } = body.metadata;
    await this.#options.onCall?.("create", type, { name, namespace });
    const path = objectPath(type, { name, namespace });
    if (this.#table(type).objects.has(keyOf(body.metadata))) throw fault("POST", path, 409, "AlreadyExists");
    const object: Stored = { ...body, metadata: { ...body.metadata } };
    if (hasStatusSubresource(type)) Reflect.deleteProperty(object, "status");
    object.metadata.uid = this.#uid(path);
    object.metadata.creationTimestamp = this.#stamp();
    delete object.metadata.deletionTimestamp;
    if (hasGeneration(type)) object.metadata.generation = 1;
    return this.#commit(type, "ADDED", object, options.dryRun) as unknown as T;
  }

  async patch<T extends KubeObject>(type: ResourceType, ref: Ref, patch: Patch, options: PatchOptions): Promise<T> {
    await this.#options.onCall?.("patch", type, ref);
    const path = objectPath(type, ref);
    const current = this.#table(type).objects.get(keyOf(ref));
    if (current === undefined && patch.kind === "apply")
      return this.create<T>(type, named(patch.body as KubeObject, ref), options);
    if (current === undefined) throw fault("PATCH", path, 404, "NotFound");
    const wanted = patched(current, patch, path);
    assertSameObject(current, wanted, path);
    const next = admitted(type, current, wanted, options.subresource);
    if (isEqualJson(next, current)) return handOut<T>(current);
    countGeneration(type, current, next);
    return this.#commit(type, isEnding(next) ? "DELETED" : "MODIFIED", next, options.dryRun) as unknown as T;
  }

  async delete(type: ResourceType, ref: Ref, options: DeleteOptions = {}): Promise<boolean> {
    await this.#options.onCall?.("delete", type, ref);
    const path = objectPath(type, ref);
    const current = this.#table(type).objects.get(keyOf(ref));
    if (current === undefined || (options.uid !== undefined && options.uid !== current.metadata.uid)) return false;
    assertVersion(current, options, path);
    const next: Stored = { ...current, metadata: { ...current.metadata } };
    if ((current.metadata.finalizers ?? []).length === 0) this.#commit(type, "DELETED", next, options.dryRun);
    else if (current.metadata.deletionTimestamp === undefined) {
      next.metadata.deletionTimestamp = this.#stamp();
      if (next.metadata.generation !== undefined) next.metadata.generation += 1;
      this.#commit(type, "MODIFIED", next, options.dryRun);
    }
    return true;
  }

  async *watch<T extends KubeObject>(
    type: ResourceType,
    options: WatchOptions,
    signal: AbortSignal,
  ): AsyncGenerator<WatchEvent<T>, void> {
    await this.#options.onCall?.(
      "watch",
      type,
      options.namespace === undefined ? {} : { namespace: options.namespace },
    );
    const table = this.#table(type);
    let after = Number(options.resourceVersion);
    const { epoch } = table;
    if (after < table.oldest) throw fault("WATCH", resourcePath(type, options.namespace), 410, "Expired");
    while (!isAborted(signal)) {
      // Looked up anew each time: more may have happened while the reader had the last one.
      if (isOver(table, epoch)) throw fault("WATCH", resourcePath(type, options.namespace), 410, "Expired");
      const next = nextAfter(table.log, after);
      if (next === undefined) await nextEvent(table, signal);
      else {
        after = next.version;
        if (isSelected(next.event.object, options)) yield { ...next.event, object: handOut<T>(next.event.object) };
      }
    }
    throw fault("WATCH", resourcePath(type, options.namespace), 0, "Aborted");
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<unknown> {
    await this.#options.onCall?.("request", undefined, {});
    if (this.#options.onRequest === undefined) throw fault(method, path, 404, "UnknownPath");
    return this.#options.onRequest(method, path, options);
  }

  stream(path: string): Promise<Readable> {
    const answer = this.#options.onStream?.(path);
    if (answer === undefined) return Promise.reject(fault("GET", path, 404, "UnknownPath"));
    return Promise.resolve(Readable.from([Buffer.from(answer)]));
  }

  dial(): Promise<never> {
    return Promise.reject(fault("GET", "/", 404, "UnknownPath"));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Forgets the history of a kind: watches from before are refused with 410. */
  compact(type: ResourceType): void {
    const table = this.#table(type);
    table.oldest = this.#version;
    table.log = [];
  }

  /** Takes down what is there, as a backup of etcd does. */
  save(): SavedState {
    const tables = [...this.#tables].map(([key, { objects }]) => [key, new Map(objects)] as const);
    return { version: this.#version, tables: new Map(tables) };
  }

  /** Puts back what was there once, versions too; `version` is another one to go on from. Watches end, unless none is told. */
  restore(saved: SavedState, { version = saved.version, isTold = true } = {}): void {
    this.#version = version;
    for (const [key, table] of this.#tables) {
      table.objects = new Map(saved.tables.get(key));
      table.log = [];
      if (!isTold) continue;
      table.oldest = version;
      table.epoch += 1;
      for (const wake of table.listeners) wake();
    }
  }

  /** Loses all objects of a kind, of which no watch tells. Watches end. */
  lose(type: ResourceType): void {
    const table = this.#table(type);
    const { objects } = table;
    objects.clear();
    this.#version += 1;
    table.log = [];
    table.oldest = this.#version;
    table.epoch += 1;
    for (const wake of table.listeners) wake();
  }

  #table(type: ResourceType): Table {
    const key = resourcePath(type, undefined);
    let table = this.#tables.get(key);
    if (table === undefined)
      this.#tables.set(key, (table = { objects: new Map(), log: [], listeners: new Set(), oldest: 0, epoch: 0 }));
    return table;
  }

  #commit(type: ResourceType, event: "ADDED" | "MODIFIED" | "DELETED", object: Stored, dryRun?: boolean): Stored {
    if (dryRun === true) return handOut(keepJson(object));
    const table = this.#table(type);
    this.#version += 1;
    object.metadata.resourceVersion = String(this.#version);
    const kept = keepJson(object);
    if (event === "DELETED") table.objects.delete(keyOf(kept.metadata));
    else table.objects.set(keyOf(kept.metadata), kept);
    table.log.push({ version: this.#version, event: { type: event, object: kept } });
    for (const wake of table.listeners) wake();
    return handOut(kept);
  }

  /** Shows everything that is there, by path. */
  everything(): Map<string, KubeObject> {
    const all = [...this.#tables].flatMap(([path, { objects }]) =>
      [...objects].map(([key, object]) => [`${path} ${key}`, object as KubeObject] as const),
    );
    return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #uid(path: string): string {
    const nth = (this.#made.get(path) ?? 0) + 1;
    this.#made.set(path, nth);
    this.#uids += 1;
    return this.#options.uidOf?.(path, nth) ?? `00000000-0000-4000-8000-${String(this.#uids).padStart(12, "0")}`;
  }

  /** Without fractions, as Kubernetes writes them. */
  #stamp(): string {
    return new Date((this.#options.nowMs ?? Date.now)()).toISOString().replace(/\.\d+/, "");
  }
}

function patched(current: Stored, patch: Patch, path: string): Stored {
  if (patch.kind === "merge") return mergePatch(current, patch.body) as Stored;
  if (patch.kind === "apply") return applied(current, patch.body as Stored);
  try {
    return jsonPatch(current, patch.body as JsonPatchStep[]) as Stored;
  } catch {
    throw fault("PATCH", path, 422, "Invalid");
  }
}

function applied(current: Stored, body: Stored): Stored {
  const status = body["status"] ?? current["status"];
  const metadata = mergePatch(current.metadata, body.metadata) as Meta;
  return { ...body, ...(status === undefined ? {} : { status }), metadata };
}

function assertVersion({ metadata }: Stored, { resourceVersion }: DeleteOptions, path: string): void {
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw fault("DELETE", path, 409, "Conflict");
}

function assertSameObject(current: Stored, wanted: Stored, path: string): void {
  const { resourceVersion, uid } = wanted.metadata;
  if (resourceVersion !== current.metadata.resourceVersion) throw fault("PATCH", path, 409, "Conflict");
  if (uid !== current.metadata.uid) throw fault("PATCH", path, 409, "Conflict");
  const had = current.metadata.finalizers ?? [];
  const added = (wanted.metadata.finalizers ?? []).some((finalizer) => !had.includes(finalizer));
  if (added && current.metadata.deletionTimestamp !== undefined) throw fault("PATCH", path, 422, "Invalid");
}

/** Takes over what this path may change: spec and metadata, or the status alone; never what the API server keeps. */
function admitted(type: ResourceType, current: Stored, wanted: Stored, subresource: string | undefined): Stored {
  if (subresource === "status") return { ...current, metadata: { ...current.metadata }, status: wanted["status"] };
  const { generation, creationTimestamp, deletionTimestamp } = current.metadata;
  const metadata = { ...wanted.metadata, generation, creationTimestamp, deletionTimestamp };
  if (generation === undefined) delete metadata.generation;
  if (deletionTimestamp === undefined) delete metadata.deletionTimestamp;
  if (metadata.finalizers?.length === 0) delete metadata.finalizers;
  const next: Stored = { ...wanted, metadata };
  if (!hasStatusSubresource(type)) return next;
  Reflect.deleteProperty(next, "status");
  return current["status"] === undefined ? next : { ...next, status: current["status"] };
}

function named(body: KubeObject, ref: Ref): KubeObject {
  return { ...body, metadata: { ...body.metadata, ...ref } };
}

function countGeneration(type: ResourceType, current: Stored, next: Stored): void {
  if (!hasGeneration(type) || isEqualJson(content(type, next), content(type, current))) return;
  next.metadata.generation = (current.metadata.generation ?? 0) + 1;
}

function content(type: ResourceType, object: Stored): Json {
  const uncounted = hasStatusSubresource(type) ? ["metadata", "status"] : ["metadata"];
  return Object.fromEntries(Object.entries(object).filter(([name]) => !uncounted.includes(name)));
}

function isEnding(object: Stored): boolean {
  return object.metadata.deletionTimestamp !== undefined && (object.metadata.finalizers ?? []).length === 0;
}

function hasStatusSubresource(type: ResourceType): boolean {
  return type.group.endsWith("berth.dev");
}

/** Core kinds and Leases have none (Pods aside, which nobody writes here). */
function hasGeneration(type: ResourceType): boolean {
  return type.group !== "" && type.group !== "coordination.k8s.io";
}

function isSelected(
  object: KubeObject,
  options: Pick<ListOptions, "namespace" | "labelSelector" | "fieldSelector">,
): boolean {
  const { labels = {}, namespace } = object.metadata;
  if (options.namespace !== undefined && options.namespace !== namespace) return false;
  if (options.fieldSelector !== undefined && !hasField(object, options.fieldSelector)) return false;
  const terms = (options.labelSelector ?? "").split(",").filter((term) => term !== "");
  return terms.every((term) => {
    if (term.startsWith("!")) return !(term.slice(1) in labels);
    const [label = "", value] = term.split("=");
    return value === undefined ? label in labels : labels[label] === value;
  });
}

/** Understands `path=value`, as much as anybody here asks. */
function hasField(object: KubeObject, selector: string): boolean {
  const [path = "", value] = selector.split("=");
  const found = path
    .split(".")
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], object);
  return found === value;
}

/** Whoever is given an object may set members of it and of its metadata, as the operator's copies do. */
function handOut<T extends KubeObject>(object: KubeObject): T {
  return { ...object, metadata: { ...object.metadata } } as T;
}

/** Looks from the newest one back: who follows is seldom far behind. */
function nextAfter(log: readonly Logged[], version: number): Logged | undefined {
  let index = log.length;
  while (index > 0 && (log[index - 1]?.version ?? 0) > version) index -= 1;
  return log[index];
}

function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function isOver(table: Table, epoch: number): boolean {
  return table.epoch !== epoch;
}

function nextEvent(table: Table, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      table.listeners.delete(wake);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    table.listeners.add(wake);
    signal.addEventListener("abort", wake, { once: true });
  });
}

function keyOf(ref: Ref): string {
  return `${ref.namespace ?? ""}/${ref.name}`;
}

function fault(method: string, path: string, status: number, reason: string): KubeError {
  const body: Status = { kind: "Status", status: "Failure", reason, code: status, message: reason };
  return new KubeError(`${method} ${path}`, { status, reason, body });
}
