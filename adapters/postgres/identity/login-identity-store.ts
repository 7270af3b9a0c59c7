import type pg from "pg";
import { recordAudit, type AuditEntry } from "../requests/audit-store.ts";
import { inTransaction } from "../pool.ts";
import { NOTHING_KEPT, proveAddress } from "./prove-address.ts";
import type { Queryable } from "../queryable.ts";

/** Who somebody is at a provider, with the address that it has verified. */
export type ProviderIdentity = Readonly<{
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the address is of a domain that was given to this issuer. */
  isAuthority: boolean;
  /** Whose session the browser has, that comes back from the issuer. */
  signedInAs: string | undefined;
}>;
/** How an identity came to its account. */
export type IdentityLink = Readonly<{ userId: string; how: "known" | "linked" | "took_over" }>;

type Owner = Readonly<{ id: string; isVerified: boolean; isAdmin: boolean; hasPassword: boolean; isAnothers: boolean }>;

/**
 * Finds the account of an identity, in one transaction with its audit entry:
 * 1. the account that the identity is linked to, whatever its address is now;
 * 2. else the account of the verified address, if the issuer may hand it over (`mayLink`): else "refused". If that never
 *    verified it, whoever made the account may be somebody else: password, second factors, sessions, keys, connected
 *    applications and kubeconfigs end before the account is handed over (docs/adr/0036);
 * 3. else none: undefined.
 */
export async function linkIdentity(
  pool: pg.Pool,
  identity: ProviderIdentity,
  auditOf: (link: IdentityLink) => AuditEntry,
): Promise<IdentityLink | "refused" | undefined> {
  return inTransaction(pool, async (db) => {
    const link = (await findLinked(db, identity)) ?? (await linkByEmail(db, identity));
    if (link !== undefined && link !== "refused") await recordAudit(db, auditOf(link), "succeeded");
    return link;
  });
}

async function findLinked(
  db: Queryable,
  { issuer, subject, email }: ProviderIdentity,
): Promise<IdentityLink | undefined> {
  const { rows } = await db.query<{ userId: string }>(
    `UPDATE identities SET last_used_at = now(), email = coalesce($3, email) WHERE issuer = $1 AND subject = $2
      RETURNING user_id AS "userId"`,
    [issuer, subject, email ?? null],
  );
  const [row] = rows;
  return row && { userId: row.userId, how: "known" };
}

async function linkByEmail(db: Queryable, identity: ProviderIdentity): Promise<IdentityLink | "refused" | undefined> {
  const { issuer, subject, email } = identity;
  if (email === undefined) return undefined;
  const { rows } = await db.query<Owner>(
    `SELECT id, email_verified_at IS NOT NULL AS "isVerified", is_platform_admin AS "isAdmin",
        password_hash IS NOT NULL AS "hasPassword",
        EXISTS (SELECT 1 FROM identities i WHERE i.user_id = users.id AND (i.issuer, i.subject) <> ($2, $3)) AS "isAnothers"
      FROM users WHERE email = $1 FOR UPDATE`,
    [email, issuer, subject],
  );
  const [owner] = rows;
  if (owner === undefined) return undefined;
  if (!mayLink(owner, identity)) return "refused";
  if (!owner.isVerified) await proveAddress(db, owner.id, NOTHING_KEPT);
  // Two callbacks of one person at once: both mean the same account.
  await db.query(
    `INSERT INTO identities (issuer, subject, user_id, email) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [issuer, subject, owner.id, email],
  );
  return { userId: owner.id, how: owner.isVerified ? "linked" : "took_over" };
}

/**
 * Tells whether an issuer's word for an address is enough: never for a platform admin; for a password, or what another
 * issuer vouches for, only with the account's own session beside it, or where the address is of a domain given to the issuer.
 */
function mayLink(owner: Owner, { signedInAs, isAuthority }: ProviderIdentity): boolean {
  if (owner.isAdmin) return false;
  if (!owner.isVerified || owner.id === signedInAs) return true;
  return !owner.hasPassword && (isAuthority || !owner.isAnothers);
}

/** Tells whether somebody has invited this address and still waits for an answer. */
export async function isInvited(db: Queryable, email: string): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT 1 FROM invitations i JOIN organizations o ON o.id = i.organization_id AND o.deleted_at IS NULL
      WHERE i.email = $1 AND i.status = 'pending' AND i.expires_at > now() LIMIT 1`,
    [email],
  );
  return rows.length > 0;
}

/** Notes that a login came back from its provider; false when it did before. */
export async function spendLogin(db: Queryable, id: string, expiresAt: Date): Promise<boolean> {
  const spent = await db.query("INSERT INTO spent_logins (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    id,
    expiresAt,
  ]);
  return spent.rowCount === 1;
}

/** Forgets logins whose cookie is void by now. */
export async function sweepSpentLogins(db: Queryable): Promise<void> {
  await db.query("DELETE FROM spent_logins WHERE expires_at < now() - interval '1 minute'");
}
