import { recordAudit, type AuditEntry } from "../requests/audit-store.ts";
import { storeAnswer, beginAttempt, type RepeatableRequest } from "../requests/idempotency-store.ts";
import { deleteGrantsOfOrganization } from "../oauth/oauth-record-store.ts";
import { onlyRow } from "../only-row.ts";
import { inTransaction, type Pool } from "../pool.ts";
import type { Queryable } from "../queryable.ts";
import { recordChanges, type ChangeRecord } from "../resources/record-changes.ts";

/** An organization as it is stored. */
export type OrganizationRow = Readonly<{
  id: string;
  name: string;
  slug: string;
  avatarUrl: string | null;
  isPersonal: boolean;
  isSystem: boolean;
  /** Whether members may open shells in pods and tunnels to them. */
  execEnabled: boolean;
  /** Whether anybody is told of alerts. */
  alertsEnabled: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}>;

/** A member of an organization; ordered by when they joined. */
export type MemberRow = Readonly<{
  id: string;
  email: string;
  name: string;
  avatarUrl: string | null;
  role: string;
  createdAt: Date;
}>;

/** Something that an organization still owns. */
export type OwnedThing = Readonly<{ kind: string; id: string; name: string }>;

type Position = Readonly<{ createdAt: Date; id: string }>;

const ORGANIZATION = `id, name, slug, avatar_url AS "avatarUrl", is_personal AS "isPersonal", is_system AS "isSystem",
  exec_enabled AS "execEnabled", alerts_enabled AS "alertsEnabled", version, created_at AS "createdAt", updated_at AS "updatedAt"`;
const MEMBER = `m.user_id AS id, u.email, u.name, u.avatar_url AS "avatarUrl", m.role, m.created_at AS "createdAt"`;
const OWNED_SHOWN_MAX = 20;

/**
 * Runs a change of records that live in Postgres alone, in one transaction with its audit row, with what /events tells of it
 * and, for a request with an Idempotency-Key, the answer of repetitions. `work` throws to change nothing.
 */
export async function changeRecords<T>(
  pool: Pool,
  work: (db: Queryable) => Promise<Readonly<{ result: T; audit: AuditEntry; told?: readonly ChangeRecord[] }>>,
  repeat?: Readonly<{ request: RepeatableRequest; answer: (result: T) => Readonly<{ status: number; body: unknown }> }>,
): Promise<T | "overtaken"> {
  return inTransaction(pool, async (db) => {
    const { result, audit, told = [] } = await work(db);
    if (repeat !== undefined) {
      const begun = { requestId: audit.requestId, recordId: audit.targetId, generation: null };
      if (!(await beginAttempt(db, repeat.request, begun))) throw new Overtaken();
      await storeAnswer(db, repeat.request, repeat.answer(result));
    }
    await recordAudit(db, audit, "succeeded");
    await recordChanges(db, told);
    return result;
  }).catch((error: unknown) => {
    if (error instanceof Overtaken) return "overtaken" as const;
    throw error;
  });
}

/** Ends a transaction whose request another attempt with the same key was faster with. */
class Overtaken extends Error {}

/** Makes an organization with its first owner, whose streams hear of it from then on. */
export async function insertOrganization(
  db: Queryable,
  organization: Readonly<{ id: string; name: string; slug: string; avatarUrl: string | null }>,
  ownerId: string,
): Promise<OrganizationRow> {
  const { id, name, slug, avatarUrl } = organization;
  const made = await db.query<OrganizationRow>(
    `INSERT INTO organizations (id, name, slug, avatar_url, updated_at) VALUES ($1, $2, $3, $4, now()) RETURNING ${ORGANIZATION}`,
    [id, name, slug, avatarUrl],
  );
  await db.query("INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'owner')", [id, ownerId]);
  await announceRights(db, ownerId);
  return onlyRow(made);
}

/** Locks an organization until the transaction ends, so that changes of it and of its members come one after the other. */
export async function lockOrganization(db: Queryable, id: string): Promise<OrganizationRow | undefined> {
  const found = await db.query<OrganizationRow>(
    `SELECT ${ORGANIZATION} FROM organizations WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
    [id],
  );
  return found.rows[0];
}

/** Changes name, picture and whether there are shells and alerts; whoever has one open hears of it. */
export async function updateOrganization(
  db: Queryable,
  id: string,
  {
    name,
    avatarUrl,
    execEnabled,
    alertsEnabled,
  }: Pick<OrganizationRow, "name" | "avatarUrl" | "execEnabled" | "alertsEnabled">,
): Promise<OrganizationRow> {
  const changed = await db.query<OrganizationRow>(
    `UPDATE organizations SET name = $2, avatar_url = $3, exec_enabled = $4, alerts_enabled = $5,
      version = version + 1, updated_at = now()
      WHERE id = $1 RETURNING ${ORGANIZATION}`,
    [id, name, avatarUrl, execEnabled, alertsEnabled],
  );
  if (!execEnabled) await announce(db, `organization:${id}`);
  return onlyRow(changed);
}

/** Lists what the organization owns: projected resources, creations whose end is not known yet, and a payment method, which nobody could remove later. */
export async function listOwned(db: Queryable, organizationId: string): Promise<OwnedThing[]> {
  const found = await db.query<OwnedThing>(
    `SELECT kind, id, display_name AS name FROM resources WHERE organization_id = $1 AND deleted_at IS NULL
      UNION ALL
      SELECT target_kind, target_id, 'being created' FROM audit_entries
        WHERE organization_id = $1 AND outcome = 'attempted' AND action LIKE 'create%' AND target_id IS NOT NULL
      UNION ALL
      SELECT 'PaymentMethod', organization_id, 'payment method' FROM billing_accounts
        WHERE organization_id = $1 AND (usable OR removing_since IS NOT NULL)
      LIMIT ${OWNED_SHOWN_MAX}`,
    [organizationId],
  );
  return found.rows;
}

/** Deletes an organization: it stays as a row, so that its slug is never used again. */
export async function deleteOrganization(db: Queryable, id: string): Promise<void> {
  await db.query("UPDATE organizations SET deleted_at = now(), version = version + 1 WHERE id = $1", [id]);
  await db.query("UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1 AND revoked_at IS NULL", [id]);
  await deleteGrantsOfOrganization(db, id, null);
  await announce(db, `organization:${id}`);
}

/** Lists members, newest first. */
export async function listMembers(
  db: Queryable,
  organizationId: string,
  { limit, after }: Readonly<{ limit: number; after: Position | undefined }>,
): Promise<MemberRow[]> {
  const behind = after === undefined ? "" : "AND (m.created_at, m.user_id) < ($3::timestamptz, $4::uuid)";
  const found = await db.query<MemberRow>(
    `SELECT ${MEMBER} FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 ${behind}
      ORDER BY m.created_at DESC, m.user_id DESC LIMIT $2`,
    [organizationId, limit, ...(after === undefined ? [] : [after.createdAt, after.id])],
  );
  return found.rows;
}

/** Counts the members of an organization; with `role` only those who have it. */
export async function countMembers(db: Queryable, organizationId: string, role?: string): Promise<number> {
  const found = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM memberships WHERE organization_id = $1 AND ($2::text IS NULL OR role = $2)",
    [organizationId, role ?? null],
  );
  return found.rows[0]?.count ?? 0;
}

/** Reads one member. */
export async function findMember(
  db: Queryable,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const found = await db.query<MemberRow>(
    `SELECT ${MEMBER} FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND m.user_id = $2`,
    [organizationId, userId],
  );
  return found.rows[0];
}

/** Gives a member another role; whoever holds on to the old one hears of it. */
export async function setRole(db: Queryable, organizationId: string, userId: string, role: string): Promise<void> {
  await db.query("UPDATE memberships SET role = $3 WHERE organization_id = $1 AND user_id = $2", [
    organizationId,
    userId,
    role,
  ]);
  await announceRights(db, userId);
}

/** Ends a membership, and the keys and grants of the user that were limited to it. */
export async function removeMember(db: Queryable, organizationId: string, userId: string): Promise<void> {
  const both = [organizationId, userId];
  await db.query("DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2", both);
  await db.query(
    "UPDATE api_keys SET revoked_at = now(), version = version + 1 WHERE organization_id = $1 AND user_id = $2 AND revoked_at IS NULL",
    both,
  );
  await db.query(
    "UPDATE sessions SET active_organization_id = NULL WHERE active_organization_id = $1 AND user_id = $2",
    both,
  );
  await deleteGrantsOfOrganization(db, organizationId, userId);
  await announceRights(db, userId);
}

/** Has all who act for a user ask anew what that user may do. */
export function announceRights(db: Queryable, userId: string): Promise<void> {
  return announce(db, `user:${userId}`);
}

async function announce(db: Queryable, whom: string): Promise<void> {
  await db.query("SELECT pg_notify('berth_revocations', $1)", [whom]);
}

/** Reads the id of each organization by its slug. */
export async function readOrganizationSlugs(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ slug: string; id: string }>(
    "SELECT slug, id FROM organizations WHERE deleted_at IS NULL",
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}
