import { BerthError } from "../../../contract/errors.ts";
import type { requestEmailVerification } from "../../../contract/rest/passwords.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { assertMailbox } from "../../mail/mailbox.ts";

/** Mails another token to the caller's address. */
export const handle: Handler<typeof requestEmailVerification> = async (context) => {
  const { services } = context;
  const mailbox = assertMailbox(services.mailbox);
  const account = await services.identity.findUser(assertUser(context.principal).userId);
  if (account === null) throw new BerthError("unauthenticated");
  if (account.emailVerifiedAt !== null)
    throw new BerthError("conflict", { publicMessage: "Your address is verified already." });
  await services.loginLimits.assertAllowed(context, `verification of ${account.id}`);
  await mailbox.post(services.pool, "verify_email", account.email);
  mailbox.wake();
  return { body: { message: "A mail is on its way to you." } };
};
