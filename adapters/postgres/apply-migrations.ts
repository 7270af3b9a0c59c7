import type { MigrationList } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { readMigrations } from "./schema/migration-list.ts";
import { NO_FILTER, withSchemaEngine } from "./schema/schema-engine.ts";

// Trap for authors of migrations: the adapter splits a script at every semicolon, so no statement may contain one.

/** Keys the advisory lock that makes a second process wait; "berth" in ASCII. Prisma's own lock is another number. */
const LOCK_KEY = 0x6265727468;

/**
 * Applies the migrations of prisma/migrations, or those given, that the database does not have yet and returns their names.
 * Safe to run again and by several processes at once: the others wait, then find nothing to do.
 */
export async function applyMigrations(url: string, from?: MigrationList): Promise<readonly string[]> {
  const guard = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // It only waits while the engine works: a break is told by that one's own connection, or by the next query here.
  guard.on("error", () => undefined);
  await guard.connect();
  try {
    await guard.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
    const migrationsList = from ?? (await readMigrations());
    const applied = await withSchemaEngine(url, (engine) =>
      engine.applyMigrations({ migrationsList, filters: NO_FILTER }),
    );
    return applied.appliedMigrationNames;
  } finally {
    await guard.end();
  }
}
