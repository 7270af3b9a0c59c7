import type { Answer, Context } from "../http/context.ts";
import type { Audited } from "../resources/audit-of.ts";
import { auditIdentity } from "./audit-identity.ts";
import { startSession, wrongPassword } from "./start-session.ts";

/** Says what a sign-in needs to know of its request. */
export type SigningIn = Audited & Pick<Context, "services" | "proof" | "userAgent">;

/** Signs in by e-mail and password; an unknown account and a wrong password have the same answer after the same time. */
export async function signIn(
  context: SigningIn,
  { email, password }: Readonly<{ email: string; password: string }>,
): Promise<Answer> {
  const { services } = context;
  await services.loginLimits.assertAllowed(context, email);
  const user = await services.identity.findUserByEmail(email.toLowerCase());
  const isRight = await services.passwords.verify(user?.passwordHash ?? null, password);
  const passwordHash = isRight ? (user?.passwordHash ?? null) : null;
  if (user === null || passwordHash === null) {
    if (user !== null) await auditIdentity(context, { kind: "User", id: user.id, actorUserId: user.id }, "refused");
    throw wrongPassword();
  }
  const answer = await startSession(context, user, { passwordHash });
  await auditIdentity(context, { kind: "User", id: user.id, actorUserId: user.id }, "succeeded");
  return answer;
}
