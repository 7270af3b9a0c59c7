import type { UserModel } from "../../adapters/postgres/generated/models.ts";
import type { Services } from "../services.ts";
import type { Answer, Context } from "../http/context.ts";
import type { Audited } from "../resources/audit-of.ts";
import { admit } from "./ask-second-factor.ts";
import { auditIdentity } from "./audit-identity.ts";
import { signInPlaceOf } from "./device-cookie.ts";
import { wrongPassword } from "./start-session.ts";

/** What a sign-in needs to know of its request. */
export type SigningIn = Audited & Pick<Context, "services" | "proof" | "userAgent" | "cookies">;

/**
 * Signs in by e-mail and password, as far as the second factor; an unknown account and a wrong password have the same
 * answer after the same time, and so has an address that nobody has shown to read.
 */
export async function signIn(
  context: SigningIn,
  { email, password }: Readonly<{ email: string; password: string }>,
): Promise<Answer> {
  const { services } = context;
  const account = email.toLowerCase();
  const attempt = await services.loginLimits.begin(context, { account, ...(await signInPlaceOf(context, account)) });
  const user = await services.identity.findUserByEmail(account);
  const isRight = await services.passwords.verify(user?.passwordHash ?? null, password);
  const passwordHash = isRight ? openedHash(services, user) : null;
  if (user === null || passwordHash === null) {
    if (user !== null) await auditIdentity(context, { kind: "User", id: user.id, actorUserId: user.id }, "refused");
    throw wrongPassword(services);
  }
  await attempt.succeeded();
  const answer = await admit(context, user, { passwordHash });
  // What waits for the second factor is audited with it.
  if (answer.status === undefined)
    await auditIdentity(context, { kind: "User", id: user.id, actorUserId: user.id }, "succeeded");
  return answer;
}

/**
 * Names the password that opens an account; none while its address is unproven where mail is sent: whoever registers it and
 * then signs in would learn whether it had an account before.
 */
function openedHash({ mailbox }: Pick<Services, "mailbox">, user: UserModel | null): string | null {
  const isUnproven = mailbox !== undefined && user?.emailVerifiedAt === null;
  return isUnproven ? null : (user?.passwordHash ?? null);
}
