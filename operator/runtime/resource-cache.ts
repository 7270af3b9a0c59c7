/**
 * Keeps a copy of all objects of one kind.
 *
 * 1. List all pages; what differs from the copy becomes events, deletions that no watch told of included.
 * 2. Watch from the list's version; each event and bookmark moves the version on.
 * 3. When the watch ends or breaks, or says nothing for 90 s, watch again from that version, without a list.
 * 4. When the API server no longer knows the version (410 and the like), or answers from it with the same fault ten times in a
 *    row (a 500, a line that cannot be read), go to 1. One that cannot be reached at all costs no list.
 * 5. About once an hour, when a watch ends, go to 1 all the same: where etcd was restored and has passed the version since,
 *    the watch goes on in another history and never tells of what that one lacks.
 *
 * An older object never replaces a newer one, unless a list contradicts what is known: then etcd was restored. The answers
 * of our own writes are entered by `noteWrite`, so that the next pass sees what the last one wrote, however late the watch is.
 */
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType, WatchEvent } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient, ObjectList } from "../../adapters/kubernetes/kube-port.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import { Answers } from "./answers.ts";
import { backoffMs, type Backoff } from "./backoff.ts";
import { sleep, type Clock } from "./clock.ts";
import { contradicts } from "./contradicts.ts";
import type { RuntimeMetrics } from "./metrics.ts";
import { keyOf, ObjectStore, type IndexFunction } from "./object-store.ts";
import { compareVersions, versionOf } from "./resource-version.ts";
import { canResume, isAnswered } from "./watch-fault.ts";
import { Watchdog } from "./watchdog.ts";

/**
 * Tells a subscriber what changed. `source` says how it was learned: a resync's many upserts can wait behind a change.
 * `resync` closes a list: all objects have been told, and `resourceVersion` is the version at which that was everything;
 * when it is `restored`, it contradicts what was known: versions of before mean nothing.
 */
export type CacheEvent<T extends KubeObject> =
  | Readonly<{ kind: "upsert"; key: string; object: T; previous?: T; source: "list" | "watch" | "write" }>
  | Readonly<{ kind: "delete"; key: string; object: T; previous?: T; source: "list" | "watch" | "write" }>
  | Readonly<{ kind: "resync"; resourceVersion: string; restored: boolean }>;

/** The set-up of a cache. */
export type ResourceCacheOptions<T extends KubeObject> = Readonly<{
  client: Pick<KubeClient, "list" | "watch">;
  type: ResourceType;
  clock: Clock;
  logger: Logger;
  metrics?: RuntimeMetrics;
  namespace?: string;
  labelSelector?: string;
  /** Drops what nobody reads, to save memory; managedFields are always dropped. */
  transform?: (object: T) => T;
  random?: () => number;
  silenceMaxMs?: number;
  backoff?: Backoff;
}>;

const SILENCE_MAX_MS = 90_000;
const BACKOFF: Backoff = { baseMs: 200, maxMs: 3_000 };
/** A watch that ends sooner without a single event is broken, whatever its status says. */
const WATCH_MIN_MS = 1_000;
const RESUMES_MAX = 10;
/** 10,000 objects are listed in seconds; so long may people see what a restored etcd has no more. */
const RELIST_MS = 3_600_000;

/** Lists and watches one kind, answers reads from memory and tells subscribers what changes. */
export class ResourceCache<T extends KubeObject = KubeObject> {
  readonly #options: ResourceCacheOptions<T>;
  readonly #store = new ObjectStore<T>();
  readonly #subscribers = new Set<(event: CacheEvent<T>) => void>();
  #hasSynced = false;
  /** The version up to which the copy is complete; undefined when only a list can tell. */
  #version: string | undefined;
  #newestVersion = "0";
  #lastEventMs: number;
  #eventCount = 0;
  /** Faults in a row that the version may bring with it. */
  #faults = 0;
  #relistDueMs = Infinity;
  #onSynced = new Set<() => void>();
  readonly #answers: Answers;

  constructor(options: ResourceCacheOptions<T>) {
    this.#options = options;
    this.#answers = new Answers(options.clock);
    this.#lastEventMs = options.clock.monotonicMs();
    options.metrics?.followCache(options.type.plural, this);
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Waits for the first complete list; false when the signal aborted before. */
  whenSynced(signal: AbortSignal): Promise<boolean> {
    if (this.#hasSynced || signal.aborted) return Promise.resolve(this.#hasSynced);
    return new Promise((resolve) => {
      const end = (): void => {
        signal.removeEventListener("abort", end);
        this.#onSynced.delete(end);
        resolve(this.#hasSynced);
      };
      this.#onSynced.add(end);
      signal.addEventListener("abort", end, { once: true });
    });
  }

  get size(): number {
    return this.#store.size;
  }

  /** Returns the version up to which everything was told, also by bookmarks; undefined before the first list. */
  get completeVersion(): string | undefined {
    return this.#hasSynced ? this.#newestVersion : undefined;
  }

  /** Returns the time since the API server last said anything: how old this copy may be. */
  get secondsSinceEvent(): number {
    return (this.#options.clock.monotonicMs() - this.#lastEventMs) / 1000;
  }

  get(key: string): T | undefined {
    return this.#store.get(key);
  }

  list(): T[] {
    return this.#store.values();
  }

  /** Finds objects by what `valuesOf` says about them; kept up with each change. */
  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    this.#store.addIndex(name, valuesOf);
  }

  byIndex(name: string, value: string): T[] {
    return this.#store.byIndex(name, value);
  }

  /** Tells of changes from now on (subscribe before `run` to hear of everything); returns how to end it. */
  subscribe(subscriber: (event: CacheEvent<T>) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Enters the answer of our own write, unless the watch has already told of something newer. */
  noteWrite(answer: T): void {
    const key = keyOf(answer);
    const known = this.#store.get(key);
    if (known === undefined && !this.#mayBeNew(answer)) return;
    this.#put(key, this.#slim(answer), "write");
    this.#answers.note(this.#store.get(key), answer);
  }

  /** Tells whether the API server itself answered with what is held, so long ago at most. */
  wasAnswered(key: string, withinMs: number): boolean {
    return this.#answers.isRecent(this.#store.get(key), withinMs);
  }

  /** Follows the kind until the signal aborts; never rejects, every fault is retried. */
  async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const eventsBefore = this.#eventCount;
      try {
        if (this.#version === undefined || this.#options.clock.monotonicMs() >= this.#relistDueMs)
          await this.#relist(signal);
        failures = (await this.#watch(signal)) ? 0 : failures + 1;
      } catch (error) {
        failures = this.#eventCount > eventsBefore ? 1 : failures + 1;
        this.#onFault(error, signal);
      }
      if (failures > 0) await sleep(this.#options.clock, this.#delayMs(failures), signal);
    }
  }

  #delayMs(failures: number): number {
    return backoffMs(this.#options.backoff ?? BACKOFF, failures, this.#options.random ?? Math.random);
  }

  #onFault(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    const { logger, metrics, type } = this.#options;
    const reason = error instanceof KubeError ? error.reason : "Internal";
    metrics?.watchRestarts.inc({ resource: type.plural, reason });
    if (isAnswered(error)) this.#faults += 1;
    if (!canResume(error) || this.#faults >= RESUMES_MAX) this.#version = undefined;
    logger.info("Watch broke off", { resource: type.plural, reason, relist: this.#version === undefined });
  }

  async #relist(signal: AbortSignal): Promise<void> {
    const { client, clock, labelSelector, metrics, namespace, random = Math.random, type } = this.#options;
    // One that fails is no reason not to watch: the next one is due as long after it.
    this.#relistDueMs = clock.monotonicMs() + RELIST_MS * (0.75 + 0.5 * random());
    const list = await client.list<T>(type, { namespace, labelSelector, signal, slim: (object) => this.#slim(object) });
    metrics?.lists.inc({ resource: type.plural });
    this.#lastEventMs = clock.monotonicMs();
    const restored = contradicts(list, { get: (key) => this.#store.get(key), newestVersion: this.#newestVersion });
    this.#merge(list, restored);
    this.#version = list.resourceVersion;
    this.#faults = 0;
    this.#newestVersion = list.resourceVersion;
    this.#hasSynced = true;
    this.#emit({ kind: "resync", resourceVersion: list.resourceVersion, restored });
    for (const end of this.#onSynced) end();
  }

  /** After a restore the list's word counts, not our newer objects. */
  #merge({ items, resourceVersion }: ObjectList<T>, restored: boolean): void {
    const absent = new Set(this.#store.keys());
    for (const item of items) {
      const key = keyOf(item);
      absent.delete(key);
      if (restored) this.#store.delete(key);
      this.#put(key, item, "list");
    }
    for (const key of absent) {
      const object = this.#store.get(key);
      // An object of our own that was written after the list was made is not absent, only newer.
      if (object === undefined || (!restored && compareVersions(versionOf(object), resourceVersion) > 0)) continue;
      this.#remove(key, object, "list");
    }
  }

  /** Returns whether the watch lived as one should; throws when it broke. */
  async #watch(signal: AbortSignal): Promise<boolean> {
    const { client, clock, labelSelector, namespace, random = Math.random, type } = this.#options;
    const watchdog = new Watchdog(clock, this.#options.silenceMaxMs ?? SILENCE_MAX_MS, signal);
    const startedMs = clock.monotonicMs();
    const timeoutSeconds = Math.round(300 + 300 * random());
    const from = { namespace, labelSelector, resourceVersion: this.#version ?? "", timeoutSeconds };
    const eventsBefore = this.#eventCount;
    try {
      for await (const event of client.watch<T>(type, from, watchdog.signal)) {
        watchdog.feed();
        this.#apply(event);
      }
    } catch (error) {
      throw watchdog.bit ? new KubeError(`WATCH ${type.plural}`, { status: 0, reason: "Silence" }) : error;
    } finally {
      watchdog.release();
    }
    return this.#eventCount > eventsBefore || clock.monotonicMs() - startedMs >= WATCH_MIN_MS;
  }

  #apply(event: WatchEvent<T>): void {
    this.#lastEventMs = this.#options.clock.monotonicMs();
    this.#eventCount += 1;
    this.#faults = 0;
    const version = versionOf(event.object);
    if (event.type !== "BOOKMARK") {
      const key = keyOf(event.object);
      if (event.type === "DELETED") this.#onDeleted(key, event.object);
      else this.#put(key, this.#slim(event.object), "watch");
    }
    this.#version = version;
    if (compareVersions(version, this.#newestVersion) > 0) this.#newestVersion = version;
  }

  #onDeleted(key: string, object: T): void {
    const known = this.#store.get(key);
    if (known !== undefined && compareVersions(versionOf(known), versionOf(object)) > 0) return;
    this.#remove(key, this.#slim(object), "watch");
  }

  #put(key: string, object: T, source: "list" | "watch" | "write"): void {
    const previous = this.#store.get(key);
    if (previous !== undefined && compareVersions(versionOf(object), versionOf(previous)) <= 0) return;
    const replaced = previous !== undefined && previous.metadata.uid !== object.metadata.uid;
    if (replaced) this.#remove(key, previous, source);
    this.#store.set(key, object);
    this.#emit({ kind: "upsert", key, object, source, ...(previous === undefined || replaced ? {} : { previous }) });
  }

  #remove(key: string, object: T, source: "list" | "watch" | "write"): void {
    const previous = this.#store.get(key);
    this.#store.delete(key);
    this.#emit({ kind: "delete", key, object, source, ...(previous === undefined ? {} : { previous }) });
  }

  /** An unknown object is new only above the version that the copy is complete at: below it, it has been deleted. */
  #mayBeNew(answer: T): boolean {
    const { labelSelector, namespace } = this.#options;
    if (labelSelector !== undefined || !this.#hasSynced) return false;
    if (namespace !== undefined && answer.metadata.namespace !== namespace) return false;
    return compareVersions(versionOf(answer), this.#newestVersion) > 0;
  }

  #slim(object: T): T {
    // Set, not deleted: deleting turns the object into a slow dictionary.
    (object.metadata as { managedFields?: unknown }).managedFields = undefined;
    return this.#options.transform === undefined ? object : this.#options.transform(object);
  }

  #emit(event: CacheEvent<T>): void {
    for (const subscriber of this.#subscribers) {
      try {
        subscriber(event);
      } catch (error) {
        this.#options.logger.error("A subscriber failed", { resource: this.#options.type.plural, error });
      }
    }
  }
}
