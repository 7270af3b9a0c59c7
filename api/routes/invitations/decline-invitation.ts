import { BerthError } from "../../../contract/errors.ts";
import type { declineInvitation } from "../../../contract/rest/invitations.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { answerInvitation, findOwnInvitation } from "../../identity/answer-invitation.ts";

const BODY = { message: "The invitation is declined." };

/** Declines an invitation of the caller. */
export const handle: Handler<typeof declineInvitation> = async (context, { path }) => {
  const account = await context.services.identity.findUser(assertUser(context.principal).userId);
  if (account === null) throw new BerthError("unauthenticated");
  const invitation = await findOwnInvitation(context, path.token, account.email);
  await answerInvitation(context, invitation, account, {
    status: "declined",
    bodyOf: () => BODY,
  });
  return { body: BODY };
};
