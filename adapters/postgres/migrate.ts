import { pathToFileURL } from "node:url";
import type { MigrationList } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { createLogger } from "../log/logger.ts";
import { awaitPostgres } from "./await-postgres.ts";
import { readPostgresUrl } from "./config.ts";
import { readMigrations } from "./schema/migration-list.ts";
import { NO_FILTER, withSchemaEngine } from "./schema/schema-engine.ts";

// Trap for authors of migrations: the adapter splits a script at every semicolon, so no statement may contain one.

/** Keys the advisory lock that makes a second process wait; "berth" in ASCII. Prisma's own lock is another number. */
const LOCK_KEY = 0x6265727468;

/**
 * Applies the migrations of prisma/migrations, or those given, that the database does not have yet and returns their names.
 * Safe to run again and by several processes at once: the others wait, then find nothing to do.
 */
export async function migrate(url: string, from?: MigrationList): Promise<readonly string[]> {
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

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const url = readPostgresUrl();
  const log = createLogger("migrate");
  await awaitPostgres(url, { patienceMs: 600_000, pauseMs: 1_000, tell: (line) => log.warn(line) }).catch(
    (error: unknown) => {
      log.error((error as Error).message);
      process.exit(1);
    },
  );
  const applied = await migrate(url);
  process.stdout.write(applied.length === 0 ? "The database is up to date\n" : `Applied ${applied.join(", ")}\n`);
}
