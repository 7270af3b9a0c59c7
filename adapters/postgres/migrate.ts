import { createLogger } from "../log/logger.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { awaitPostgres } from "./await-postgres.ts";
import { readPostgresUrl } from "./config.ts";

/** Brings the schema that this version needs; says how far it got. */
const url = readPostgresUrl();
const log = createLogger("migrate");
await awaitPostgres(url, { patienceMs: 600_000, pauseMs: 1_000, tell: (line) => log.warn(line) }).catch(
  (error: unknown) => {
    log.error((error as Error).message);
    process.exit(1);
  },
);
const applied = await applyMigrations(url);
process.stdout.write(applied.length === 0 ? "The database is up to date\n" : `Applied ${applied.join(", ")}\n`);
