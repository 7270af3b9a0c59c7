import { onlyRow } from "../only-row.ts";
import type { PageRange } from "../page-range.ts";
import { announceRights, type OrganizationRow } from "./organization-store.ts";
import type { Queryable } from "../queryable.ts";

/** An invitation as it is stored; `status` already says when a pending one has expired. */
export type InvitationRow = Readonly<{
  id: string;
  organizationId: string;
  email: string;
  name: string | null;
  role: string;
  inviterId: string;
  /** Whether the token went by mail. */
  isMailed: boolean;
  status: string;
  expiresAt: Date;
  createdAt: Date;
}>;

/** An invitation with what a preview shows of its organization. */
export type InvitationView = InvitationRow & Readonly<{ organizationName: string; inviterName: string | null }>;

/** An invitation to be recorded; of the token only its hash. */
type NewInvitation = Omit<InvitationRow, "status" | "createdAt"> & Readonly<{ tokenHash: Buffer }>;

const STATUS = "CASE WHEN i.status = 'pending' AND i.expires_at <= now() THEN 'expired' ELSE i.status END";
const COLUMNS = `i.id, i.organization_id AS "organizationId", i.email, i.name, i.role, i.inviter_id AS "inviterId", i.is_mailed AS "isMailed",
  ${STATUS} AS status, i.expires_at AS "expiresAt", i.created_at AS "createdAt"`;

/** Records an invitation; its organization must be locked, so that there is one at a time for an address. */
export async function insertInvitation(db: Queryable, invitation: NewInvitation): Promise<InvitationRow> {
  const { id, organizationId, email, name, role, inviterId, expiresAt, tokenHash, isMailed } = invitation;
  const made = await db.query<InvitationRow>(
    `INSERT INTO invitations AS i (id, organization_id, email, name, role, inviter_id, expires_at, token_hash, is_mailed)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${COLUMNS}`,
    [id, organizationId, email, name, role, inviterId, expiresAt, tokenHash, isMailed],
  );
  return onlyRow(made);
}

/** Says why an address cannot be invited: it is a member's, or an invitation is pending; undefined when it can. */
export async function findObstacle(
  db: Queryable,
  organizationId: string,
  email: string,
): Promise<"member" | "pending" | undefined> {
  const found = await db.query<{ member: boolean; pending: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.organization_id = $1 AND u.email = $2) AS member,
      EXISTS (SELECT 1 FROM invitations
        WHERE organization_id = $1 AND email = $2 AND status = 'pending' AND expires_at > now()) AS pending`,
    [organizationId, email],
  );
  if (found.rows[0]?.member === true) return "member";
  return found.rows[0]?.pending === true ? "pending" : undefined;
}

/** Lists the invitations of an organization, newest first. */
export async function listInvitations(
  db: Queryable,
  organizationId: string,
  range: PageRange,
): Promise<InvitationRow[]> {
  const { limit, after } = range;
  const behind = after === undefined ? "" : "AND (i.created_at, i.id) < ($3::timestamptz, $4::uuid)";
  const found = await db.query<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations i WHERE i.organization_id = $1 ${behind}
      ORDER BY i.created_at DESC, i.id DESC LIMIT $2`,
    [organizationId, limit, ...(after === undefined ? [] : [after.createdAt, after.id])],
  );
  return found.rows;
}

/** Says how many invitations an organization has sent within the hour, and when the oldest of them is an hour old. */
export async function countRecentInvitations(
  db: Queryable,
  organizationId: string,
): Promise<Readonly<{ count: number; waitSeconds: number }>> {
  const found = await db.query<{ count: number; waitSeconds: number }>(
    `SELECT count(*)::int AS count,
        coalesce(ceil(3600 - extract(epoch FROM now() - min(created_at))), 0)::int AS "waitSeconds"
      FROM invitations WHERE organization_id = $1 AND created_at > now() - interval '1 hour'`,
    [organizationId],
  );
  return onlyRow(found);
}

/** Counts the invitations of an organization. */
export async function countInvitations(db: Queryable, organizationId: string): Promise<number> {
  const found = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM invitations WHERE organization_id = $1",
    [organizationId],
  );
  return found.rows[0]?.count ?? 0;
}

/** Reads the invitation of a token; revoked ones are not found. */
export async function findInvitation(db: Queryable, tokenHash: Buffer): Promise<InvitationView | undefined> {
  const found = await db.query<InvitationView>(
    `SELECT ${COLUMNS}, o.name AS "organizationName", u.name AS "inviterName"
      FROM invitations i JOIN organizations o ON o.id = i.organization_id AND o.deleted_at IS NULL
      LEFT JOIN users u ON u.id = i.inviter_id
      WHERE i.token_hash = $1 AND i.status <> 'revoked'`,
    [tokenHash],
  );
  return found.rows[0];
}

/** Reads and locks an invitation of an organization. */
export async function lockInvitation(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  const found = await db.query<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations i WHERE i.organization_id = $1 AND i.id = $2 FOR UPDATE`,
    [organizationId, id],
  );
  return found.rows[0];
}

/** Ends a pending invitation; nothing but a status is kept of the outcome. */
export async function closeInvitation(
  db: Queryable,
  id: string,
  status: "accepted" | "declined" | "revoked",
): Promise<void> {
  await db.query("UPDATE invitations SET status = $2, closed_at = now() WHERE id = $1", [id, status]);
}

/** Ends the pending invitations to some roles that somebody has sent; answers their ids. */
export async function endInvitationsOf(
  db: Queryable,
  {
    organizationId,
    inviterId,
    roles,
  }: Readonly<{ organizationId: string; inviterId: string; roles: readonly string[] }>,
): Promise<readonly string[]> {
  const ended = await db.query<{ id: string }>(
    `UPDATE invitations SET status = 'revoked', closed_at = now()
      WHERE organization_id = $1 AND inviter_id = $2 AND role = ANY($3) AND status = 'pending' RETURNING id`,
    [organizationId, inviterId, roles],
  );
  return ended.rows.map(({ id }) => id);
}

/** Makes a membership, of which its user's streams hear; one that is there already keeps its role. */
export async function insertMembership(
  db: Queryable,
  membership: Readonly<{ organizationId: string; userId: string; role: string }>,
): Promise<void> {
  await db.query(
    "INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [membership.organizationId, membership.userId, membership.role],
  );
  await announceRights(db, membership.userId);
}

/** What an accepted invitation leads to. */
export type Joined = Readonly<{ organization: OrganizationRow; role: string }>;
