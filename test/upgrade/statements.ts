/*
 * What the old release sends to Postgres, written down by the server while it ran, and a replica of it that still
 * sends that while the new release's migrations run.
 */
import pg from "pg";

/** One statement with parameters that it was once sent with, as text literals. */
export type RecordedStatement = Readonly<{ by: string; sql: string; parameters: string }>;
type LogLine = Readonly<{ message?: string; detail?: string; application_name?: string; dbname?: string }>;

const EXECUTED = /^(?:execute [^:]*|statement): ([\s\S]+)$/;
const PARAMETER = /\$\d+ = ('(?:[^']|'')*'|NULL)/g;
/** What belongs to a connection, not to the schema. */
const NO_CONTENT = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|DEALLOCATE|LISTEN|UNLISTEN|NOTIFY|SELECT 1\s*$)/i;

/** Reads each statement once out of a log in JSON, with the shortest parameters that it came with. */
export function readStatements(log: string, dbname: string): RecordedStatement[] {
  const found = new Map<string, RecordedStatement>();
  const lines = log.split("\n").filter((text) => text.startsWith("{"));
  for (const line of lines.map((text) => JSON.parse(text) as LogLine).filter((one) => one.dbname === dbname)) {
    const statement = readLine(line);
    if (statement === undefined) continue;
    const known = found.get(statement.sql);
    if (known === undefined || statement.parameters.length < known.parameters.length)
      found.set(statement.sql, statement);
  }
  return [...found.values()].sort((a, b) => (a.sql < b.sql ? -1 : 1));
}

function readLine({ message = "", detail = "", application_name: by = "" }: LogLine): RecordedStatement | undefined {
  const sql = EXECUTED.exec(message)?.[1];
  // Migrations and the recorder have names of their own, or none.
  if (sql === undefined || !by.startsWith("berth") || NO_CONTENT.test(sql)) return undefined;
  return { by, sql, parameters: [...detail.matchAll(PARAMETER)].map(([, value = ""]) => value).join(", ") };
}

/** Answers that are about the rows, which have moved on, and not about the schema. */
const ABOUT_ROWS = new Set(["23505", "23503", "23514", "40001", "40P01", "55P03"]);

/** Sends each statement as the old release does, takes it back, and returns what the schema refuses. */
export async function sendStatements(url: string, statements: readonly RecordedStatement[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "old-release" });
  await client.connect();
  const refused: string[] = [];
  try {
    for (const { sql, parameters } of statements) {
      const reason = await attempt(client, sql, parameters);
      if (reason !== undefined) refused.push(`${reason}: ${sql}`);
    }
  } finally {
    await client.end();
  }
  return refused;
}

async function attempt(client: pg.Client, sql: string, parameters: string): Promise<string | undefined> {
  await client.query("BEGIN");
  try {
    if (parameters === "") await client.query(sql);
    else {
      await client.query(`PREPARE old AS ${sql}`);
      await client.query(`EXECUTE old(${parameters})`);
    }
    return undefined;
  } catch (error) {
    const { code = "", message } = error as { code?: string; message: string };
    return ABOUT_ROWS.has(code) ? undefined : `${code} ${message}`;
  } finally {
    await client.query("ROLLBACK");
    await client.query("DEALLOCATE ALL");
  }
}
