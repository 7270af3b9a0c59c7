import { closeInvitation, lockInvitation } from "../../../adapters/postgres/identity/invitation-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { revokeInvitation } from "../../../contract/rest/invitations.ts";
import type { Handler } from "../../http/context.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { recordChange, toldOf } from "../../identity/record-change.ts";
import { auditOf } from "../../resources/audit-of.ts";

const OPEN = new Set(["pending", "expired"]);

/** Revokes an invitation that nobody has answered. */
export const handle: Handler<typeof revokeInvitation> = async (context, { path }) => {
  const { organizationId } = membershipOf(context, path.slug);
  await recordChange(context, async (db) => {
    const invitation = await lockInvitation(db, organizationId, path.invitation_id);
    if (invitation === undefined) throw new BerthError("not_found");
    if (!OPEN.has(invitation.status))
      throw new BerthError("conflict", { publicMessage: `The invitation is ${invitation.status} already.` });
    await closeInvitation(db, invitation.id, "revoked");
    const { id } = invitation;
    const audit = auditOf(context, { kind: "Invitation", id, organizationId });
    return { result: undefined, audit, told: [toldOf("Invitation", id, organizationId, "updated")] };
  });
  return { body: { message: "The invitation is revoked." } };
};
