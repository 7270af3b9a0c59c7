import { readAppliedMigrations } from "../../adapters/postgres/schema/platform-dump.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import { readHeartbeatAges } from "../../adapters/postgres/resources/resource-upkeep.ts";
import { fault, ok, warning, type Check, type Finding } from "./check.ts";

/** What the checks of Postgres look at. */
type PostgresParts = Readonly<{ pool: Pool; releaseMigrations: () => Promise<readonly string[]> }>;

const AREA = "Postgres";
/** Of a kind without changes only bookmarks tell, one a minute; the mirror notes itself every 15 s. */
const MIRROR_OLD_MS = 120_000;
const MIGRATE = "migrate: node adapters/postgres/migrate.ts (the chart's migration job does it)";

/** Looks at the server, its schema, and whether the mirror follows. */
export function postgresChecks({ pool, releaseMigrations }: PostgresParts): readonly Check[] {
  return [
    {
      area: AREA,
      name: "server",
      remedy: "check BERTH_POSTGRES_URL: host, port, user, password and database",
      look: async () => {
        const { rows } = await pool.query<{ version: string }>("SELECT current_setting('server_version') AS version");
        return ok(rows[0]?.version ?? "answers");
      },
    },
    { area: AREA, name: "schema", remedy: MIGRATE, look: () => lookAtSchema(pool, releaseMigrations) },
    { area: AREA, name: "mirror", remedy: MIGRATE, look: () => lookAtMirror(pool) },
  ];
}

async function lookAtSchema(pool: Pool, releaseMigrations: () => Promise<readonly string[]>): Promise<Finding> {
  const [applied, ours] = [new Set(await readAppliedMigrations(pool)), await releaseMigrations()];
  const missing = ours.filter((name) => !applied.has(name));
  if (missing.length > 0) return fault(`${missing.length} of ${ours.length} migrations are missing`, MIGRATE);
  const newer = [...applied].filter((name) => !ours.includes(name));
  if (newer.length > 0)
    return warning(`${newer.length} migrations are of a newer release`, "use the newest release everywhere");
  return ok(`${ours.length} migrations`);
}

async function lookAtMirror(pool: Pool): Promise<Finding> {
  const ages = await readHeartbeatAges(pool);
  const late = ages.filter(({ ageMs }) => ageMs > MIRROR_OLD_MS);
  const start = "look at the leader above; the log of the operator says why it puts mirroring off";
  if (ages.length === 0) return fault("never written", start);
  const [oldest] = late.sort((one, other) => other.ageMs - one.ageMs);
  if (oldest !== undefined) return fault(`${oldest.kind} is ${Math.round(oldest.ageMs / 1000)} s behind`, start);
  return ok(`follows ${ages.length} kinds`);
}
