import { verifyByToken } from "../../../adapters/postgres/mailed-token-store.ts";
import type { verifyEmail } from "../../../contract/rest/passwords.ts";
import type { Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { hashToken } from "../../identity/api-key-format.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";

/** Marks the address of an account as verified by a mailed token. */
export const handle: Handler<typeof verifyEmail> = async (context, { body }) => {
  const userId = await verifyByToken(context.services.pool, hashToken(body.token));
  if (userId === undefined)
    throw refusedValue(["body", "token"], "the token is unknown, used or too old; ask for another mail");
  await auditIdentity(context, { kind: "User", id: userId, actorUserId: userId }, "succeeded");
  return { body: { message: "Your address is verified." } };
};
