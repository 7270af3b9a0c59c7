import type pg from "pg";

const MIGRATIONS_TABLE = `CREATE TABLE "_prisma_migrations" (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
  logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0
);`;
type Column = Readonly<{ table: string; name: string; isSerial: boolean }>;

const COLUMNS = `SELECT table_name AS "table", column_name AS name, coalesce(column_default, '') LIKE 'nextval(%' AS "isSerial"
  FROM information_schema.columns WHERE table_schema = 'public' AND is_generated = 'NEVER' ORDER BY table_name, ordinal_position`;

/**
 * Writes a database down as SQL text that psql or one query can load into an empty one: the migrations as they were
 * applied, then every row, each value as Postgres itself prints it.
 */
export async function dumpText(pool: pg.Pool, migrations: readonly string[]): Promise<string> {
  const { rows: columns } = await pool.query<Column>(COLUMNS);
  const tables = [...new Set(columns.map(({ table }) => table))];
  const lines = [...migrations, MIGRATIONS_TABLE, "SET session_replication_role = replica;"];
  for (const table of tables) {
    const own = columns.filter((column) => column.table === table);
    const names = own.map(({ name }) => `"${name}"`);
    const values = names.map((name) => `quote_nullable(${name}::text)`).join(", ");
    const { rows } = await pool.query<{ row: string }>(
      `SELECT concat_ws(', ', ${values}) AS row FROM "${table}" ORDER BY 1`,
    );
    for (const { row } of rows) lines.push(`INSERT INTO "${table}" (${names.join(", ")}) VALUES (${row});`);
    for (const { name } of own.filter(({ isSerial }) => isSerial))
      lines.push(
        `SELECT setval(pg_get_serial_sequence('"${table}"', '${name}'), (SELECT coalesce(max("${name}"), 1) FROM "${table}"));`,
      );
  }
  return `${lines.join("\n")}\nSET session_replication_role = origin;\n`;
}
