import {
  closeInvitation,
  findInvitation,
  insertMembership,
  lockInvitation,
  type InvitationView,
  type Joined,
} from "../../adapters/postgres/identity/invitation-store.ts";
import { lockOrganization } from "../../adapters/postgres/identity/organization-store.ts";
import { proveAddress } from "../../adapters/postgres/identity/prove-address.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";
import { auditOf } from "../resources/audit-of.ts";
import { hashToken } from "./api-key-format.ts";
import { recordChange, toldOf } from "./record-change.ts";

type Answering = Readonly<{ id: string; email: string; passwordHash: string | null }>;

/** Finds a token's invitation for the person it was meant for. */
export async function findOwnInvitation(context: Context, token: string, email: string): Promise<InvitationView> {
  const invitation = await findInvitation(context.services.pool, hashToken(token));
  if (invitation === undefined) throw new BerthError("not_found");
  if (invitation.email !== email)
    throw new BerthError("forbidden", { publicMessage: "This invitation is for another e-mail address." });
  return invitation;
}

/**
 * Answers an invitation, once however often it is tried at the same time:
 * 1. the organization and the invitation are locked, and it must still be pending;
 * 2. it ends, and when it was accepted the membership begins.
 */
export async function answerInvitation(
  context: Context,
  { id, organizationId }: InvitationView,
  by: Answering,
  how: Readonly<{ status: "accepted" | "declined"; bodyOf?: (joined: Joined) => unknown }>,
): Promise<Joined> {
  const { status, bodyOf } = how;
  return recordChange(
    context,
    async (db) => {
      const organization = await lockOrganization(db, organizationId);
      const invitation = await lockInvitation(db, organizationId, id);
      if (organization === undefined || invitation === undefined) throw new BerthError("not_found");
      if (invitation.status !== "pending")
        throw new BerthError("conflict", { publicMessage: `The invitation is ${invitation.status} already.` });
      await closeInvitation(db, id, status);
      const { role } = invitation;
      if (status === "accepted") await insertMembership(db, { organizationId, userId: by.id, role });
      // Who has the token reads that address, and has the account: its password and this session are theirs.
      const sessionId = context.principal.kind === "user" ? context.principal.credentialId : null;
      if (status === "accepted" && invitation.isMailed)
        await proveAddress(db, by.id, { passwordHash: by.passwordHash, sessionId });
      const audit = auditOf(context, { kind: "Invitation", id, organizationId });
      return {
        result: { organization, role },
        audit: { ...audit, actorUserId: by.id, changes: { after: { status, email: by.email, role } } },
        told: [
          toldOf("Invitation", id, organizationId, "updated"),
          ...(status === "accepted" ? [toldOf("Member", by.id, organizationId, "created")] : []),
        ],
      };
    },
    bodyOf,
  );
}
