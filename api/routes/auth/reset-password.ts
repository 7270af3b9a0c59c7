import { findTokenUser, resetByToken } from "../../../adapters/postgres/identity/mailed-token-store.ts";
import type { resetPassword } from "../../../contract/rest/passwords.ts";
import type { Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { hashToken } from "../../identity/api-key-format.ts";
import { assertPassword } from "../../identity/assert-password.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { recognizeDevice } from "../../identity/device-cookie.ts";
import { tellHolder } from "../../mail/tell-holder.ts";

/** Sets a new password by a mailed token and ends every session of the account. */
export const handle: Handler<typeof resetPassword> = async (context, { body }) => {
  const { services } = context;
  const hash = hashToken(body.token);
  await services.loginLimits.assertAllowed(context, hash.toString("hex"));
  const refusal = refusedValue(["body", "token"], "the token is unknown, used or too old; ask for another mail");
  // A hash costs much: none for a token that does not serve.
  if ((await findTokenUser(services.pool, hash, "reset_password")) === undefined) throw refusal;
  assertPassword("new_password", body.new_password);
  const passwordHash = await services.passwords.hash(body.new_password);
  const endsAccess = body.end_access === true;
  const userId = await resetByToken(services.pool, { hash, passwordHash, endsAccess }, (db, id) =>
    tellHolder(context, { kind: "password_changed", userId: id, about: "" })(db),
  );
  if (userId === undefined) throw refusal;
  services.mailbox?.wake();
  // Who reads the account's mail is no stranger, wherever they are: strangers' failures do not keep them out.
  const device = await recognizeDevice(context, userId, true);
  await auditIdentity(context, { kind: "User", id: userId, actorUserId: userId }, "succeeded");
  return {
    body: { message: "Your password is changed and every session has ended; sign in." },
    headers: { "Set-Cookie": device },
  };
};
