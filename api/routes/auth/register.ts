import { BerthError } from "../../../contract/errors.ts";
import type { register } from "../../../contract/rest/auth.ts";
import type { InvitationView } from "../../../adapters/postgres/identity/invitation-store.ts";
import type { ParsedRequest } from "../../../contract/rest/operation.ts";
import type { Mailbox } from "../../mail/mailbox.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import { answerInvitation, findOwnInvitation } from "../../identity/answer-invitation.ts";
import { assertPassword } from "../../identity/assert-password.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { createAccount } from "../../identity/create-account.ts";
import { startSession } from "../../identity/start-session.ts";

const MAILED = "A mail to this address says what comes next; sign in once the address is verified.";
const SIGNED_IN = "The account is made, and you are signed in.";

/**
 * Creates an account with its personal organization. Who has shown to read the mail of the address is signed in; where
 * nobody has, and mail is sent, what is answered must not tell whether there was an account.
 */
export const handle: Handler<typeof register> = async (context, { body }) => {
  const { services } = context;
  await services.loginLimits.assertAllowedHere(context, body.email);
  assertPassword("password", body.password, [body.email, body.name]);
  const invitation = await invitationOf(context, body);
  const { registration } = services.config;
  if (registration === "closed" || (registration === "invite" && invitation === undefined))
    throw new BerthError("registration_closed");
  const userId = await createAccount(services, { ...body, isPlatformAdmin: false });
  if (services.mailbox !== undefined && invitation === undefined)
    return answerByMail(context, services.mailbox, { email: body.email.toLowerCase(), userId });
  const user = userId === undefined ? null : await services.identity.findUser(userId);
  if (user === null) throw new BerthError("email_taken");
  // Should it end here, the account is there and the invitation still pending: to accept it then does the rest.
  if (invitation !== undefined) await answerInvitation(context, invitation, user, { status: "accepted" });
  const { body: session, ...answer } = await startSession(context, user, { isNewAccount: true });
  await auditIdentity(context, { kind: "User", id: user.id, actorUserId: user.id }, "succeeded");
  return { ...answer, body: { ...(session as object), message: SIGNED_IN } };
};

/** Both ways write one mail and say the same: the holder of the address reads which it was. */
async function answerByMail(
  context: Context,
  mailbox: Mailbox,
  { email, userId }: Readonly<{ email: string; userId: string | undefined }>,
): Promise<Answer> {
  const { pool, loginLimits } = context.services;
  if (await loginLimits.mayMail(email)) {
    await mailbox.post(pool, userId === undefined ? "registered_again" : "verify_email", email);
    mailbox.wake();
  }
  const holder = userId ?? (await context.services.identity.findUserByEmail(email))?.id;
  if (holder !== undefined) {
    const made = userId === undefined ? "refused" : "succeeded";
    await auditIdentity(context, { kind: "User", id: holder, actorUserId: holder }, made);
  }
  return { body: { user: null, expires_at: null, message: MAILED }, headers: { "Cache-Control": "no-store" } };
}

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
