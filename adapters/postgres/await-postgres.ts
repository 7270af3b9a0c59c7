import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { messageOf } from "../log/thrown.ts";
import { isPostgresAway } from "./pool.ts";

/** How long a Postgres is waited for, and who hears that it is. */
type Waiting = Readonly<{ patienceMs: number; pauseMs: number; tell: (line: string) => void }>;

const CONNECT_MS = 5_000;

/**
 * Waits until a Postgres answers, which is often begun together with whoever asks. Each reason why it does not is told once, with its
 * address; what waiting does not help, a wrong password, is thrown at once.
 */
export async function awaitPostgres(url: string, { patienceMs, pauseMs, tell }: Waiting): Promise<void> {
  const deadline = Date.now() + patienceMs;
  const told = new Set<string>();
  for (;;) {
    const fault = await findFault(url);
    if (fault === undefined) return;
    const line = `Postgres at ${addressOf(url)} does not answer: ${fault.message}`;
    if (!fault.isAway) throw new Error(line);
    if (!told.has(line)) tell(line);
    told.add(line);
    if (Date.now() >= deadline) throw new Error(line);
    await pause(pauseMs);
  }
}

async function findFault(url: string): Promise<Readonly<{ isAway: boolean; message: string }> | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // What breaks it after it was there is the next query's fault, and there is none.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return { isAway: isPostgresAway(error), message: faultMessage(error) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A name with several addresses fails with one error for each of them, and no words of its own. */
function faultMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(faultMessage).join(", ");
  return messageOf(error);
}

/** Names where a connection string leads, without who signs in there. */
function addressOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port === "" ? "5432" : port}`;
}
