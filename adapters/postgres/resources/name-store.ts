import type { Queryable } from "../queryable.ts";

/** A thing on a cluster: unique per cluster and kind. */
export type ReservedName = Readonly<{ clusterId: string; kind: string; name: string; resourceId: string }>;

/** Reserves a name for a resource; false when another one has it. Concurrent reservations wait for each other. */
export async function reserveName(db: Queryable, wanted: ReservedName): Promise<boolean> {
  const result = await db.query<{ resource_id: string }>({
    name: "reserve-name",
    text: `INSERT INTO names (cluster_id, kind, name, resource_id) VALUES ($1, $2, $3, $4)
      ON CONFLICT (cluster_id, kind, name) DO UPDATE SET reserved_at = names.reserved_at
      RETURNING resource_id`,
    values: [wanted.clusterId, wanted.kind, wanted.name, wanted.resourceId],
  });
  return result.rows[0]?.resource_id === wanted.resourceId;
}

/** Tells whether somebody holds a name, `but` for one resource. */
export async function isNameHeld(
  db: Queryable,
  wanted: Omit<ReservedName, "resourceId">,
  but: string | null = null,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: "is-name-held",
    text: "SELECT 1 FROM names WHERE cluster_id = $1 AND kind = $2 AND name = $3 AND resource_id IS DISTINCT FROM $4",
    values: [wanted.clusterId, wanted.kind, wanted.name, but],
  });
  return rowCount !== 0;
}

/** Gives a name back, if the resource holds it and does not show it: another change of it may have got the same name. */
export async function releaseName(db: Queryable, held: ReservedName): Promise<void> {
  await db.query({
    name: "release-name",
    text: `DELETE FROM names WHERE cluster_id = $1 AND kind = $2 AND name = $3 AND resource_id = $4 AND NOT EXISTS (
      SELECT 1 FROM resources r WHERE r.id = $4 AND r.deleted_at IS NULL AND r.display_name = $3)`,
    values: [held.clusterId, held.kind, held.name, held.resourceId],
  });
}

/** Gives back every name of a resource but the one it shows; that it has again should another change of it have given it back. */
export async function keepOnlyName(db: Queryable, shown: ReservedName): Promise<void> {
  await reserveName(db, shown);
  await db.query({
    name: "keep-only-name",
    text: "DELETE FROM names WHERE resource_id = $1 AND kind = $2 AND (cluster_id <> $3 OR name <> $4)",
    values: [shown.resourceId, shown.kind, shown.clusterId, shown.name],
  });
}

/** Lists reservations older than two minutes whose resource is not projected under that name. */
export async function listDoubtfulNames(db: Queryable, limit: number): Promise<ReservedName[]> {
  const result = await db.query<{ cluster_id: string; kind: string; name: string; resource_id: string }>(
    `SELECT n.cluster_id, n.kind, n.name, n.resource_id FROM names n
      WHERE n.reserved_at < now() - interval '2 minutes' AND NOT EXISTS (
        SELECT 1 FROM resources r WHERE r.id = n.resource_id AND r.deleted_at IS NULL AND r.display_name = n.name)
      ORDER BY n.reserved_at LIMIT $1`,
    [limit],
  );
  return result.rows.map((row) => ({
    clusterId: row.cluster_id,
    kind: row.kind,
    name: row.name,
    resourceId: row.resource_id,
  }));
}
