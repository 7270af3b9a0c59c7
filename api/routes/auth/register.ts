import { BerthError } from "../../../contract/errors.ts";
import type { register } from "../../../contract/rest/auth.ts";
import type { InvitationView } from "../../../adapters/postgres/identity/invitation-store.ts";
import type { ParsedRequest } from "../../../contract/rest/operation.ts";
import type { Context, Handler } from "../../http/context.ts";
import { answerInvitation, findOwnInvitation } from "../../identity/answer-invitation.ts";
import { assertPassword } from "../../identity/assert-password.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { createAccount } from "../../identity/create-account.ts";
import { startSession } from "../../identity/start-session.ts";

/** Creates an account with its personal organization and signs in. */
export const handle: Handler<typeof register> = async (context, { body }) => {
  const { services } = context;
  await services.loginLimits.assertAllowed(context, body.email);
  assertPassword("password", body.password, [body.email, body.name]);
  const invitation = await invitationOf(context, body);
  const { registration } = services.config;
  if (registration === "closed" || (registration === "invite" && invitation === undefined))
    throw new BerthError("registration_closed");
  const userId = await createAccount(services, { ...body, isPlatformAdmin: false });
  const user = userId === undefined ? null : await services.identity.findUser(userId);
  if (user === null) throw new BerthError("email_taken");
  // Should it end here, the account is there and the invitation still pending: to accept it then does the rest.
  if (invitation !== undefined) await answerInvitation(context, invitation, user, { status: "accepted" });
  await services.mailbox?.post(services.pool, "verify_email", user.email);
  services.mailbox?.wake();
  const answer = await startSession(context, user, { isNewAccount: true });
  await auditIdentity(context, { kind: "User", id: user.id, actorUserId: user.id }, "succeeded");
  return answer;
};

/** An invitation that cannot be used here does not exist: the token alone proves nothing about the address. */
async function invitationOf(
  context: Context,
  { invitation_token: token, email }: ParsedRequest<typeof register>["body"],
): Promise<InvitationView | undefined> {
  if (typeof token !== "string") return undefined;
  const found = await findOwnInvitation(context, token, email.toLowerCase()).catch((error: unknown) => {
    if (error instanceof BerthError) return undefined;
    throw error;
  });
  if (found?.status !== "pending") throw new BerthError("not_found", { publicMessage: "There is no such invitation." });
  return found;
}
