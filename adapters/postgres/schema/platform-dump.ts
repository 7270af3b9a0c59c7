/*
 * Moves the rows that exist nowhere else out of Postgres and into an empty one, as JSON text: numbers and bytes stay
 * what they are, since nothing here parses a row.
 */
import type pg from "pg";
import { KEPT_TABLES } from "./platform-tables.ts";
import { inTransaction, isDataFault } from "../pool.ts";

const ROWS_PER_FETCH = 500;

/** A piece of one table. */
export type TableRows = Readonly<{ table: string; rows: readonly string[] }>;

/** Reports that a database is not what a backup can be restored into. */
export class RestoreRefusedError extends Error {
  override readonly name = "RestoreRefusedError";
}

/** Hands all kept rows to `sink`, as they were at one moment. */
export async function dumpPlatform(pool: pg.Pool, sink: (piece: TableRows) => Promise<void>): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
    for (const table of KEPT_TABLES) {
      await client.query(
        `DECLARE piece NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS row FROM ${quoted(table)} AS t`,
      );
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`FETCH ${ROWS_PER_FETCH} FROM piece`);
        if (rows.length === 0) break;
        await sink({ table, rows: rows.map(({ row }) => row) });
      }
      await client.query("CLOSE piece");
    }
  });
}

/** Writes all pieces, or none when one is refused or `pieces` throws; the database must not have a row of theirs yet. */
export async function loadPlatform(pool: pg.Pool, pieces: AsyncIterable<TableRows>): Promise<void> {
  await inTransaction(pool, async (client) => {
    // A gateway that starts meanwhile would make its first admin.
    for (const table of KEPT_TABLES) await client.query(`LOCK TABLE ${quoted(table)} IN EXCLUSIVE MODE`);
    for (const table of KEPT_TABLES) await assertEmpty(client, table);
    for await (const piece of pieces) await insertRows(client, piece);
  });
}

/** Reads the names of the migrations that a database has, oldest first; none when it was never migrated. */
export async function readAppliedMigrations(pool: pg.Pool): Promise<readonly string[]> {
  const { rows: found } = await pool.query("SELECT 1 FROM pg_tables WHERE tablename = '_prisma_migrations'");
  if (found.length === 0) return [];
  const { rows } = await pool.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}

async function insertRows(client: pg.PoolClient, { table, rows }: TableRows): Promise<void> {
  const name = quoted(knownTable(table));
  try {
    await client.query(
      `INSERT INTO ${name} SELECT p.* FROM unnest($1::text[]) AS r, LATERAL jsonb_populate_record(NULL::${name}, r::jsonb) AS p`,
      [rows],
    );
  } catch (error) {
    if (!isDataFault(error)) throw error;
    const { code } = error as { code?: string };
    throw new RestoreRefusedError(`The backup has rows of ${table} that do not fit (${code ?? "unknown"})`);
  }
}

async function assertEmpty(client: pg.PoolClient, table: string): Promise<void> {
  const { rows } = await client.query(`SELECT 1 FROM ${quoted(table)} LIMIT 1`);
  if (rows.length > 0)
    throw new RestoreRefusedError(
      `The database has rows already (table ${table}): restore into a new one, before the gateway starts on it`,
    );
}

function knownTable(table: string): string {
  if ((KEPT_TABLES as readonly string[]).includes(table)) return table;
  throw new RestoreRefusedError(`The backup has a table that this release does not know: ${table.slice(0, 63)}`);
}

function quoted(table: string): string {
  return `"${table}"`;
}
