import type { Queryable } from "./queryable.ts";

/** Says who holds a kubeconfig of a cluster, by which Secret it ends, and the API key, or an application's grant, that it was asked for with. */
export type Access = Readonly<{ clusterId: string; secretName: string; userId: string; apiKeyId: string | null }>;
/** Is access that its holder should not have any more; a role that was lost takes all of it, a key only its own. */
export type LostAccess = Access & Readonly<{ lost: "role" | "key" }>;

/** Notes access before it is given, so that it can be taken back. */
export async function noteAccess(db: Queryable, access: Access, ttlSeconds: number): Promise<void> {
  await db.query(
    `INSERT INTO cluster_access AS a (cluster_id, secret_name, user_id, api_key_id, expires_at)
      VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second')
      ON CONFLICT (cluster_id, secret_name) DO UPDATE SET expires_at = greatest(a.expires_at, excluded.expires_at), noted_at = now()`,
    [access.clusterId, access.secretName, access.userId, access.apiKeyId, ttlSeconds],
  );
}

/**
 * Lists access of who is no admin of the cluster's organization any more (of a cluster of the platform: no platform
 * admin), and of keys that were revoked.
 */
export async function listLostAccess(db: Queryable, limit: number): Promise<LostAccess[]> {
  const { rows } = await db.query<LostAccess>(
    `SELECT a.cluster_id AS "clusterId", a.secret_name AS "secretName", a.user_id AS "userId", a.api_key_id AS "apiKeyId",
        CASE WHEN coalesce(m.user_id, u.id) IS NULL THEN 'role' ELSE 'key' END AS lost
      FROM cluster_access a JOIN resources r ON r.id = a.cluster_id
      LEFT JOIN memberships m ON m.organization_id = r.organization_id AND m.user_id = a.user_id
        AND m.role IN ('owner', 'admin') AND NOT r.hidden
      LEFT JOIN users u ON u.id = a.user_id AND u.is_platform_admin AND r.hidden
      WHERE a.expires_at > now() AND (coalesce(m.user_id, u.id) IS NULL OR (a.api_key_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.id = a.api_key_id AND k.revoked_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM oauth_records g WHERE g.id = a.api_key_id AND g.expires_at > now())))
      LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Forgets access that was taken back, unless it may still be on its way to its holder: then it is taken back again. */
export async function forgetAccess(db: Queryable, { clusterId, secretName }: Access): Promise<void> {
  await db.query(
    "DELETE FROM cluster_access WHERE cluster_id = $1 AND secret_name = $2 AND noted_at < now() - interval '1 minute'",
    [clusterId, secretName],
  );
}

/** Forgets access that has ended by itself. */
export async function sweepAccess(db: Queryable): Promise<void> {
  await db.query("DELETE FROM cluster_access WHERE expires_at < now()");
}
