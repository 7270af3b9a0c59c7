import type { Queryable } from "../queryable.ts";

/** The newest preflight of a cluster, with the request that it was made for. */
type LatestPreflight = Readonly<{ id: string; toVersion: string; preflight: Readonly<Record<string, unknown>> }>;

/** Finds the newest preflight of a cluster. */
export async function findLatestPreflight(db: Queryable, clusterId: string): Promise<LatestPreflight | undefined> {
  const result = await db.query<LatestPreflight>(
    `SELECT id, body->>'to_version' AS "toVersion", body->'preflight' AS preflight FROM resources
      WHERE cluster_id = $1 AND kind = 'UpgradeRequest' AND deleted_at IS NULL AND body->>'preflight' IS NOT NULL
      ORDER BY created_at DESC, id DESC LIMIT 1`,
    [clusterId],
  );
  return result.rows[0];
}

/** Tells whether a request of a cluster is open, and which number the next one gets. */
export async function findUpgradesOf(
  db: Queryable,
  clusterId: string,
): Promise<Readonly<{ isOpen: boolean; next: number }>> {
  const result = await db.query<{ isOpen: boolean; next: number }>(
    `SELECT coalesce(bool_or(NOT ended), false) AS "isOpen", coalesce(max(number), 0) + 1 AS next FROM (
      SELECT status IN ('completed', 'failed', 'rejected', 'cancelled') AS ended,
        substring(object_name FROM '-([0-9]{1,6})$')::int AS number FROM resources
      WHERE cluster_id = $1 AND kind = 'UpgradeRequest' AND deleted_at IS NULL) AS known`,
    [clusterId],
  );
  return result.rows[0] ?? { isOpen: false, next: 1 };
}
