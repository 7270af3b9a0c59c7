/*
 * What resources ask for over time (docs/adr/0085):
 * 1. a meter of each resource says what it asks for, and since when; it stays when the resource is gone;
 * 2. when that changes, what it came to goes into days (UTC), one row for each resource and day, and the meter begins anew;
 * 3. a read adds up days, and what meters have run since.
 * Only the mirror writes, one batch at a time over all processes, in the transaction of the rows: nothing is counted twice,
 * and after a restart a meter has just run on.
 */
import type { Queryable } from "../queryable.ts";

/** Names the kinds that are metered. */
const METERED = ["Cluster", "Deployment", "DatabaseInstance"] as const;
const KINDS = METERED.map((kind) => `'${kind}'`).join(", ");

/** Splits the time between two moments into days of UTC: `s.day`, `s.seconds`. */
const spans = (
  since: string,
  until: string,
): string => `LATERAL (SELECT d::date AS day, extract(epoch FROM least(${until} AT TIME ZONE 'UTC', d + interval '1 day')
      - greatest(${since} AT TIME ZONE 'UTC', d)) AS seconds
    FROM generate_series(date_trunc('day', ${since} AT TIME ZONE 'UTC'), ${until} AT TIME ZONE 'UTC', interval '1 day') AS d
    WHERE least(${until} AT TIME ZONE 'UTC', d + interval '1 day') > greatest(${since} AT TIME ZONE 'UTC', d)) AS s`;

const SETTINGS = ["name", "cluster_id", "provider", "region", "server_type"] as const;
const AMOUNTS = ["cpu_milli", "memory_mb", "storage_gb", "nodes"] as const;
const list = (names: readonly string[], prefix = ""): string => names.map((name) => `${prefix}${name}`).join(", ");
const SPENT = ["seconds", "cpu_milli_seconds", "memory_mb_seconds", "storage_gb_seconds", "node_seconds"] as const;

/** What sleeps takes its storage only; its quota stays its own (contract/asked.ts). */
const WHILE_UP = (column: string): string => `CASE WHEN body->>'wakes_at' IS NULL THEN ${column} ELSE 0 END`;

/** What was there before usage was counted is counted from then on, what came later from its creation on. */
const KEEP_USAGE = `WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS moment),
  present AS (SELECT id AS resource_id, organization_id, kind, display_name AS name, cluster_id, provider, region, server_type,
      ${WHILE_UP("asked_cpu_milli")} AS cpu_milli, ${WHILE_UP("asked_memory_mb")} AS memory_mb, asked_storage_gb AS storage_gb, asked_nodes AS nodes,
      created_at, deleted_at IS NULL AND NOT hidden AS is_live
    FROM resources WHERE id = ANY($1::uuid[]) AND kind IN (${KINDS})),
  changed AS (SELECT p.*, m.resource_id IS NULL AS is_new FROM present p LEFT JOIN usage_meters m USING (resource_id)
    WHERE CASE WHEN p.is_live THEN m.since IS NULL OR
        (${list([...SETTINGS, ...AMOUNTS], "m.")}) IS DISTINCT FROM (${list([...SETTINGS, ...AMOUNTS], "p.")})
      ELSE m.since IS NOT NULL END),
  spent AS (INSERT INTO usage_days AS d (resource_id, day, server_type, organization_id, ${list(SPENT)})
    SELECT m.resource_id, s.day, coalesce(m.server_type, ''), m.organization_id, s.seconds, s.seconds * m.cpu_milli,
      s.seconds * m.memory_mb, s.seconds * m.storage_gb, s.seconds * m.nodes
    FROM changed JOIN usage_meters m USING (resource_id), clock, ${spans("m.since", "clock.moment")}
    ON CONFLICT (resource_id, day, server_type) DO UPDATE
      SET ${SPENT.map((name) => `${name} = d.${name} + excluded.${name}`).join(", ")})
  INSERT INTO usage_meters (resource_id, organization_id, kind, ${list([...SETTINGS, ...AMOUNTS])}, since)
  SELECT resource_id, organization_id, kind, ${list([...SETTINGS, ...AMOUNTS])},
    CASE WHEN NOT is_live THEN NULL WHEN is_new THEN greatest(least(created_at, moment),
      coalesce((SELECT updated_at FROM platform_facts f WHERE f.name = 'usage'), moment)) ELSE moment END
  FROM changed, clock
  ON CONFLICT (resource_id) DO UPDATE
    SET ${[...SETTINGS, ...AMOUNTS, "since"].map((name) => `${name} = excluded.${name}`).join(", ")}`;

/** Notes what resources ask for from now on. */
export async function keepUsage(
  db: Queryable,
  changed: readonly Readonly<{ id: string; kind: string }>[],
): Promise<void> {
  const ids = changed.filter(({ kind }) => (METERED as readonly string[]).includes(kind)).map(({ id }) => id);
  if (ids.length > 0) await db.query({ name: "keep-usage", text: KEEP_USAGE, values: [ids] });
}

/** Reads what a resource asks for now of what has a price. */
export async function findMetered(
  db: Queryable,
  id: string,
): Promise<Readonly<{ nodes: number; storageGb: number; serverType: string }> | undefined> {
  const { rows } = await db.query<{ nodes: number; storageGb: number; serverType: string }>(
    `SELECT asked_nodes::int AS nodes, asked_storage_gb::int AS "storageGb", coalesce(server_type, '') AS "serverType"
      FROM resources WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** What is asked for of usage: whole days of UTC, `to` is the day after the last one. */
type UsageRange = Readonly<{ organizationId: string; from: Date; to: Date; limit: number }>;

/** What one resource asked for on one day, or in all days, with what its price depends on. */
export type UsageRow = Readonly<{
  resourceId: string;
  kind: (typeof METERED)[number];
  name: string;
  clusterId: string | null;
  clusterName: string | null;
  provider: string | null;
  region: string | null;
  serverType: string;
  day: string | null;
  seconds: number;
  cpuMilliSeconds: number;
  memoryMbSeconds: number;
  storageGbSeconds: number;
  nodeSeconds: number;
}>;

/** A meter whose resource is not there any more (a restored database) runs no further. */
const readUsage = (day: string): string => `WITH spent AS (
    SELECT resource_id, day, server_type, ${list(SPENT)} FROM usage_days
    WHERE organization_id = $1 AND day >= $2::date AND day < $3::date
    UNION ALL
    SELECT m.resource_id, s.day, coalesce(m.server_type, ''), s.seconds, s.seconds * m.cpu_milli, s.seconds * m.memory_mb,
      s.seconds * m.storage_gb, s.seconds * m.nodes
    FROM usage_meters m JOIN resources r ON r.id = m.resource_id AND r.deleted_at IS NULL,
      ${spans("greatest(m.since, $2::date::timestamp AT TIME ZONE 'UTC')", "least(now(), $3::date::timestamp AT TIME ZONE 'UTC')")}
    WHERE m.organization_id = $1 AND m.since IS NOT NULL)
  SELECT s.resource_id AS "resourceId", m.kind, m.name, coalesce(m.cluster_id, c.resource_id) AS "clusterId",
    CASE WHEN m.kind = 'Cluster' THEN m.name ELSE c.name END AS "clusterName", coalesce(c.provider, m.provider) AS provider,
    coalesce(c.region, m.region) AS region, s.server_type AS "serverType", ${day} AS day,
    sum(s.seconds)::float8 AS seconds, sum(s.cpu_milli_seconds)::float8 AS "cpuMilliSeconds",
    sum(s.memory_mb_seconds)::float8 AS "memoryMbSeconds", sum(s.storage_gb_seconds)::float8 AS "storageGbSeconds",
    sum(s.node_seconds)::float8 AS "nodeSeconds"
  FROM spent s JOIN usage_meters m ON m.resource_id = s.resource_id LEFT JOIN usage_meters c ON c.resource_id = m.cluster_id
  GROUP BY s.resource_id, m.kind, m.name, m.cluster_id, c.resource_id, c.name, c.provider, m.provider, c.region, m.region,
    s.server_type, ${day}
  ORDER BY 9 NULLS FIRST, m.kind, m.name, s.resource_id, s.server_type LIMIT $4`;
const READ_TOTALS = readUsage("NULL::text");
const READ_DAYS = readUsage("to_char(s.day, 'YYYY-MM-DD')");

/** Reads what an organization asked for, of each resource: in all days together, or on each. */
export async function listUsage(db: Queryable, range: UsageRange, by: "total" | "day"): Promise<UsageRow[]> {
  const { organizationId, from, to, limit } = range;
  const { rows } = await db.query<UsageRow>({
    name: `list-usage-${by}`,
    text: by === "day" ? READ_DAYS : READ_TOTALS,
    values: [organizationId, dayOf(from), dayOf(to), limit],
  });
  return rows;
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

const KEPT_DAYS = 800;
const SWEPT_AT_ONCE = 5_000;

/** Drops days of more than two years ago, so many at a time. */
export async function sweepUsage(db: Queryable): Promise<void> {
  await db.query(
    `DELETE FROM usage_days WHERE (resource_id, day, server_type) IN (
      SELECT resource_id, day, server_type FROM usage_days WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::int LIMIT $2)`,
    [KEPT_DAYS, SWEPT_AT_ONCE],
  );
}
