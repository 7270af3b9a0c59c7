import type { Readable } from "node:stream";
import { KubeError, isAlreadyExists, isConflict } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, Ref, ResourceType, WatchEvent } from "../../../adapters/kubernetes/kube-object.ts";
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
} from "../../../adapters/kubernetes/kube-port.ts";
import {
  APPLICATIONS,
  EVENTS,
  HTTP_ROUTES,
  INGRESSES,
  LISTENER_SETS,
  SECRETS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { errorOf } from "../../../adapters/log/thrown.ts";
import { LABELS } from "../../../contract/identity.ts";
import { sleep, type Clock } from "../../../operator/runtime/clock.ts";
import type { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { Dead, type Disturbance, type Misbehaviour } from "./disturbance.ts";

/** What gives names on a host. */
const NAMING: ReadonlySet<ResourceType> = new Set([INGRESSES, HTTP_ROUTES, LISTENER_SETS]);

/** Hears each effect before and after it happens; throwing kills. */
type EffectHook = <T>(label: string, perform: () => Promise<T>) => Promise<T>;

/** The set-up of the view that one operator has of the API server. */
type OperatorClientOptions = Readonly<{
  server: FakeKubeClient;
  clock: Clock;
  random: () => number;
  isAlive: () => boolean;
  effect: EffectHook;
  disturbance: Disturbance;
  misbehaves?: Misbehaviour;
  /** The list as it was so many events ago, once per kind. */
  staleList?: (type: ResourceType, options: ListOptions) => ObjectList | undefined;
  /** Is told of each request, before it is sent. */
  onAsked: (verb: string, what: string) => void;
  /** Notes an event of a watch by what it is of; returns how many there were with it. */
  onWatched: (kind: string) => number;
  /** Writes to an object as somebody else would. */
  bump: (type: ResourceType, ref: Ref) => Promise<void>;
  beforePatch: (type: ResourceType, ref: Ref, patch: Patch, options: PatchOptions) => Promise<void>;
  beforeDelete: (type: ResourceType, ref: Ref) => void;
}>;

/** A watch that missed something expires within this. */
const MISSED_MS = 3_000;
/** A watch that is behind is so by this at most. */
const BEHIND_MS = 3_000;

/** The API server as one operator sees it: late, contested, and gone once the operator is dead. */
export class OperatorClient implements KubeClient {
  readonly #options: OperatorClientOptions;

  constructor(options: OperatorClientOptions) {
    this.#options = options;
  }

  async get<T extends KubeObject>(type: ResourceType, ref: Ref): Promise<T | undefined> {
    await this.#enter("get", type.plural);
    const { misbehaves } = this.#options;
    if (misbehaves === "finalizer-unseen" && type === APPLICATIONS) return undefined;
    if (misbehaves === "looks-nowhere" && ref.name.startsWith("vc-")) return undefined;
    if (misbehaves === "leaves-keys" && type === SECRETS && ref.name.startsWith("wildcard-")) return undefined;
    return this.#options.server.get<T>(type, ref);
  }

  async list<T extends KubeObject>(type: ResourceType, options: ListOptions<T> = {}): Promise<ObjectList<T>> {
    await this.#enter("list", type.plural);
    const { slim = (object) => object, ...which } = options;
    if (this.#options.misbehaves === "looks-nowhere" && which.labelSelector === LABELS.virtualCluster)
      return { items: [], resourceVersion: "0" };
    if (this.#options.misbehaves === "leaves-names" && NAMING.has(type)) return { items: [], resourceVersion: "0" };
    const stale = this.#options.staleList?.(type, which) as ObjectList<T> | undefined;
    return stale === undefined
      ? this.#options.server.list<T>(type, options)
      : { ...stale, items: stale.items.map(slim) };
  }

  async create<T extends KubeObject>(type: ResourceType, body: KubeObject, options: WriteOptions): Promise<T> {
    await this.#enter("create", type.plural);
    if (type === EVENTS) return this.#options.server.create<T>(type, body, options);
    const { server, effect, misbehaves } = this.#options;
    options.beforeSend?.();
    return effect(`create ${type.kind} ${body.metadata.name}`, async () => {
      try {
        return await server.create<T>(type, body, options);
      } catch (error) {
        if (misbehaves !== "creates-anew" || !isAlreadyExists(error)) throw error;
        const metadata = { ...body.metadata, name: `${body.metadata.name}-again` };
        return server.create<T>(type, { ...body, metadata }, options);
      }
    });
  }

  async patch<T extends KubeObject>(type: ResourceType, ref: Ref, patch: Patch, options: PatchOptions): Promise<T> {
    await this.#enter("patch", type.plural);
    const { server, effect, disturbance, random, bump, beforePatch, misbehaves } = this.#options;
    if (random() < (disturbance.conflicts ?? 0)) await bump(type, ref);
    await beforePatch(type, ref, patch, options);
    // As the real one asks: it may have waited since the call.
    options.beforeSend?.();
    const send = (body: unknown): Promise<T> =>
      effect(`patch ${type.kind} ${ref.name} ${options.subresource ?? ""}`, () =>
        server.patch<T>(type, ref, { ...patch, body }, options),
      );
    if (misbehaves === "blind-writes") return send(unversioned(patch.body));
    try {
      return await send(patch.body);
    } catch (error) {
      if (misbehaves !== "replays-conflicts" || !isConflict(error)) throw error;
      return send(unversioned(patch.body));
    }
  }

  async delete(type: ResourceType, ref: Ref, options: DeleteOptions = {}): Promise<boolean> {
    await this.#enter("delete", type.plural);
    this.#options.beforeDelete(type, ref);
    options.beforeSend?.();
    return this.#options.effect(`delete ${type.kind} ${ref.name}`, () =>
      this.#options.server.delete(type, ref, options),
    );
  }

  async *watch<T extends KubeObject>(
    type: ResourceType,
    options: WatchOptions,
    signal: AbortSignal,
  ): AsyncGenerator<WatchEvent<T>, void> {
    await this.#enter("watch", type.plural);
    const { clock, random, disturbance, isAlive, onWatched } = this.#options;
    for await (const event of this.#told<T>(type, options, signal)) {
      await sleep(clock, (disturbance.staleMs ?? 0) * random(), signal);
      if (!isAlive()) throw new Dead();
      const number = onWatched(`${event.type} ${type.kind}`);
      const isMissed = disturbance.missed?.has(number) === true;
      if (isMissed && this.#options.misbehaves === "trusts-watches") continue;
      if (isMissed || random() < (disturbance.lost ?? 0)) {
        await sleep(clock, MISSED_MS * random(), signal);
        throw new KubeError("WATCH", { status: 410, reason: "Expired" });
      }
      yield event;
    }
  }

  /** The events, each so many behind the newest; one that is the newest for long is told all the same. */
  async *#told<T extends KubeObject>(
    type: ResourceType,
    options: WatchOptions,
    signal: AbortSignal,
  ): AsyncGenerator<WatchEvent<T>, void> {
    const { server, clock, disturbance } = this.#options;
    const { behind = 0 } = disturbance;
    const source = server.watch<T>(type, options, signal);
    if (behind === 0) return yield* source;
    const held: Readonly<{ event: WatchEvent<T>; atMs: number }>[] = [];
    let wake: () => void = () => undefined;
    let fault: Error | undefined;
    void (async () => {
      for await (const event of source) {
        held.push({ event, atMs: clock.monotonicMs() });
        wake();
      }
    })().catch((error: unknown) => {
      fault = errorOf(error);
      wake();
    });
    for (;;) {
      const [oldest] = held;
      const restMs = oldest === undefined ? Number.POSITIVE_INFINITY : oldest.atMs + BEHIND_MS - clock.monotonicMs();
      if (oldest !== undefined && (held.length > behind || restMs <= 0)) {
        held.shift();
        yield oldest.event;
        continue;
      }
      if (fault !== undefined) throw fault;
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await (oldest === undefined ? woken : Promise.race([woken, sleep(clock, restMs, signal)]));
    }
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<unknown> {
    await this.#enter(method, path);
    if (method === "GET") return this.#options.server.request(method, path, options);
    options.beforeSend?.();
    return this.#options.effect(`${method} ${path}`, () => this.#options.server.request(method, path, options));
  }

  stream(path: string): Promise<Readable> {
    return this.#options.server.stream(path);
  }

  dial(): Promise<never> {
    return this.#options.server.dial();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #enter(verb: string, what: string): Promise<void> {
    const { clock, disturbance, isAlive, onAsked, random } = this.#options;
    if (!isAlive()) throw new Dead();
    onAsked(verb, what);
    if (disturbance.latencyMs !== undefined) await sleep(clock, disturbance.latencyMs * random());
    if (!isAlive()) throw new Dead();
  }
}

function unversioned(body: unknown): unknown {
  const copy = structuredClone(body) as { metadata?: { resourceVersion?: string } };
  delete copy.metadata?.resourceVersion;
  return copy;
}
