import { onlyRow } from "../only-row.ts";
import type { PageRange } from "../page-range.ts";
import type { Queryable } from "../queryable.ts";
import { observedAt, type ReadRow } from "./resource-reads.ts";

type Filter = Readonly<{ q: string; status: string | null; provider: string | null }>;

const HIDDEN = `FROM resources r WHERE r.kind = 'Cluster' AND r.hidden AND r.deleted_at IS NULL
  AND starts_with(r.display_name, $1) AND ($2::text IS NULL OR r.status = $2) AND ($3::text IS NULL OR r.provider = $3)`;

/** Lists the clusters that are the platform's own, newest first. */
export async function listPlatformClusters(
  db: Queryable,
  { q, status, provider }: Filter,
  { limit, after }: PageRange,
): Promise<ReadRow[]> {
  const behind = after === undefined ? "" : "AND (r.created_at, r.id) < ($5::timestamptz, $6::uuid)";
  const { rows } = await db.query<ReadRow>(
    `SELECT r.id, r.created_at AS "createdAt", r.generation::text AS generation, '' AS role, r.body::text AS body,
        ${observedAt("Cluster")} AS "observedAt", NULL AS cluster
      ${HIDDEN} ${behind} ORDER BY r.created_at DESC, r.id DESC LIMIT $4`,
    [q, status, provider, limit, ...(after === undefined ? [] : [after.createdAt, after.id])],
  );
  return rows;
}

/** Counts the clusters that are the platform's own. */
export async function countPlatformClusters(db: Queryable, { q, status, provider }: Filter): Promise<number> {
  const counted = await db.query<{ count: number }>(`SELECT count(*)::int AS count ${HIDDEN}`, [q, status, provider]);
  return onlyRow(counted).count;
}

/** A place where hosts run, with what they have and what they carry. */
export type HostedPlace = Readonly<{ provider: string; region: string; nodes: number; carried: number }>;

/** Lists where hosts run: shared clusters of a place lie on its hosts, whichever of them. */
export async function listHostedPlaces(db: Queryable): Promise<HostedPlace[]> {
  const { rows } = await db.query<HostedPlace>({
    name: "hosted-places",
    text: `WITH hosts AS (
        SELECT provider, body->>'region' AS region, sum((body->>'node_count')::int)::int AS nodes
        FROM resources WHERE kind = 'Cluster' AND hidden AND deleted_at IS NULL
          AND body->>'is_management' = 'false' AND status IN ('running', 'updating', 'upgrading')
        GROUP BY 1, 2)
      SELECT h.provider, h.region, coalesce(h.nodes, 0) AS nodes,
        (SELECT count(*)::int FROM resources s WHERE s.kind = 'Cluster' AND s.deleted_at IS NULL AND s.tier = 'shared'
          AND s.provider = h.provider AND s.body->>'region' = h.region) AS carried
      FROM hosts h`,
  });
  return rows;
}
