import type { login } from "../../../contract/rest/auth.ts";
import type { Handler } from "../../http/context.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { startSession, wrongPassword } from "../../identity/start-session.ts";

/** Signs in; an unknown account and a wrong password have the same answer after the same time. */
export const handle: Handler<typeof login> = async (context, { body }) => {
  const { services } = context;
  await services.loginLimits.assertAllowed(context, body.email);
  const user = await services.identity.findUserByEmail(body.email.toLowerCase());
  const isRight = await services.passwords.verify(user?.passwordHash ?? null, body.password);
  const passwordHash = isRight ? (user?.passwordHash ?? null) : null;
  if (user === null || passwordHash === null) {
    if (user !== null) await auditIdentity(context, { kind: "User", id: user.id, actorUserId: user.id }, "refused");
    throw wrongPassword();
  }
  const answer = await startSession(context, user, { passwordHash });
  await auditIdentity(context, { kind: "User", id: user.id, actorUserId: user.id }, "succeeded");
  return answer;
};
