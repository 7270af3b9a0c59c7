import type { Queryable } from "../queryable.ts";

/** A backup with what a restore of it needs. */
export type BackupRow = Readonly<{
  id: string;
  organizationId: string;
  clusterId: string | null;
  status: string;
  body: Readonly<Record<string, unknown>>;
  detail: unknown;
}>;

/** A choice of backups of a database that lie in one of the organizations. */
type BackupFilter = Readonly<{
  databaseId: string;
  organizationIds: readonly string[];
  statuses?: readonly string[];
  limit?: number;
}>;

/** Lists backups, the newest first. */
export async function listBackupsOf(db: Queryable, filter: BackupFilter): Promise<readonly BackupRow[]> {
  const { databaseId, organizationIds, statuses, limit } = filter;
  const { rows } = await db.query<BackupRow>({
    name: "backups-of-database",
    text: `SELECT id, organization_id AS "organizationId", cluster_id AS "clusterId", status, body, detail FROM resources
      WHERE kind = 'DatabaseBackup' AND organization_id = ANY($2::uuid[]) AND deleted_at IS NULL
        AND body->>'database_instance_id' = $1::text AND ($3::text[] IS NULL OR status = ANY($3::text[]))
      ORDER BY created_at DESC, id DESC LIMIT $4`,
    values: [databaseId, organizationIds, statuses ?? null, limit ?? null],
  });
  return rows;
}
