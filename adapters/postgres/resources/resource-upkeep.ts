import type pg from "pg";
import { listDoubtfulNames, releaseName, type ReservedName } from "./name-store.ts";
import { PRUNED_CHANGES } from "./event-reads.ts";

/** Prefixes the facts that say when each watch was last known to be true. */
const HEARTBEAT_PREFIX = "heartbeat/";

/**
 * Records how long ago each watched kind was last known to be true; `observed_at` is the newer of this and the row's. What
 * was known once is not taken back: who begins to lead may know less for a moment than who led before.
 */
export async function recordHeartbeats(pool: pg.Pool, ages: Readonly<Record<string, number>>): Promise<void> {
  await pool.query(
    `INSERT INTO platform_facts AS f (name, value, updated_at)
      SELECT $1 || kind, 'true', now() - age * interval '1 millisecond' FROM unnest($2::text[], $3::float8[]) AS t (kind, age)
      ON CONFLICT (name) DO UPDATE SET updated_at = greatest(f.updated_at, excluded.updated_at)`,
    [HEARTBEAT_PREFIX, Object.keys(ages), Object.values(ages)],
  );
}

/** Removes changes older than 24 h and notes up to which, so that a cursor behind them is known to be too old; and tombstones older than 1 h with the revisions and alert rules of what is gone. */
export async function sweepHistory(pool: pg.Pool): Promise<void> {
  await pool.query(
    `WITH gone AS (DELETE FROM changes WHERE at < now() - interval '24 hours' RETURNING seq)
      INSERT INTO platform_facts AS f (name, value)
      SELECT '${PRUNED_CHANGES}', to_jsonb(max(seq)) FROM gone HAVING count(*) > 0
      ON CONFLICT (name) DO UPDATE SET updated_at = now(),
        value = to_jsonb(greatest((f.value #>> '{}')::bigint, (excluded.value #>> '{}')::bigint))`,
  );
  await pool.query(
    `WITH gone AS (DELETE FROM resources WHERE deleted_at < now() - interval '1 hour' RETURNING id),
        rules AS (DELETE FROM alert_rules a USING gone WHERE a.resource_id = gone.id),
        watches AS (DELETE FROM alert_watches w USING gone WHERE w.resource_id = gone.id),
        ended AS (UPDATE alerts a SET ended_at = now(), end_reason = 'gone' FROM gone
          WHERE a.resource_id = gone.id AND a.ended_at IS NULL)
      DELETE FROM revisions v USING gone WHERE v.resource_id = gone.id`,
  );
}

/** Gives back reservations older than 2 min that no object of the API server shows; returns how many. */
export async function sweepNames(pool: pg.Pool, isShown: (name: ReservedName) => boolean): Promise<number> {
  const abandoned = (await listDoubtfulNames(pool, 500)).filter((name) => !isShown(name));
  for (const name of abandoned) await releaseName(pool, name);
  return abandoned.length;
}

/** Reads how long ago each watched kind was last known to be true. */
export async function readHeartbeatAges(pool: pg.Pool): Promise<readonly Readonly<{ kind: string; ageMs: number }>[]> {
  const { rows } = await pool.query<{ kind: string; age_ms: number }>(
    `SELECT substr(name, length($1) + 1) AS kind, (extract(epoch FROM now() - updated_at) * 1000)::float8 AS age_ms
      FROM platform_facts WHERE starts_with(name, $1)`,
    [HEARTBEAT_PREFIX],
  );
  return rows.map(({ kind, age_ms: ageMs }) => ({ kind, ageMs }));
}
