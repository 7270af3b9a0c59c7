import { BerthError } from "../../../contract/errors.ts";
import type { changePassword } from "../../../contract/rest/passwords.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { assertPassword } from "../../identity/assert-password.ts";
import { newId } from "../../identity/new-id.ts";
import { factsOf } from "../../mail/tell-holder.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";

/** Changes the caller's password and ends every other session of theirs. */
export const handle: Handler<typeof changePassword> = async (context, { body }) => {
  const { services } = context;
  const user = assertUser(context.principal);
  const account = await services.identity.findUser(user.userId);
  if (account === null) throw new BerthError("unauthenticated");
  await services.loginLimits.assertAllowed(context, `password of ${account.id}`);
  if (account.passwordHash !== null) {
    const isRight = await services.passwords.verify(account.passwordHash, body.current_password ?? "");
    if (!isRight) throw refusedValue(["body", "current_password"], "the current password is wrong");
  }
  assertPassword("new_password", body.new_password, [account.email, account.name]);
  const passwordHash = await services.passwords.hash(body.new_password);
  const news = services.mailbox && { id: newId(), facts: factsOf(context) };
  await services.identity.setPassword(account.id, passwordHash, user.credentialId, news);
  services.mailbox?.wake();
  await auditIdentity(context, { kind: "User", id: account.id }, "succeeded");
  return { body: { message: "Your password is changed; every other session has ended." } };
};
