import type { Joined } from "../../../adapters/postgres/identity/invitation-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { acceptInvitation } from "../../../contract/rest/invitations.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { answerInvitation, findOwnInvitation } from "../../identity/answer-invitation.ts";
import { organizationBody } from "../../identity/organization-body.ts";

/** Joins the organization that invited the caller. */
export const handle: Handler<typeof acceptInvitation> = async (context, { path }) => {
  const account = await context.services.identity.findUser(assertUser(context.principal).userId);
  if (account === null) throw new BerthError("unauthenticated");
  const invitation = await findOwnInvitation(context, path.token, account.email);
  const bodyOf = ({ organization, role }: Joined): unknown => organizationBody(organization, role);
  const joined = await answerInvitation(context, invitation, account, {
    status: "accepted",
    bodyOf,
  });
  return { body: bodyOf(joined) };
};
