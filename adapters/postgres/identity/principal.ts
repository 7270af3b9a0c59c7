import type pg from "pg";

/**
 * How a request proves who it is: the SHA-256 of a session id, of an API key, or of an application's access token. A token
 * for agents (`agent`) and one for the REST interface (`oauth`) are never taken for each other.
 */
export type Credential = Readonly<{ via: "session" | "api_key" | "oauth" | "agent"; hash: Buffer }>;
/** What a credential is called in answers and in the audit log. */
type Via = Exclude<Credential["via"], "agent">;

/** A role of the caller in one organization. */
export type Membership = Readonly<{
  organizationId: string;
  role: string;
  slug: string;
  isPersonal: boolean;
  /** Whether members of the organization may open shells in pods and tunnels to them. */
  execEnabled: boolean;
  /** Whether anybody is told of its alerts. */
  alertsEnabled: boolean;
}>;

/** Whom a valid credential stands for. */
export type PrincipalRecord = Readonly<{
  via: Via;
  /** Of an application's token the grant: it outlives the token. */
  credentialId: string;
  userId: string;
  isPlatformAdmin: boolean;
  /** What the key may do; null = all that its owner may. */
  scopes: readonly string[] | null;
  /** The one organization that the key is limited to. */
  limitOrganizationId: string | null;
  activeOrganizationId: string | null;
  impersonatorId: string | null;
  /** How long ago the holder of a session has proven who they are; null for keys and tokens. */
  provenAgeMs: number | null;
  /** Whether a second factor was shown in the session, or in the one that made the key. */
  hasSecondFactor: boolean;
  /** Whether the last use was noted more than a minute ago. */
  isUseStale: boolean;
  /** Whether the account's address is proven. */
  isVerified: boolean;
  /** The connected application that acts for the user. */
  application: Readonly<{ id: string; name: string }> | null;
}>;

const NAMES = [
  "credential_id",
  "user_id",
  "is_platform_admin",
  "scopes",
  "limit_organization_id",
  "active_organization_id",
  "impersonator_id",
  "is_use_stale",
  "proven_age_ms",
  "second_factor",
  "is_verified",
  "application_id",
  "application_name",
];
const NO_APPLICATION = "NULL::uuid AS application_id, NULL::varchar AS application_name";
/** Counts the columns that `principalFrom` yields; columns of a joined statement follow them. */
export const PRINCIPAL_COLUMNS = NAMES.length;
/** Names them one by one, in their order, of a relation p. */
export const PRINCIPAL_MEMBERS = NAMES.map((name) => `p.${name}`).join(", ");

const byKey = (hash: string): string => `SELECT k.id AS credential_id, k.user_id, u.is_platform_admin,
    CASE WHEN k.unrestricted THEN NULL ELSE k.scopes END AS scopes, k.organization_id AS limit_organization_id,
    NULL::uuid AS active_organization_id, NULL::uuid AS impersonator_id,
    (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute') AS is_use_stale,
    NULL::float8 AS proven_age_ms, k.second_factor,
    u.email_verified_at IS NOT NULL AS is_verified, ${NO_APPLICATION}
  FROM api_keys k JOIN users u ON u.id = k.user_id
  WHERE k.key_hash = ${hash} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

/** An impersonation lives no longer than the admin's own session and standing. */
const bySession = (hash: string): string => `SELECT s.id AS credential_id, s.user_id, u.is_platform_admin,
    NULL::text[] AS scopes, NULL::uuid AS limit_organization_id,
    s.active_organization_id, s.actor_user_id AS impersonator_id,
    (s.last_used_at < now() - interval '1 minute') AS is_use_stale,
    (extract(epoch FROM now() - s.proven_at) * 1000)::float8 AS proven_age_ms, s.second_factor,
    u.email_verified_at IS NOT NULL AS is_verified, ${NO_APPLICATION}
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.token_hash = ${hash} AND s.expires_at > now() AND s.idle_at > now()
    AND (s.parent_session_id IS NULL OR EXISTS (SELECT 1 FROM sessions q JOIN users a ON a.id = q.user_id
      WHERE q.id = s.parent_session_id AND q.user_id = s.actor_user_id AND q.expires_at > now() AND a.is_platform_admin))`;

/** A token is worth what its grant and its application still allow, and only where it is for. */
const byAccessToken = (
  hash: string,
  audience: "IS NULL" | "= 'mcp'",
): string => `SELECT g.id AS credential_id, t.account_id AS user_id, u.is_platform_admin,
    ARRAY(SELECT unnest(t.scopes) INTERSECT SELECT unnest(c.scopes)) AS scopes, g.organization_id AS limit_organization_id,
    NULL::uuid AS active_organization_id, NULL::uuid AS impersonator_id,
    (g.last_used_at IS NULL OR g.last_used_at < now() - interval '1 minute') AS is_use_stale,
    NULL::float8 AS proven_age_ms, false AS second_factor,
    u.email_verified_at IS NOT NULL AS is_verified, c.id AS application_id, c.name AS application_name
  FROM oauth_records t JOIN oauth_records g ON g.model = 'Grant' AND g.id_hash = t.grant_hash
    JOIN oauth_clients c ON c.id = t.client_id JOIN users u ON u.id = t.account_id
  WHERE t.model = 'AccessToken' AND t.id_hash = ${hash} AND t.audience ${audience} AND t.expires_at > now() AND g.expires_at > now()
    AND g.account_id = t.account_id AND g.client_id = t.client_id`;

const STATEMENTS: Readonly<Record<Credential["via"], (hash: string) => string>> = {
  session: bySession,
  api_key: byKey,
  oauth: (hash) => byAccessToken(hash, "IS NULL"),
  agent: (hash) => byAccessToken(hash, "= 'mcp'"),
};

/** Returns the sub-select that yields the principal of a credential, or nothing. */
export function principalFrom(via: Credential["via"], hash = "$1"): string {
  return STATEMENTS[via](hash);
}

/** Reads the principal of a row whose first columns are those of `principalFrom`. */
export function toPrincipal(via: Credential["via"], row: readonly unknown[]): PrincipalRecord {
  return {
    via: via === "agent" ? "oauth" : via,
    credentialId: row[0] as string,
    userId: row[1] as string,
    isPlatformAdmin: row[2] as boolean,
    scopes: row[3] as string[] | null,
    limitOrganizationId: row[4] as string | null,
    activeOrganizationId: row[5] as string | null,
    impersonatorId: row[6] as string | null,
    isUseStale: row[7] as boolean,
    provenAgeMs: row[8] as number | null,
    hasSecondFactor: row[9] as boolean,
    isVerified: row[10] as boolean,
    application: row[11] === null ? null : { id: row[11] as string, name: row[12] as string },
  };
}

/** Yields the memberships of the user of a relation p, to be read by `toMemberships`. */
export const MEMBERSHIPS = `SELECT coalesce(json_agg(json_build_array(m.organization_id, m.role, o.slug, o.is_personal, o.exec_enabled,
    o.alerts_enabled)
    ORDER BY o.is_personal DESC, o.created_at), '[]')
  FROM memberships m JOIN organizations o ON o.id = m.organization_id
  WHERE m.user_id = p.user_id AND o.deleted_at IS NULL`;

/** A principal with all of its memberships. */
export type MemberRecord = PrincipalRecord & Readonly<{ memberships: readonly Membership[] }>;

/** Reads what `MEMBERSHIPS` yields. */
export function toMemberships(column: unknown): readonly Membership[] {
  const memberships = column as [string, string, string, boolean, boolean, boolean][];
  return memberships.map(([organizationId, role, slug, isPersonal, execEnabled, alertsEnabled]) => ({
    organizationId,
    role,
    slug,
    isPersonal,
    execEnabled,
    alertsEnabled,
  }));
}

/** Reads who a credential stands for, with all memberships, in one prepared statement; undefined when it is not valid. */
export async function findPrincipal(pool: pg.Pool, credential: Credential): Promise<MemberRecord | undefined> {
  const result = await pool.query<unknown[]>({
    name: `principal-${credential.via}`,
    text: `SELECT p.*, (${MEMBERSHIPS}) FROM (${principalFrom(credential.via)}) p`,
    values: [credential.hash],
    rowMode: "array",
  });
  const row = result.rows[0];
  if (row === undefined) return undefined;
  return { ...toPrincipal(credential.via, row), memberships: toMemberships(row[PRINCIPAL_COLUMNS]) };
}
