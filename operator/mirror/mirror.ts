/*
 * Keeps Postgres' projection equal to the objects of the management cluster:
 * 1. The caches' events fill a map with the newest of each object; nothing here ever makes the operator wait.
 * 2. Up to 500 of them, or those of 20 ms, are projected and written as one batch, guarded by version and uid. While
 *    changes keep coming a batch follows the last one after 150 ms at the earliest: a transaction costs more than a row.
 * 3. A complete list buries the rows that it lacks and that are not newer than it.
 * 4. Postgres away: the map goes on holding the newest, and the batch is tried again with back-off.
 * 5. Another management cluster (uid of kube-system), another projection, a rebuild that was asked for, or an etcd that was
 *    restored (a list contradicts what was known or is stored): all rows are written anew.
 * 6. Each second what waited is tried again: for its namespace, cluster or database, or until the caches here know as much as
 *    a list that another leader applied, which may have buried it; heartbeats and sweeps are due now and then.
 * It may be killed anywhere: the next start lists everything and writes what is missing.
 */
import {
  EpochChangedError,
  type FullList,
  type ResourceStore,
} from "../../adapters/postgres/resources/resource-store.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { codeOf } from "../../adapters/log/thrown.ts";
import { isPostgresAway } from "../../adapters/postgres/pool.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import { PROJECTION_VERSION } from "../../render/projection/project-resource.ts";
import { backoffMs, type Backoff } from "../runtime/backoff.ts";
import { sleep, type Clock } from "../runtime/clock.ts";
import type { CacheEvent } from "../runtime/resource-cache.ts";
import { compareVersions } from "../runtime/resource-version.ts";
import { RestoredError, writeBatch, type BatchPorts } from "./mirror-batch.ts";
import { PendingChanges, type PendingChange } from "./pending-changes.ts";

/** A watched kind; a ResourceCache fits. */
export type MirrorSource = Readonly<{
  kind: ProjectedKind;
  /** How long the oldest change of this kind has been waiting for its controller. */
  unservedMs?: () => number;
  cache: Readonly<{
    hasSynced: boolean;
    secondsSinceEvent: number;
    /** Up to which version it has told everything. */
    completeVersion: string | undefined;
    list: () => KubeObject[];
    subscribe: (subscriber: (event: CacheEvent<KubeObject>) => void) => () => void;
    whenSynced: (signal: AbortSignal) => Promise<boolean>;
  }>;
}>;

/** What the API server says of itself: the uid of kube-system, and a version that nothing stored in it exceeds. */
export type ManagementCluster = Readonly<{ uid: string; resourceVersion: string }>;

/** Does what is due beside the mirroring itself. */
export type MirrorUpkeep = Readonly<{
  recordHeartbeats: (ages: Readonly<Record<string, number>>) => Promise<void>;
  sweep: () => Promise<void>;
}>;

/** The set-up of the mirror. Construct it before the caches run, so that it knows how complete each one is. */
export type MirrorOptions = BatchPorts &
  Readonly<{
    sources: readonly MirrorSource[];
    store: Pick<
      ResourceStore,
      "mirror" | "mirroredVersions" | "oldestOwners" | "adoptEpoch" | "holdsEpoch" | "newestVersion" | "buryAbsent"
    >;
    readCluster: () => Promise<ManagementCluster>;
    upkeep: MirrorUpkeep;
    clock: Clock;
    random?: () => number;
    batchMax?: number;
    batchDelayMs?: number;
    batchSpacingMs?: number;
    backoff?: Backoff;
  }>;

const BATCH_MAX = 500;
const BATCH_DELAY_MS = 20;
const BATCH_SPACING_MS = 150;
const TICK_MS = 1_000;
const HEARTBEAT_MS = 15_000;
const SWEEP_MS = 60_000;
const BACKOFF: Backoff = { baseMs: 100, maxMs: 5_000 };

/** Writes the objects of all kinds into Postgres while it runs. */
export class Mirror {
  readonly #options: MirrorOptions;
  readonly #pending = new PendingChanges();
  readonly #fullLists = new Map<ProjectedKind, FullList>();
  /** By uid: what names something that is not there yet. */
  readonly #waiting = new Map<string, PendingChange>();
  #isRunning = false;
  #epoch: string | undefined;
  /** The epoch that the pending changes were entered in. */
  #entered: string | undefined;
  #lists = 0;
  /** How often etcd was seen to be restored, and for how many of these rows are written anew. */
  #restores = { seen: 0, answered: 0 };
  #lastBatchMs = -Infinity;
  #due = { tickMs: 0, heartbeatMs: 0, sweepMs: 0 };

  constructor(options: MirrorOptions) {
    this.#options = options;
    options.metrics?.follow(this);
    for (const source of options.sources) source.cache.subscribe((event) => this.#onEvent(source, event));
  }

  /** Returns how old the oldest change is that is not in Postgres. */
  get lagMs(): number {
    const { oldestMs } = this.#pending;
    return oldestMs === undefined ? 0 : this.#options.clock.monotonicMs() - oldestMs;
  }

  get pending(): number {
    return this.#pending.size + this.#waiting.size + this.#fullLists.size;
  }

  /** Mirrors until the signal aborts; never rejects, every fault is tried again. */
  async run(signal: AbortSignal): Promise<void> {
    for (const { cache } of this.#options.sources) await cache.whenSynced(signal);
    this.#isRunning = true;
    this.#epoch = undefined;
    this.#entered = undefined;
    this.#enterAll();
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#pass(signal);
        failures = 0;
      } catch (error) {
        failures += 1;
        this.#onFault(error, failures);
        await sleep(this.#options.clock, this.#backoffMs(failures), signal);
      }
    }
    this.#isRunning = false;
    this.#pending.clear();
    this.#fullLists.clear();
    this.#waiting.clear();
  }

  #onEvent(source: MirrorSource, event: CacheEvent<KubeObject>): void {
    const { kind } = source;
    if (event.kind === "resync") {
      // A list may mean that the API server came back with other data.
      this.#epoch = undefined;
      this.#lists += 1;
      if (event.restored) this.#restores.seen += 1;
      if (this.#isRunning) this.#enterFullList(source);
      return;
    }
    if (this.#isRunning) this.#enter(kind, event.object, event.kind === "delete", event.source === "list");
  }

  #enter(kind: ProjectedKind, object: KubeObject, isDeleted: boolean, isListed: boolean): void {
    this.#waiting.delete(object.metadata.uid ?? "");
    this.#pending.put({ kind, object, isDeleted, isListed, sinceMs: this.#options.clock.monotonicMs() });
  }

  #enterFullList({ kind, cache }: MirrorSource): void {
    const resourceVersion = cache.completeVersion;
    if (resourceVersion === undefined) return;
    this.#fullLists.set(kind, { kind, resourceVersion, uids: cache.list().map((object) => object.metadata.uid ?? "") });
  }

  #enterAll(): void {
    this.#options.metrics?.unprojectable.clear();
    for (const source of this.#options.sources) {
      for (const object of source.cache.list()) this.#enter(source.kind, object, false, true);
      this.#enterFullList(source);
    }
  }

  async #pass(signal: AbortSignal): Promise<void> {
    await this.#collect(signal);
    if (signal.aborted) return;
    const lists = this.#lists;
    const epoch = this.#epoch ?? (await this.#adoptEpoch());
    // One that came meanwhile asks for it again.
    this.#epoch = lists === this.#lists ? epoch : undefined;
    for (const [kind, list] of [...this.#fullLists]) {
      await this.#options.store.buryAbsent(epoch, list);
      if (this.#fullLists.get(kind) === list) this.#fullLists.delete(kind);
    }
    await this.#writePending(epoch);
    await this.#keepUp(epoch);
  }

  /** Waits for something to do, then as long as a batch is collected; at most until the next tick. */
  async #collect(signal: AbortSignal): Promise<void> {
    const { clock, batchMax = BATCH_MAX } = this.#options;
    if (this.#pending.size === 0 && this.#fullLists.size === 0) {
      const wake = new AbortController();
      this.#pending.onNext(() => wake.abort());
      await sleep(clock, TICK_MS, AbortSignal.any([signal, wake.signal]));
    }
    if (this.#pending.size > 0 && this.#pending.size < batchMax) await sleep(clock, this.#delayMs(), signal);
  }

  #delayMs(): number {
    const { clock, batchDelayMs = BATCH_DELAY_MS, batchSpacingMs = BATCH_SPACING_MS } = this.#options;
    return Math.max(batchDelayMs, this.#lastBatchMs + batchSpacingMs - clock.monotonicMs());
  }

  async #writePending(epoch: string): Promise<void> {
    const batch = this.#pending.take(this.#options.batchMax ?? BATCH_MAX);
    if (batch.length === 0) return;
    this.#lastBatchMs = this.#options.clock.monotonicMs();
    const basis = { epoch, complete: this.#complete() };
    try {
      const waiting = await writeBatch(batch, basis, this.#options);
      for (const change of waiting)
        if (!this.#pending.has(change)) this.#waiting.set(change.object.metadata.uid ?? "", change);
    } catch (error) {
      this.#pending.giveBack(batch);
      throw error;
    }
  }

  #complete(): Record<string, string> {
    const versions = this.#options.sources.map(({ kind, cache }) => [kind, cache.completeVersion ?? "0"] as const);
    return Object.fromEntries(versions);
  }

  async #adoptEpoch(): Promise<string> {
    const { logger, readCluster, store } = this.#options;
    const { seen, answered } = this.#restores;
    // Asked before the API server is: by then nothing that came from it is newer than what it says.
    const newest = await store.newestVersion();
    const { uid, resourceVersion } = await readCluster();
    const wasRestored = seen > answered || compareVersions(resourceVersion, newest) < 0;
    const { epoch, isNew } = await store.adoptEpoch(`${uid}/${PROJECTION_VERSION}`, wasRestored);
    if (wasRestored) logger.error("etcd was restored to an earlier state", { newest, now: resourceVersion });
    if (isNew) logger.info("Writing every row anew: another state of the management cluster, or another projection");
    this.#restores.answered = seen;
    // What is pending has versions of before.
    if (isNew || (this.#entered !== undefined && this.#entered !== epoch)) this.#enterAnew();
    this.#entered = epoch;
    return epoch;
  }

  #enterAnew(): void {
    this.#pending.clear();
    this.#waiting.clear();
    this.#enterAll();
  }

  async #keepUp(epoch: string): Promise<void> {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs >= this.#due.heartbeatMs && this.#pending.size === 0) {
      // Nothing to write would never find out.
      if (!(await this.#options.store.holdsEpoch(epoch))) this.#epoch = undefined;
      await this.#options.upkeep.recordHeartbeats(this.#ages());
      this.#due.heartbeatMs = nowMs + HEARTBEAT_MS;
    }
    if (nowMs >= this.#due.sweepMs) {
      await this.#options.upkeep.sweep();
      this.#due.sweepMs = nowMs + SWEEP_MS;
    }
    if (nowMs >= this.#due.tickMs) {
      this.#due.tickMs = nowMs + TICK_MS;
      for (const { kind, object, isDeleted } of [...this.#waiting.values()])
        this.#enter(kind, object, isDeleted, false);
    }
  }

  #ages(): Record<string, number> {
    return Object.fromEntries(
      this.#options.sources.map(({ kind, cache, unservedMs }) => [
        kind,
        // What the watch shows is no newer than what a controller last made of it.
        Math.max(cache.secondsSinceEvent * 1000, unservedMs?.() ?? 0),
      ]),
    );
  }

  #backoffMs(failures: number): number {
    return backoffMs(this.#options.backoff ?? BACKOFF, failures, this.#options.random ?? Math.random);
  }

  #onFault(error: unknown, failures: number): void {
    const { logger, metrics } = this.#options;
    metrics?.failures.inc();
    if (error instanceof RestoredError) {
      this.#epoch = undefined;
      this.#restores.seen += 1;
    } else if (error instanceof EpochChangedError) {
      this.#epoch = undefined;
      logger.error("Another operator writes this projection anew, or for another management cluster or release");
    } else if (failures === 1) {
      const reason = isPostgresAway(error) ? "PostgresUnavailable" : codeOf(error);
      logger.error("Mirroring put off", { reason, pending: this.#pending.size });
    }
  }
}
