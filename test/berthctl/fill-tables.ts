import { randomBytes, randomUUID } from "node:crypto";
import type { Pool } from "../../adapters/postgres/pool.ts";

type Column = Readonly<{ table: string; name: string; type: string; parent: string | null; lengthMax: number | null }>;

const COLUMNS = `
  SELECT c.table_name AS "table", c.column_name AS name, c.udt_name AS type,
    c.character_maximum_length::int AS "lengthMax", p.parent
  FROM information_schema.columns c
  LEFT JOIN LATERAL (
    SELECT format('SELECT %I AS value FROM %I', fa.attname, f.relname) AS parent
    FROM pg_constraint k
    JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.conkey[1]
    JOIN pg_attribute fa ON fa.attrelid = f.oid AND fa.attnum = k.confkey[1]
    WHERE k.contype = 'f' AND t.relname = c.table_name AND a.attname = c.column_name
  ) p ON true
  WHERE c.table_schema = 'public' AND c.table_name = ANY($1) AND c.is_generated = 'NEVER'`;

/** Puts rows into tables, parents before children, with a value that is hard to carry over in every column. */
export async function fillTables(pool: Pool, tables: readonly string[], rows: number): Promise<void> {
  const { rows: columns } = await pool.query<Column>(COLUMNS, [tables]);
  for (const table of tables) {
    const own = columns.filter((column) => column.table === table);
    for (let index = 0; index < rows; index += 1) {
      const values: unknown[] = [];
      for (const column of own)
        values.push(column.parent === null ? valueOf(column, index) : await parentOf(pool, column.parent, index));
      const names = own.map(({ name }) => `"${name}"`).join(", ");
      const places = own.map((_, place) => `$${place + 1}`).join(", ");
      await pool.query(`INSERT INTO "${table}" (${names}) VALUES (${places})`, values);
    }
  }
}

async function parentOf(pool: Pool, query: string, index: number): Promise<unknown> {
  const { rows } = await pool.query<{ value: unknown }>(`${query} ORDER BY 1 LIMIT 1 OFFSET ${index}`);
  return rows[0]?.value;
}

function valueOf({ type, lengthMax }: Column, index: number): unknown {
  const makers: Readonly<Record<string, () => unknown>> = {
    uuid: () => randomUUID(),
    bool: () => index % 2 === 0,
    int4: () => index,
    int8: () => "9007199254740993",
    bytea: () => randomBytes(33),
    jsonb: () => JSON.stringify({ tab: "a\tb", line: "a\nb", quote: '"', deep: [1.5, null, { ü: "✓" }] }),
    timestamptz: () => new Date(1_700_000_000_123 + index),
    date: () => "2026-11-01",
    numeric: () => `${index}.125`,
    _text: () => ["a,b", 'c"d', ""],
    _varchar: () => ["a,b"],
  };
  const make = makers[type];
  return make === undefined ? `t\t\\n"'✓${randomBytes(9).toString("hex")}`.slice(0, lengthMax ?? 100) : make();
}
