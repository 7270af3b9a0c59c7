/*
 * Tells a gateway what the mirror wrote:
 * 1. One connection of its own LISTENs; a NOTIFY is only a wake-up, what changed is read from `changes` by cursor.
 * 2. Each second it reads even so: that is the heartbeat, and it makes up for a lost wake-up.
 *    Revocations have a channel of their own: they wake who must ask anew, at once.
 * 3. When the connection breaks, `isLive` is false (caches that need revocations must be off), and it connects anew
 *    with back-off; the cursor stays, so nothing is missed.
 * GET /events hands on what is told here (api/events/event-hub.ts).
 */
import { setTimeout as pause } from "node:timers/promises";
import { createPatientClient, type PatientClient } from "../patient-client.ts";
import { isPostgresAway } from "../pool.ts";
import { WakeUp } from "../wake-up.ts";

/** One row of `changes`. */
export type Change = Readonly<{
  seq: bigint;
  kind: string;
  resourceId: string;
  organizationId: string;
  type: string;
  at: Date;
}>;

/** What the feed logs with; a winston logger fits. */
type FeedLogger = Readonly<Record<"error" | "info", (message: string, fields: object) => unknown>>;

const REVOCATIONS = "berth_revocations";
const HEARTBEAT_MS = 1_000;
const PAGE = 1_000;
const RETRY_MAX_MS = 2_000;

type Listener = (change: Change) => void;
/** Hears whom it is about, such as `user:` with an id; undefined where it may be anybody. */
type RevocationListener = (whom: string | undefined) => void;
type Row = { seq: string; kind: string; resource_id: string; organization_id: string; type: string; at: Date };

/** Names the columns of `changes` as `toChange` reads them. */
export const CHANGE_COLUMNS = "seq::text, kind, resource_id, organization_id, type, at";

/** Reads a row of `changes`. */
export function toChange({ seq, kind, resource_id, organization_id, type, at }: Row): Change {
  return { seq: BigInt(seq), kind, resourceId: resource_id, organizationId: organization_id, type, at };
}

/** Follows the changes that the mirror records. */
export class ChangeFeed {
  readonly #url: string;
  readonly #logger: FeedLogger;
  readonly #listeners = new Set<Listener>();
  readonly #waiters = new Map<string, Set<() => void>>();
  #cursor: bigint | undefined;
  #lastBeatMs = -Infinity;
  readonly #work = new WakeUp();
  readonly #onRevocation = new Set<RevocationListener>();

  constructor(url: string, logger: FeedLogger) {
    this.#url = url;
    this.#logger = logger;
  }

  /** Tells whether every change of more than two seconds ago has been told. */
  get isLive(): boolean {
    return performance.now() - this.#lastBeatMs < 2 * HEARTBEAT_MS;
  }

  /** Returns the newest change that was told; undefined before the first connection. */
  get cursor(): bigint | undefined {
    return this.#cursor;
  }

  /** Calls back with each change from now on; returns how to end it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back when somebody's rights may have changed: a key, a session or a role. */
  subscribeRevocations(listener: RevocationListener): void {
    this.#onRevocation.add(listener);
  }

  /** Follows until the signal aborts; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#follow(signal, () => {
          if (failures > 0) this.#logger.info("Change feed follows again", { failures });
          failures = 0;
        });
      } catch (error) {
        failures += 1;
        this.#lastBeatMs = -Infinity;
        if (failures === 1) this.#tellBreak(error, signal);
        const delayMs = Math.min(RETRY_MAX_MS, 50 * 2 ** failures) * (0.5 + Math.random() / 2);
        await pause(delayMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  #tellBreak(error: unknown, { aborted }: AbortSignal): void {
    // A stop ends the connection, too.
    if (aborted) return;
    const why = error instanceof Error ? error.message : "Something that is no error was thrown";
    this.#logger.error("Change feed broke off", { away: isPostgresAway(error), why });
  }

  /**
   * Waits until `isDone` says so; it is asked at once and after each change of the resource. False when the signal
   * aborted first. Listening begins before the first question, so no change is missed in between.
   */
  async waitForChange(resourceId: string, isDone: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    let changed = true;
    let wake = (): void => undefined;
    const onChange = (): void => {
      changed = true;
      wake();
    };
    const waiters = this.#waiters.get(resourceId) ?? new Set();
    this.#waiters.set(resourceId, waiters.add(onChange));
    signal.addEventListener("abort", onChange);
    try {
      while (!signal.aborted) {
        if (!changed) await new Promise<void>((resolve) => (wake = resolve));
        changed = false;
        if (await isDone().catch(falseWhenAway)) return true;
      }
      return false;
    } finally {
      signal.removeEventListener("abort", onChange);
      waiters.delete(onChange);
      if (waiters.size === 0) this.#waiters.delete(resourceId);
    }
  }

  async #follow(signal: AbortSignal, onBeat: () => void): Promise<void> {
    const client = createPatientClient({
      connectionString: this.#url,
      application_name: "berth change feed",
      keepAlive: true,
    });
    let fault: Error | undefined;
    client.on("error", (error) => {
      fault = error;
      this.#work.wake();
    });
    client.on("notification", ({ channel, payload }) => {
      if (channel === REVOCATIONS) this.#tellRevocation(payload);
      else this.#work.wake();
    });
    const onAbort = (): void => this.#work.wake();
    signal.addEventListener("abort", onAbort);
    try {
      await client.connect();
      await client.query(`LISTEN berth_changes; LISTEN ${REVOCATIONS}`);
      // What was revoked while nobody listened is not told again.
      this.#tellRevocation(undefined);
      await this.#placeCursor(client);
      await this.#read(client);
      this.#askAgain();
      while (!signal.aborted) {
        if (fault !== undefined) throw fault;
        await this.#read(client);
        this.#lastBeatMs = performance.now();
        onBeat();
        await this.#work.wait(HEARTBEAT_MS, signal);
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      await client.end().catch(() => undefined);
    }
  }

  /** Begins at the newest change; goes back to it when Postgres was restored to an older state. */
  async #placeCursor(client: PatientClient): Promise<void> {
    const { rows } = await client.query<{ newest: string }>(
      "SELECT coalesce(max(seq), 0)::text AS newest FROM changes",
    );
    const newest = BigInt(rows[0]?.newest ?? 0);
    if (this.#cursor === undefined || (newest > 0n && newest < this.#cursor)) this.#cursor = newest;
  }

  async #read(client: PatientClient): Promise<void> {
    for (;;) {
      const { rows } = await client.query<Row>({
        name: "read-changes",
        text: `SELECT ${CHANGE_COLUMNS} FROM changes WHERE seq > $1 ORDER BY changes.seq LIMIT ${PAGE}`,
        values: [String(this.#cursor)],
      });
      for (const row of rows) this.#tell(row);
      if (rows.length < PAGE) return;
    }
  }

  #tell(row: Row): void {
    const change = toChange(row);
    this.#cursor = change.seq;
    for (const waiter of this.#waiters.get(change.resourceId) ?? []) waiter();
    for (const listener of this.#listeners) listener(change);
  }

  /** Whoever waits asks once more: Postgres may have been away when they did. */
  #askAgain(): void {
    for (const waiters of this.#waiters.values()) for (const waiter of waiters) waiter();
  }

  #tellRevocation(whom: string | undefined): void {
    for (const listener of this.#onRevocation) listener(whom);
  }
}

function falseWhenAway(error: unknown): false {
  if (isPostgresAway(error)) return false;
  throw error;
}
