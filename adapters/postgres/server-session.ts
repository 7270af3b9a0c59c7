import { Client } from "pg";

/** Whose server on this machine is spoken to, and as whom. */
export type ServerLogin = Readonly<{ port: number; user: string; password: string; database: string }>;

/** Sends one statement, with values for its $1, $2, …, and answers the rows. */
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

const connectTimeoutMs = 5_000;

/** Opens one connection to a server of this machine, lets the work use it and closes it. */
export async function withServerSession<T>(
  login: ServerLogin,
  work: (ask: Ask) => Promise<T>,
  statementTimeoutMs = 60_000,
): Promise<T> {
  const client = new Client({
    ...login,
    host: "127.0.0.1",
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    application_name: "berth",
  });
  // A server that dies in between is told by the statement under way.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(async (sql, values = []) => {
      const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
      return rows;
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Quotes a name for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a text for statements that take no values. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
