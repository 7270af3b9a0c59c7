import type { forgotPassword } from "../../../contract/rest/passwords.ts";
import type { Handler } from "../../http/context.ts";
import { assertMailbox } from "../../mail/mailbox.ts";

/** Queues the mail whether the account exists or not: what it says, and to whom, is found out when it is sent. */
export const handle: Handler<typeof forgotPassword> = async (context, { body }) => {
  const { services } = context;
  const mailbox = assertMailbox(services.mailbox);
  await services.loginLimits.assertAllowedHere(context, body.email);
  if (await services.loginLimits.mayMail(body.email)) {
    await mailbox.post(services.pool, "reset_password", body.email.toLowerCase());
    mailbox.wake();
  }
  return { body: { message: "If there is an account with this address, a mail is on its way." } };
};
