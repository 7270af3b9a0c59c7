import { readFile } from "node:fs/promises";
import { readMigrations, SCHEMA_PATH } from "./migration-list.ts";
import { NO_FILTER, withSchemaEngine } from "./schema-engine.ts";

/**
 * Computes the SQL that leads from the migrations to the schema; undefined when they agree.
 * It makes and drops a shadow database, so the server should be a throw-away one.
 */
export async function diffMigrations(url: string, schema?: string): Promise<string | undefined> {
  const [migrations, content] = await Promise.all([readMigrations(), schema ?? readFile(SCHEMA_PATH, "utf8")]);
  const result = await withSchemaEngine(url, (engine) =>
    engine.diff({
      from: { tag: "migrations", ...migrations },
      to: { tag: "schemaDatamodel", files: [{ path: SCHEMA_PATH, content }] },
      script: true,
      exitCode: true,
      filters: NO_FILTER,
    }),
  );
  return result.exitCode === 0 ? undefined : (result.stdout ?? "");
}
