import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";

/** What came of writes to a server that died meanwhile. */
export type KilledWrites = Readonly<{ acknowledged: number; lost: number; interruptedSeconds: number }>;

type Login = Readonly<{ host: string; password: string }>;

const WRITES_BEFORE = 200;
const WRITES_AFTER = 50;
const PAUSE_MS = 50;
const CALL_MS = 3_000;
const DEADLINE_MS = 10 * 60_000;

/** Writes row after row, kills meanwhile, goes on until writes are taken again, and counts what was acknowledged and is not there. */
export async function writeThroughDeath(login: Login, kill: () => Promise<void>): Promise<KilledWrites> {
  await once(login, "CREATE TABLE IF NOT EXISTS writes (n int PRIMARY KEY)");
  await once(login, "TRUNCATE writes");
  const writer = new Writer(login);
  await writer.until(() => writer.acknowledged.length >= WRITES_BEFORE);
  writer.watch();
  await Promise.all([kill(), writer.until(() => writer.sinceInterruption >= WRITES_AFTER)]);
  writer.rest();
  const there = new Set((await once(login, "SELECT n FROM writes")).map(({ n }) => n));
  const lost = writer.acknowledged.filter((n) => !there.has(n)).length;
  const interruptedSeconds = Math.round(writer.interruptedMs / 100) / 10;
  return { acknowledged: writer.acknowledged.length, lost, interruptedSeconds };
}

class Writer {
  readonly #login: Login;
  readonly acknowledged: number[] = [];
  /** From the last write that was taken to the first after it. */
  interruptedMs = 0;
  sinceInterruption = 0;
  #client: Client | undefined;
  #next = 1;
  #isWatched = false;
  #failedAfterMs: number | undefined;
  #lastMs = performance.now();

  constructor(login: Login) {
    this.#login = login;
  }

  /** From now on a failure counts as the interruption. */
  watch(): void {
    this.#isWatched = true;
  }

  async until(isDone: () => boolean): Promise<void> {
    const endMs = performance.now() + DEADLINE_MS;
    while (!isDone()) {
      if (performance.now() > endMs) throw new Error(`After ${this.acknowledged.length} writes nothing came of them`);
      await this.#write().catch(() => this.#fail());
    }
  }

  rest(): void {
    close(this.#client);
    this.#client = undefined;
  }

  async #write(): Promise<void> {
    const n = this.#next++;
    this.#client ??= await open(this.#login);
    await this.#client.query("INSERT INTO writes VALUES ($1)", [n]);
    this.acknowledged.push(n);
    if (this.#failedAfterMs !== undefined) {
      if (this.sinceInterruption === 0) this.interruptedMs = performance.now() - this.#failedAfterMs;
      this.sinceInterruption += 1;
    }
    this.#lastMs = performance.now();
  }

  async #fail(): Promise<void> {
    if (this.#isWatched) this.#failedAfterMs ??= this.#lastMs;
    this.rest();
    await pause(PAUSE_MS);
  }
}

async function open(login: Login): Promise<Client> {
  const limits = { connectionTimeoutMillis: CALL_MS, query_timeout: CALL_MS };
  const client = new Client({ user: "app", database: "orders", ...limits, ...login });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** A server that stands still does not answer to a goodbye either. */
function close(client: Client | undefined): void {
  client?.end().catch(() => undefined);
}

async function once(login: Login, statement: string): Promise<Record<string, unknown>[]> {
  const client = await open(login);
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    close(client);
  }
}
