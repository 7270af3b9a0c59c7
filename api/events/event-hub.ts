/*
 * Holds the newest changes of the platform for all streams of this gateway:
 * 1. The change feed tells every change once, in the order of commits; while a stream is open, changes are collected,
 *    their resources are read in one statement for all streams, and they enter the ring.
 * 2. A stream that has nothing to send sleeps (sleepers.ts); what enters the ring wakes it where it may read of it. Whoever
 *    else waits is woken by all that enters.
 * 3. The ring is bounded. A stream whose cursor is older than the ring reads from Postgres until it has caught up; so
 *    a slow client costs nothing but its own connection, and any gateway can resume any client.
 */
import type { Change, ChangeFeed } from "../../adapters/postgres/resources/change-feed.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import { describeFault } from "../http/describe-fault.ts";
import { Sleepers, type Sleeper } from "./sleepers.ts";

/** A change with what it tells; `data` is JSON. */
export type ToldEvent = Readonly<{ change: Change; data: string }>;

/** The events of the first `count` changes of a batch, at least of one. */
export type Told = Readonly<{ events: readonly ToldEvent[]; count: number }>;

/** What happens to all streams: changes that have entered the ring, or rights that may have changed. */
export type News = Readonly<
  { kind: "changes"; events: readonly ToldEvent[] } | { kind: "revocations"; whom: readonly (string | undefined)[] }
>;

/** Tells time that never jumps and waits; injected, so that tests own time. */
export type StreamClock = Readonly<{
  monotonicMs: () => number;
  setTimeout: (callback: () => void, delayMs: number) => () => void;
}>;

/** The bounds of the streams of a gateway. */
type StreamLimits = Readonly<{
  heartbeatMs: number;
  /** How old what is known of a caller may be when an event is sent. */
  recheckMs: number;
  /** How long a client may take nothing. */
  stallMs: number;
  perUser: number;
  ringEvents: number;
  ringCharacters: number;
  /** How many changes a cursor may lie behind. */
  behind: number;
}>;

const LIMITS: StreamLimits = {
  heartbeatMs: 15_000,
  recheckMs: 1_000,
  stallMs: 15_000,
  perUser: 20,
  ringEvents: 2_000,
  ringCharacters: 16_777_216,
  behind: 10_000,
};
const BATCH = 500;
const RETRY_MS = 500;
const RECHECK_DELAY_MS = 100;

const systemClock: StreamClock = {
  monotonicMs: () => performance.now(),
  setTimeout: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The set-up of the hub of a gateway. */
type EventHubOptions = Readonly<{
  feed: Pick<ChangeFeed, "subscribe" | "cursor" | "subscribeRevocations">;
  /** Adds the resources to changes, all in one read; to the first of them alone where they are large. */
  tell: (changes: readonly Change[]) => Promise<Told>;
  log: Logger;
  clock?: StreamClock;
  limits?: Partial<StreamLimits>;
}>;

/** Shares one feed of changes among all streams of a gateway. */
export class EventHub {
  readonly limits: StreamLimits;
  readonly clock: StreamClock;
  readonly #options: EventHubOptions;
  readonly #sleepers: Sleepers<News>;
  readonly #openBy = new Map<string, number>();
  #pending: Change[] = [];
  #isReading = false;
  #ring: ToldEvent[] = [];
  #characters = 0;
  /** Every change after this one, up to #head, is in the ring. */
  #start: bigint | undefined;
  #head = 0n;
  #told = 0n;
  #timesSetBack = 0;
  #revocations = 0;
  /** Whom revocations are about that were heard of since the last recheck. */
  #doubted: (string | undefined)[] = [];

  constructor(options: EventHubOptions) {
    this.#options = options;
    this.limits = { ...LIMITS, ...options.limits };
    this.clock = options.clock ?? systemClock;
    this.#sleepers = new Sleepers(this.clock);
    options.feed.subscribe((change) => this.#onChange(change));
    options.feed.subscribeRevocations((whom) => this.#scheduleRecheck(whom));
  }

  /** Counts how often Postgres was set back to an older state: cursors of before mean nothing then. */
  get timesSetBack(): number {
    return this.#timesSetBack;
  }

  /** Counts `recheck`s: what a stream knew of its caller before the last one is out of date. */
  get revocations(): number {
    return this.#revocations;
  }

  /** Returns up to which change the ring knows all. */
  get head(): bigint {
    return this.#head;
  }

  /** Opens a stream of a user; undefined when they have as many as they may. Returns how to close it. */
  open(userId: string): (() => void) | undefined {
    const open = this.#openBy.get(userId) ?? 0;
    if (open >= this.limits.perUser) return undefined;
    if (this.#openBy.size === 0) this.#begin(this.#options.feed.cursor);
    this.#openBy.set(userId, open + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#close(userId);
      isOpen = false;
    };
  }

  /** Returns the events after a cursor; undefined when the ring does not reach back to it. */
  after(cursor: bigint): readonly ToldEvent[] | undefined {
    if (!this.reaches(cursor)) return undefined;
    let at = this.#ring.length;
    while (at > 0 && (this.#ring[at - 1]?.change.seq ?? 0n) > cursor) at -= 1;
    return this.#ring.slice(at);
  }

  /** Tells whether the ring knows all that came after a cursor. */
  reaches(cursor: bigint): boolean {
    return this.#start !== undefined && cursor >= this.#start;
  }

  /** Waits until there is something for a stream, or until its time. */
  sleep(sleeper: Sleeper<News>, dueAtMs: number, signal: AbortSignal): Promise<void> {
    return this.#sleepers.sleep(sleeper, dueAtMs, signal);
  }

  /** Waits for any news, for a time, or for the signal, whichever is first. */
  wait(delayMs: number, signal: AbortSignal): Promise<void> {
    return this.sleep({ isCalledBy: () => true }, this.clock.monotonicMs() + delayMs, signal);
  }

  /** Makes those streams ask anew who their caller is that somebody's lost right may be about; without names all of them. */
  recheck(whom: readonly (string | undefined)[] = [undefined]): void {
    this.#revocations += 1;
    this.#sleepers.tell({ kind: "revocations", whom });
  }

  /** Many revocations at once are one question of each stream. */
  #scheduleRecheck(whom: string | undefined): void {
    this.#doubted.push(whom);
    if (this.#doubted.length > 1) return;
    this.clock.setTimeout(() => {
      const doubted = this.#doubted;
      this.#doubted = [];
      this.recheck(doubted);
    }, RECHECK_DELAY_MS);
  }

  #begin(cursor: bigint | undefined): void {
    this.#ring = [];
    this.#characters = 0;
    this.#start = cursor;
    this.#head = cursor ?? 0n;
  }

  #close(userId: string): void {
    const open = (this.#openBy.get(userId) ?? 1) - 1;
    if (open === 0) this.#openBy.delete(userId);
    else this.#openBy.set(userId, open);
    if (this.#openBy.size === 0) {
      this.#pending = [];
      this.#begin(undefined);
    }
  }

  #onChange(change: Change): void {
    if (change.seq <= this.#told) {
      this.#timesSetBack += 1;
      this.#pending = [];
      this.#begin(change.seq - 1n);
    }
    this.#told = change.seq;
    if (this.#openBy.size === 0) return;
    // Postgres does not answer as fast as it tells: streams read for themselves what is dropped here.
    if (this.#pending.length >= this.limits.ringEvents) {
      this.#pending = [];
      this.#begin(change.seq - 1n);
    }
    this.#pending.push(change);
    if (this.#isReading) return;
    this.#readPending().catch((error: unknown) => {
      this.#isReading = false;
      this.#options.log.error("Telling what changed broke", { fault: describeFault(error) });
    });
  }

  async #readPending(): Promise<void> {
    this.#isReading = true;
    while (this.#pending.length > 0) {
      // The rest of the page that is being told belongs to this batch.
      await Promise.resolve();
      const batch = this.#pending.slice(0, BATCH);
      const timesSetBack = this.#timesSetBack;
      try {
        const { events, count } = await this.#options.tell(batch);
        if (this.#pending[0] === batch[0] && timesSetBack === this.#timesSetBack)
          this.#enter(batch.slice(0, count), events);
      } catch (error) {
        this.#options.log.info("Could not read what changed; trying again", { fault: describeFault(error) });
        await new Promise<void>((resolve) => this.clock.setTimeout(resolve, RETRY_MS));
      }
    }
    this.#isReading = false;
  }

  #enter(batch: readonly Change[], events: readonly ToldEvent[]): void {
    const [first] = batch;
    const last = batch.at(-1);
    if (first === undefined || last === undefined) return;
    this.#pending.splice(0, batch.length);
    this.#start ??= first.seq - 1n;
    this.#head = last.seq;
    for (const event of events) this.#characters += event.data.length;
    this.#ring.push(...events);
    // Who passes over these has passed them before the ring may lose them.
    this.#sleepers.tell({ kind: "changes", events });
    this.#trim();
  }

  #trim(): void {
    const { ringEvents, ringCharacters } = this.limits;
    let excess = 0;
    for (const { change, data } of this.#ring) {
      if (this.#ring.length - excess <= ringEvents && this.#characters <= ringCharacters) break;
      this.#characters -= data.length;
      this.#start = change.seq;
      excess += 1;
    }
    this.#ring.splice(0, excess);
  }
}
