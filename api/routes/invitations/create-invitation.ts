import {
  countRecentInvitations,
  findObstacle,
  insertInvitation,
  type InvitationRow,
} from "../../../adapters/postgres/identity/invitation-store.ts";
import { findMember, lockOrganization } from "../../../adapters/postgres/identity/organization-store.ts";
import type { Queryable } from "../../../adapters/postgres/queryable.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { createInvitation } from "../../../contract/rest/invitations.ts";
import { assertUser } from "../../http/authenticate.ts";
import { assertRole } from "../../http/authorize.ts";
import type { Context, Handler } from "../../http/context.ts";
import { hashToken } from "../../identity/api-key-format.ts";
import { invitationBody } from "../../identity/invitation-body.ts";
import { leastInviter } from "../../identity/least-inviter.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { newId } from "../../identity/new-id.ts";
import { newSessionToken } from "../../identity/session-token.ts";
import { recordChange, toldOf } from "../../identity/record-change.ts";
import { auditOf } from "../../resources/audit-of.ts";
import { quotaOf } from "../../../contract/quotas.ts";
import { withoutEndSlashes } from "../../../contract/without-end-slashes.ts";

const LIFETIME_MS = 7 * 24 * 3_600_000;
const OBSTACLES = {
  member: "This address belongs to a member already.",
  pending: "An invitation to this address is pending; revoke it first.",
} as const;

/** Invites somebody; the address to accept goes by mail, or is in this answer only. */
export const handle: Handler<typeof createInvitation> = async (context, { path, body }) => {
  const { organizationId, isPersonal } = membershipOf(context, path.slug);
  if (isPersonal)
    throw new BerthError("conflict", { publicMessage: "A personal organization has one member; create another one." });
  const { mailbox } = context.services;
  const mailId = newId();
  const token = mailbox?.tokenOf(mailId) ?? newSessionToken();
  const invitation = {
    id: newId(),
    organizationId,
    email: body.email.toLowerCase(),
    name: body.name ?? null,
    role: body.role ?? "member",
    inviterId: assertUser(context.principal).userId,
    expiresAt: new Date(Date.now() + LIFETIME_MS),
    tokenHash: hashToken(token),
    isMailed: mailbox !== undefined,
  };
  const made = await record(context, invitation, mailId);
  mailbox?.wake();
  return {
    body: { ...invitationBody(made), accept_url: mailbox === undefined ? acceptUrl(context, token) : null },
    headers: { "Cache-Control": "no-store" },
  };
};

async function record(
  context: Context,
  invitation: Parameters<typeof insertInvitation>[1],
  mailId: string,
): Promise<InvitationRow> {
  const { id, organizationId, email, role } = invitation;
  const made = await recordChange(
    context,
    async (db) => {
      if ((await lockOrganization(db, organizationId)) === undefined) throw new BerthError("not_found");
      await assertMayInvite(db, invitation);
      await assertFew(context, db, organizationId);
      const obstacle = await findObstacle(db, organizationId, email);
      if (obstacle !== undefined) throw new BerthError("conflict", { publicMessage: OBSTACLES[obstacle] });
      await context.services.mailbox?.post(db, "invitation", email, mailId);
      const audit = auditOf(context, { kind: "Invitation", id, organizationId });
      return {
        result: await insertInvitation(db, invitation),
        audit: { ...audit, changes: { after: { email, role } } },
        told: [toldOf("Invitation", id, organizationId, "created")],
      };
    },
    // The answer holds the token: a repetition hears that it was given already.
    () => null,
  );
  return made;
}

/** The inviter's role is read anew under the lock: one that was just lost invites nobody. */
async function assertMayInvite(
  db: Queryable,
  { organizationId, inviterId, role }: Pick<InvitationRow, "organizationId" | "inviterId" | "role">,
): Promise<void> {
  const inviter = await findMember(db, organizationId, inviterId);
  if (inviter === undefined) throw new BerthError("not_found");
  assertRole(inviter.role, leastInviter(role));
}

/** The platform's mails go to any address, with a name that the inviter has chosen. */
async function assertFew({ services }: Context, db: Queryable, organizationId: string): Promise<void> {
  const most = quotaOf("invitationsPerHour", undefined, services.config.quotaFactor);
  const { count, waitSeconds } = await countRecentInvitations(db, organizationId);
  if (count < most) return;
  throw new BerthError("rate_limited", {
    retryAfterSeconds: Math.max(1, waitSeconds),
    publicMessage: `An organization may invite ${most} people an hour; try again later.`,
  });
}

/** Without the prefix: browsers get the console's page there, programs the invitation. */
function acceptUrl({ services: { config } }: Context, token: string): string {
  return `${withoutEndSlashes(config.publicUrl ?? "")}/invitations/${token}`;
}
