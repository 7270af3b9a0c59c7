import { onlyRow } from "../only-row.ts";
import type { Queryable } from "../queryable.ts";

/** What a kubeconfig was asked for with, and ends with: a session, or an API key or an application's grant. */
type AccessCredential = Readonly<{ sessionId: string | null; apiKeyId: string | null }>;
/** Who holds kubeconfigs of a cluster, by which Secret they end, and what they were asked for with. */
type Access = AccessCredential & Readonly<{ clusterId: string; secretName: string; userId: string }>;
/** Access that its holder should not have any more; a role that was lost takes all of it, all else only its own. */
export type LostAccess = Access & Readonly<{ lost: "role" | "credential" }>;

/** Access as its holder sees it. */
export type HeldAccess = Readonly<{
  id: string;
  clusterId: string;
  clusterName: string;
  organizationId: string;
  sessionId: string | null;
  apiKeyId: string | null;
  /** The application whose grant it was asked for with. */
  clientId: string | null;
  /** When the last one was handed out. */
  createdAt: Date;
  expiresAt: Date;
}>;

const HELD_SHOWN_MAX = 1_000;

const SAME_CREDENTIAL = "api_key_id IS NOT DISTINCT FROM $4::uuid AND session_id IS NOT DISTINCT FROM $3::uuid";

/**
 * Notes access before it is given, so that it can be taken back, and names the Secret that its tokens are bound to. One
 * credential has one Secret at a cluster; one that was ended never serves again, or its old tokens would.
 */
export async function noteAccess(
  db: Queryable,
  access: Omit<Access, "secretName">,
  ttlSeconds: number,
): Promise<string> {
  const { clusterId, userId, sessionId, apiKeyId } = access;
  const values = [clusterId, userId, sessionId, apiKeyId, ttlSeconds];
  const renewed = await db.query<{ secretName: string }>(
    `UPDATE cluster_access SET expires_at = greatest(expires_at, now() + $5 * interval '1 second'), noted_at = now()
      WHERE cluster_id = $1 AND user_id = $2 AND ${SAME_CREDENTIAL} AND ended_at IS NULL AND expires_at > now()
      RETURNING secret_name AS "secretName"`,
    values,
  );
  const [known] = renewed.rows;
  if (known !== undefined) return known.secretName;
  const made = await db.query<{ secretName: string }>(
    `INSERT INTO cluster_access (cluster_id, user_id, session_id, api_key_id, expires_at, id, secret_name)
      SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid, now() + $5 * interval '1 second', n.id, 'user-' || $2::uuid || '-' || n.id
      FROM (SELECT gen_random_uuid() AS id) n RETURNING secret_name AS "secretName"`,
    values,
  );
  return onlyRow(made).secretName;
}

/** Lists what a user holds and has not ended, newest first. */
export async function listAccess(db: Queryable, userId: string): Promise<HeldAccess[]> {
  const { rows } = await db.query<HeldAccess>(
    `SELECT a.id, a.cluster_id AS "clusterId", r.display_name AS "clusterName", r.organization_id AS "organizationId",
        a.session_id AS "sessionId", k.id AS "apiKeyId", g.client_id AS "clientId", a.noted_at AS "createdAt",
        a.expires_at AS "expiresAt"
      FROM cluster_access a JOIN resources r ON r.id = a.cluster_id AND r.deleted_at IS NULL
      LEFT JOIN api_keys k ON k.id = a.api_key_id LEFT JOIN oauth_records g ON g.id = a.api_key_id
      WHERE a.user_id = $1 AND a.ended_at IS NULL AND a.expires_at > now()
      ORDER BY a.noted_at DESC, a.id DESC LIMIT ${HELD_SHOWN_MAX}`,
    [userId],
  );
  return rows;
}

/** Ends what a user holds, and wakes who takes it back; undefined when there is nothing to end. */
export async function endAccess(
  db: Queryable,
  userId: string,
  id: string,
): Promise<Readonly<{ clusterId: string; organizationId: string }> | undefined> {
  const { rows } = await db.query<{ clusterId: string; organizationId: string }>(
    `WITH ended AS (UPDATE cluster_access a SET ended_at = now() FROM resources r
        WHERE a.id = $2 AND a.user_id = $1 AND a.ended_at IS NULL AND a.expires_at > now() AND r.id = a.cluster_id
        RETURNING a.cluster_id, r.organization_id)
      SELECT cluster_id AS "clusterId", organization_id AS "organizationId",
        pg_notify('berth_revocations', 'user:' || $1::text) FROM ended`,
    [userId, id],
  );
  return rows[0];
}

/** Says that the credential of access `a` serves no more; gateways of the release before noted none for sessions. */
const CREDENTIAL_GONE = `(a.session_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sessions s
      WHERE s.id = a.session_id AND s.user_id = a.user_id AND s.expires_at > now() AND s.idle_at > now()))
    OR (a.api_key_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.id = a.api_key_id AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > now()))
      AND NOT EXISTS (SELECT 1 FROM oauth_records g WHERE g.id = a.api_key_id AND g.expires_at > now()))`;

/**
 * Lists access that was ended or has run out, that of who is no admin of the cluster's organization any more (of a
 * cluster of the platform: no platform admin), and that of sessions, keys and grants that have ended. Organizations take turns,
 * and what was tried last comes last: a cluster that is away holds up no other, however much one has to take back.
 */
export async function listLostAccess(db: Queryable, limit: number): Promise<LostAccess[]> {
  const { rows } = await db.query<LostAccess>(
    `SELECT a.cluster_id AS "clusterId", a.secret_name AS "secretName", a.user_id AS "userId",
        a.session_id AS "sessionId", a.api_key_id AS "apiKeyId",
        CASE WHEN coalesce(m.user_id, u.id) IS NULL THEN 'role' ELSE 'credential' END AS lost
      FROM cluster_access a JOIN resources r ON r.id = a.cluster_id
      LEFT JOIN memberships m ON m.organization_id = r.organization_id AND m.user_id = a.user_id
        AND m.role IN ('owner', 'admin') AND NOT r.hidden
      LEFT JOIN users u ON u.id = a.user_id AND u.is_platform_admin AND r.hidden
      WHERE a.ended_at IS NOT NULL OR a.expires_at <= now() OR coalesce(m.user_id, u.id) IS NULL OR ${CREDENTIAL_GONE}
      ORDER BY row_number() OVER (PARTITION BY r.organization_id ORDER BY a.tried_at NULLS FIRST, a.noted_at),
        a.tried_at NULLS FIRST, a.noted_at
      LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Notes that access is being taken back. */
export async function noteTry(db: Queryable, { clusterId, secretName }: Access): Promise<void> {
  await db.query("UPDATE cluster_access SET tried_at = now() WHERE cluster_id = $1 AND secret_name = $2", [
    clusterId,
    secretName,
  ]);
}

/** Forgets access that was taken back, unless it may still be on its way to its holder: then it is taken back again. */
export async function forgetAccess(db: Queryable, { clusterId, secretName }: Access): Promise<void> {
  await db.query(
    "DELETE FROM cluster_access WHERE cluster_id = $1 AND secret_name = $2 AND noted_at < now() - interval '1 minute'",
    [clusterId, secretName],
  );
}

/** Forgets access that ended by itself at a cluster that nobody could tidy up since. */
export async function sweepAccess(db: Queryable): Promise<void> {
  await db.query("DELETE FROM cluster_access WHERE expires_at < now() - interval '7 days'");
}
