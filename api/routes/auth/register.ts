import { BerthError } from "../../../contract/errors.ts";
import type { register } from "../../../contract/rest/auth.ts";
import type { Handler } from "../../http/context.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { createAccount } from "../../identity/create-account.ts";
import { startSession } from "../../identity/start-session.ts";

/** Creates an account with its personal organization and signs in. */
export const handle: Handler<typeof register> = async (context, { body }) => {
  const { services } = context;
  await services.loginLimits.assertAllowed(context, body.email);
  if (services.config.registration !== "open") throw new BerthError("registration_closed");
  if (typeof body.invitation_token === "string")
    throw new BerthError("not_found", { publicMessage: "There is no such invitation." });
  const userId = await createAccount(services, { ...body, isPlatformAdmin: false });
  const user = userId === undefined ? null : await services.identity.findUser(userId);
  if (user === null) throw new BerthError("email_taken");
  const answer = await startSession(context, user);
  await auditIdentity(context, { kind: "User", id: user.id, actorUserId: user.id }, "succeeded");
  return answer;
};
