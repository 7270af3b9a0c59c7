import type { Queryable } from "../queryable.ts";

/** What the authorization server keeps, and the plans that agents were shown. */
export type OauthModel =
  "AgentPlan" | "Interaction" | "Grant" | "AuthorizationCode" | "DeviceCode" | "AccessToken" | "RefreshToken";

/** Something of the authorization server to be kept: its id only as a hash, all else of it sealed. */
type OauthRecord = Readonly<{
  model: OauthModel;
  idHash: Buffer;
  sealedPayload: Buffer;
  accountId: string | null;
  clientId: string | null;
  /** Hash of the grant that it belongs to; of a grant its own. */
  grantHash: Buffer | null;
  scopes: readonly string[];
  /** Of access tokens: what they open; null = the REST interface. */
  audience: "mcp" | null;
  /** Of device codes: a keyed hash of what the person types. */
  userCodeHash: Buffer | null;
  expiresAt: Date;
}>;

/** A record as it is found. */
type FoundOauthRecord = Readonly<{ sealedPayload: Buffer; consumedAt: Date | null; expiresAt: Date }>;

const KEPT_AFTER_END = "1 hour";

/** Keeps a record, or what it has become. */
export async function upsertOauthRecord(db: Queryable, record: OauthRecord): Promise<void> {
  const { model, idHash, sealedPayload, accountId, clientId, grantHash, scopes, audience, expiresAt } = record;
  await db.query(
    `INSERT INTO oauth_records (model, id_hash, sealed_payload, account_id, client_id, grant_hash, scopes, expires_at,
        audience, user_code_hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      ON CONFLICT (model, id_hash) DO UPDATE SET sealed_payload = excluded.sealed_payload, scopes = excluded.scopes,
        expires_at = excluded.expires_at`,
    [model, idHash, sealedPayload, accountId, clientId, grantHash, scopes, expiresAt, audience, record.userCodeHash],
  );
}

/** Reads a record; one past its end is still found for a while, so that what was used twice is told. */
export async function findOauthRecord(
  db: Queryable,
  model: OauthModel,
  idHash: Buffer,
): Promise<FoundOauthRecord | undefined> {
  const { rows } = await db.query<FoundOauthRecord>(
    `SELECT sealed_payload AS "sealedPayload", consumed_at AS "consumedAt", expires_at AS "expiresAt" FROM oauth_records
      WHERE model = $1 AND id_hash = $2`,
    [model, idHash],
  );
  return rows[0];
}

/** Marks a record as used; false when it was used already, so that of two at once only one succeeds. */
export async function consumeOauthRecord(db: Queryable, model: OauthModel, idHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE oauth_records SET consumed_at = now() WHERE model = $1 AND id_hash = $2 AND consumed_at IS NULL",
    [model, idHash],
  );
  return rowCount === 1;
}

/** Marks a plan as carried out; false when it is not there, has run out, or was carried out already. */
export async function consumeAgentPlan(db: Queryable, idHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE oauth_records SET consumed_at = now()
      WHERE model = 'AgentPlan' AND id_hash = $1 AND consumed_at IS NULL AND expires_at > now()`,
    [idHash],
  );
  return rowCount === 1;
}

/** Removes a record. */
export async function deleteOauthRecord(db: Queryable, model: OauthModel, idHash: Buffer): Promise<void> {
  await db.query("DELETE FROM oauth_records WHERE model = $1 AND id_hash = $2", [model, idHash]);
}

/** Removes what is left of one model of a grant. */
export async function deleteGrantTokens(db: Queryable, model: OauthModel, grantHash: Buffer): Promise<void> {
  await db.query("DELETE FROM oauth_records WHERE model = $1 AND grant_hash = $2", [model, grantHash]);
}

/** Whose grant has ended. */
export type EndedGrant = Readonly<{ accountId: string; clientId: string; organizationId: string | null }>;

/**
 * Removes the grant that a record belongs to; its tokens are worth nothing without it. Whoever holds on to one hears of
 * it. Undefined when it had ended already.
 */
export async function deleteGrant(db: Queryable, model: OauthModel, idHash: Buffer): Promise<EndedGrant | undefined> {
  const { rows } = await db.query<EndedGrant>(
    `WITH gone AS (DELETE FROM oauth_records WHERE model = 'Grant' AND id_hash = (
        SELECT grant_hash FROM oauth_records WHERE model = $1 AND id_hash = $2)
      RETURNING account_id, client_id, organization_id)
      SELECT account_id AS "accountId", client_id AS "clientId", organization_id AS "organizationId",
        pg_notify('berth_revocations', 'oauth') FROM gone`,
    [model, idHash],
  );
  return rows[0];
}

/** Limits a grant to one organization. */
export async function limitGrant(db: Queryable, idHash: Buffer, organizationId: string | null): Promise<void> {
  await db.query("UPDATE oauth_records SET organization_id = $2 WHERE model = 'Grant' AND id_hash = $1", [
    idHash,
    organizationId,
  ]);
}

/** Ends the grants that are limited to an organization, of one user or of all; the caller announces it. */
export async function deleteGrantsOfOrganization(
  db: Queryable,
  organizationId: string,
  userId: string | null,
): Promise<void> {
  await db.query(
    `DELETE FROM oauth_records WHERE grant_hash IN (SELECT g.grant_hash FROM oauth_records g
      WHERE g.model = 'Grant' AND g.organization_id = $1 AND ($2::uuid IS NULL OR g.account_id = $2))`,
    [organizationId, userId],
  );
}

/** Ends everything that a user granted a client; false when there was no grant. */
export async function deleteGrantsOfClient(db: Queryable, accountId: string, clientId: string): Promise<boolean> {
  const both = [accountId, clientId];
  const { rows } = await db.query<{ grants: number }>(
    `WITH gone AS (DELETE FROM oauth_records WHERE account_id = $1 AND client_id = $2 RETURNING model, expires_at)
      SELECT count(*)::int AS grants, pg_notify('berth_revocations', 'oauth') FROM gone
        WHERE model = 'Grant' AND expires_at > now()`,
    both,
  );
  return (rows[0]?.grants ?? 0) > 0;
}

/** Removes what has ended a while ago. */
export async function sweepOauthRecords(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM oauth_records WHERE expires_at < now() - interval '${KEPT_AFTER_END}'`);
}

/** An application that a user has connected. */
type ConnectedApplication = Readonly<{
  clientId: string;
  clientName: string;
  clientUri: string | null;
  logoUri: string | null;
  activeSessions: number;
  authorizedAt: Date;
  lastUsedAt: Date | null;
}>;

/** Lists the applications that a user has connected; a session is a grant that still has a token. */
export async function listConnectedApplications(db: Queryable, accountId: string): Promise<ConnectedApplication[]> {
  const { rows } = await db.query<ConnectedApplication>(
    `SELECT c.id AS "clientId", c.name AS "clientName", c.client_uri AS "clientUri", c.logo_uri AS "logoUri",
        count(*) FILTER (WHERE EXISTS (SELECT 1 FROM oauth_records t WHERE t.grant_hash = g.grant_hash
          AND t.model IN ('AccessToken', 'RefreshToken') AND t.consumed_at IS NULL AND t.expires_at > now()))::int AS "activeSessions",
        min(g.created_at) AS "authorizedAt", max(g.last_used_at) AS "lastUsedAt"
      FROM oauth_records g JOIN oauth_clients c ON c.id = g.client_id
      WHERE g.model = 'Grant' AND g.account_id = $1 AND g.expires_at > now()
      GROUP BY c.id ORDER BY min(g.created_at) DESC, c.id DESC`,
    [accountId],
  );
  return rows;
}
