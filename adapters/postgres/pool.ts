import { Socket } from "node:net";
import pg from "pg";
import { createRememberingLookup, type Lookup } from "./remembering-lookup.ts";

/** The type of a pool for those who only pass it on. */
export type Pool = pg.Pool;

/** The bounds of a pool; `onError` hears of idle connections that broke (they are replaced by themselves). */
type PoolOptions = Readonly<{
  max: number;
  applicationName?: string;
  statementTimeoutMs?: number;
  /** How long to wait for a connection: three seconds unless told, as whoever serves others says soon that it cannot. */
  connectionTimeoutMs?: number;
  onError?: (error: Error) => void;
  /** Finds the server's address; that of the machine unless told. */
  lookup?: Lookup;
}>;

/** A socket as pg connects it, which says by itself who finds the address of a name. */
class NamedSocket extends Socket {
  readonly #lookup: Lookup;

  constructor(lookup: Lookup) {
    super();
    this.#lookup = lookup;
  }

  override connect(...place: unknown[]): this {
    const [port, host] = place;
    // A path of a socket, or whatever else is connected by something that is no port of a host.
    if (typeof port === "object" || typeof host !== "string") return super.connect(...(place as [string]));
    return super.connect({ port: Number(port), host, lookup: this.#lookup });
  }
}

/** Creates a pool in which every wait ends: for a connection, for a statement, for an answer that never comes. */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000;
  const lookup = createRememberingLookup(options.lookup);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName ?? "berth",
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 5_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    stream: () => new NamedSocket(lookup),
  });
  // Without a listener an idle connection that breaks would end the process; and so would one that is lent out and breaks
  // between two statements, when the pool does not listen: whoever has it learns of it from the next statement.
  pool.on("error", (error) => options.onError?.(error));
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

const READ_ONLY = "25006";
const AWAY_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  // Connected to a server that is no primary any more: the next connection finds the new one.
  READ_ONLY,
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
]);
const AWAY_KINDS = new Set(["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"]);
/** pg gives its own connection faults no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout|Client was closed)/;

type Fault = Readonly<{
  code?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
  /** Where Prisma says what its driver met: of raw statements, and of refusals that have no code of its own. */
  meta?: Readonly<{ driverAdapterError?: unknown }>;
}>;

/** Tells whether an error of pg or Prisma means that Postgres cannot be reached now, as opposed to a refused statement. */
export function isPostgresAway(error: unknown): boolean {
  for (let fault = error, depth = 0; typeof fault === "object" && fault !== null && depth < 5; depth += 1) {
    const { code, kind, message } = fault as Fault;
    if (isAwayCode(code) || AWAY_KINDS.has(String(kind)) || AWAY_MESSAGE.test(String(message))) return true;
    fault = groundOf(fault);
  }
  return false;
}

/** Returns the error that another one was made of. */
function groundOf({ cause, meta, errors }: Fault): unknown {
  return cause ?? meta?.driverAdapterError ?? (Array.isArray(errors) ? (errors as unknown[])[0] : undefined);
}

function isAwayCode(code: unknown): boolean {
  return typeof code === "string" && (AWAY_CODES.has(code) || /^08[0-9A-Z]{3}$/.test(code));
}

/**
 * Tells whether a statement was refused because of the data in it (or before it was sent): trying again cannot help.
 * Everything else, a full disk, a deadlock, a timeout, is of the moment.
 */
export function isDataFault(error: unknown): boolean {
  if (isPostgresAway(error)) return false;
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code !== "string" || /^(21|22|23|54)[0-9A-Z]{3}$/.test(code);
}

/** Runs `work` in one transaction; whatever throws rolls it back. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // A connection whose rollback fails is not given back to the pool.
    await client.query("ROLLBACK").catch((fault: unknown) => (broken = fault as Error));
    // Nor is one to a demoted primary: it would be lent out again as long as somebody asks.
    if ((error as { code?: unknown } | null)?.code === READ_ONLY) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
