/**
 * Hands keys to workers.
 *
 * 1. A key is in the queue at most once; adding it again is free.
 * 2. At most one worker has a key. Adding a key that is being worked on marks it dirty: it runs again afterwards.
 * 3. First in, first out, dirty keys included, so that no key can crowd out others, and organization by organization in
 *    turn, none of which has more than two thirds of the workers, so that none can either. What somebody changed goes
 *    before what follows of earlier changes, and that before the resync: in a burst all is pushed early. Of each eight
 *    picks one turns to the resync first and two to what follows, so that a flood of changes starves neither.
 * 4. A delay holds one timer per key, the earliest wins. Nothing but `drain` takes a key or a timer away; only what is to be seen
 *    soon needs no run of its own once one has begun that sees it.
 * 5. Passes that only read memory never wait for anything: after 10 ms of them the event loop gets its turn, so that
 *    thousands of settled keys hold up neither the lease nor the watches.
 */
import { RoundRobin } from "../../adapters/round-robin.ts";
import { backoffMs, type Backoff } from "./backoff.ts";
import type { Clock } from "./clock.ts";
import { firstAt, isAbove, newEntry, ORDER, type Entry, type Priority, type Ticket } from "./queue-entry.ts";
import { laneOf, WorkerShares } from "./worker-shares.ts";

/** Does the work for one key; a rejection is a fault of the program and is reported through `onFault`. */
export type Work = (key: string, signal: AbortSignal) => Promise<void>;

/** The set-up of a queue. */
type KeyedQueueOptions = Readonly<{
  clock: Clock;
  concurrency: number;
  backoff?: Backoff;
  random?: () => number;
  onPick?: (key: string, waitedMs: number) => void;
  onFault?: (key: string, error: unknown) => void;
}>;

const DEFAULT_BACKOFF: Backoff = { baseMs: 100, maxMs: 60_000 };
const TURN_MAX_MS = 10;

/** Deduplicates keys and runs them, one worker per key at a time. */
export class KeyedQueue {
  readonly #options: KeyedQueueOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #ready = {
    change: new RoundRobin<Ticket>(),
    progress: new RoundRobin<Ticket>(),
    resync: new RoundRobin<Ticket>(),
  };
  readonly #shares: WorkerShares;
  readonly #abort = new AbortController();
  #work: Work | undefined;
  #depth = 0;
  #running = 0;
  #picks = 0;
  #draining = false;
  /** When the first pass began since the event loop last had its turn. */
  #turnStartedMs: number | undefined;
  #onIdle: (() => void) | undefined;

  constructor(options: KeyedQueueOptions) {
    this.#options = options;
    this.#shares = new WorkerShares(options.concurrency);
  }

  /** Starts the workers; keys added before have been waiting. */
  start(work: Work): void {
    if (this.#work !== undefined) throw new Error("The queue runs already");
    this.#work = work;
    this.#dispatch();
  }

  /** Adds a key, to be run as soon as a worker is free. */
  add(key: string, priority: Priority = "progress"): void {
    if (this.#draining) return;
    const entry = this.#entry(key);
    if (entry.running) {
      if (!entry.dirty || isAbove(priority, entry.priority)) entry.priority = priority;
      entry.dirty = true;
    } else if (entry.ticket === undefined || isAbove(priority, entry.priority)) {
      this.#enqueue(key, entry, priority);
      this.#dispatch();
    }
  }

  /** Adds a key after a delay; of several delays the earliest counts. */
  addAfter(key: string, delayMs: number): void {
    if (this.#draining) return;
    const entry = this.#entry(key);
    const dueMs = this.#options.clock.monotonicMs() + Math.max(0, delayMs);
    if (entry.timer !== undefined && entry.timer.dueMs <= dueMs) return;
    entry.timer?.cancel();
    const cancel = this.#options.clock.setTimeout(() => this.#onDue(key, entry), delayMs);
    entry.timer = { dueMs, cancel };
  }

  /** Adds a key after a delay, unless a run of it begins before, which sees what this is about. */
  addSoon(key: string, delayMs: number): void {
    if (this.#draining) return;
    const entry = this.#entry(key);
    entry.cancelSoon ??= this.#options.clock.setTimeout(() => {
      entry.cancelSoon = undefined;
      this.add(key);
    }, delayMs);
  }

  /** Adds a key whose object was written to, at its end where it runs: it may be who wrote, and have seen what follows. */
  addWritten(key: string, priority: Priority): void {
    const entry = this.#entries.get(key);
    if (entry?.running === true) entry.wrote = true;
    else this.add(key, priority);
  }

  /** Says that the run that goes on has decided of what was written meanwhile: to look in a moment is enough. */
  sawWritten(key: string, delayMs: number): void {
    const entry = this.#entries.get(key);
    if (entry?.wrote !== true) return;
    entry.wrote = false;
    this.addSoon(key, delayMs);
  }

  /** Adds a key after the delay that its failures in a row ask for, `maxMs` at most, and counts one more; returns the delay. */
  retry(key: string, maxMs = Infinity): number {
    const entry = this.#entry(key);
    entry.failures += 1;
    const { backoff = DEFAULT_BACKOFF, random = Math.random } = this.#options;
    const delayMs = Math.min(maxMs, backoffMs(backoff, entry.failures, random));
    this.addAfter(key, delayMs);
    return delayMs;
  }

  /** Forgets a key's failures, after a pass that went well. */
  forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.failures = 0;
    this.#release(key, entry);
  }

  /** Counts keys that wait for a worker. */
  get depth(): number {
    return this.#depth;
  }

  /** Counts keys that a worker has. */
  get running(): number {
    return this.#running;
  }

  /** Returns how long the oldest ready key has been waiting. */
  get oldestAgeMs(): number {
    let oldestMs = Infinity;
    for (const priority of ORDER)
      for (const ticket of this.#ready[priority].oldest())
        if (this.#counts(ticket)) oldestMs = Math.min(oldestMs, ticket.sinceMs);
    return oldestMs === Infinity ? 0 : this.#options.clock.monotonicMs() - oldestMs;
  }

  /** Takes in and hands out nothing more, waits for running keys, aborts them after the grace; true when all ended. */
  async drain(graceMs: number): Promise<boolean> {
    this.#draining = true;
    for (const { timer, cancelSoon } of this.#entries.values()) {
      timer?.cancel();
      cancelSoon?.();
    }
    await this.#idle(graceMs);
    if (this.#running === 0) return true;
    this.#abort.abort();
    // What heeds its signal ends in a moment; what does not is left to the end of the process.
    await this.#idle(Math.min(graceMs, 1_000));
    return false;
  }

  #idle(timeoutMs: number): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#options.clock.setTimeout(resolve, timeoutMs);
      this.#onIdle = () => {
        cancel();
        resolve();
      };
    });
  }

  #entry(key: string): Entry {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = newEntry();
      this.#entries.set(key, entry);
    }
    return entry;
  }

  #onDue(key: string, entry: Entry): void {
    entry.timer = undefined;
    this.add(key);
  }

  #enqueue(key: string, entry: Entry, priority: Priority): void {
    if (entry.ticket === undefined) this.#depth += 1;
    // An earlier ticket stays in its line and is passed over there: it is no longer this entry's.
    entry.ticket = { key, sinceMs: entry.ticket?.sinceMs ?? this.#options.clock.monotonicMs() };
    entry.priority = priority;
    this.#ready[priority].push(laneOf(key), entry.ticket);
  }

  #dispatch(): void {
    while (this.#work !== undefined && !this.#draining && this.#running < this.#options.concurrency) {
      if (this.#depth === 0 || this.#isTurnOver()) return;
      const ticket = this.#pick();
      if (ticket === undefined) return;
      this.#beginTurn();
      this.#begin(ticket, this.#work);
    }
  }

  #isTurnOver(): boolean {
    const startedMs = this.#turnStartedMs;
    return startedMs !== undefined && this.#options.clock.monotonicMs() - startedMs >= TURN_MAX_MS;
  }

  #beginTurn(): void {
    if (this.#turnStartedMs !== undefined) return;
    this.#turnStartedMs = this.#options.clock.monotonicMs();
    setImmediate(() => {
      this.#turnStartedMs = undefined;
      this.#dispatch();
    });
  }

  #pick(): Ticket | undefined {
    this.#picks += 1;
    for (const priority of [firstAt(this.#picks), ...ORDER]) {
      const ticket = this.#take(this.#ready[priority]);
      if (ticket !== undefined) return ticket;
    }
    return undefined;
  }

  #take(line: RoundRobin<Ticket>): Ticket | undefined {
    const next = (): Ticket | undefined => line.firstOf(this.#shares.isOpen);
    for (let ticket = next(); ticket !== undefined; ticket = next()) {
      if (this.#counts(ticket)) return line.shift();
      line.drop();
    }
    return undefined;
  }

  /** Tells whether the key still waits with this ticket: it may have changed its line. */
  #counts(ticket: Ticket): boolean {
    return this.#entries.get(ticket.key)?.ticket === ticket;
  }

  #begin(ticket: Ticket, work: Work): void {
    const entry = this.#entry(ticket.key);
    entry.ticket = undefined;
    entry.running = true;
    entry.cancelSoon?.();
    entry.cancelSoon = undefined;
    this.#depth -= 1;
    this.#running += 1;
    this.#shares.begin(laneOf(ticket.key));
    this.#options.onPick?.(ticket.key, this.#options.clock.monotonicMs() - ticket.sinceMs);
    const onFault = (error: unknown): void => this.#options.onFault?.(ticket.key, error);
    Promise.resolve()
      .then(() => work(ticket.key, this.#abort.signal))
      .catch(onFault)
      .then(() => this.#end(ticket.key, entry))
      .catch(onFault);
  }

  #end(key: string, entry: Entry): void {
    entry.running = false;
    this.#running -= 1;
    this.#shares.end(laneOf(key));
    if (entry.dirty || entry.wrote) {
      this.#enqueue(key, entry, entry.dirty ? entry.priority : "progress");
      entry.dirty = false;
      entry.wrote = false;
    }
    this.#release(key, entry);
    if (this.#running === 0) this.#onIdle?.();
    this.#dispatch();
  }

  /** Drops what is known about a key once nothing is: the map must not grow with every key ever seen. */
  #release(key: string, entry: Entry): void {
    const isAwaited = entry.timer !== undefined || entry.cancelSoon !== undefined;
    const isIdle = entry.ticket === undefined && !entry.running && entry.failures === 0;
    if (isIdle && !isAwaited) this.#entries.delete(key);
  }
}
