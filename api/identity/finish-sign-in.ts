import { spendLogin } from "../../adapters/postgres/identity/login-identity-store.ts";
import type { UserModel } from "../../adapters/postgres/generated/models.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Answer } from "../http/context.ts";
import { auditIdentity } from "./audit-identity.ts";
import { signInPlaceOf } from "./device-cookie.ts";
import { passwordMark, pendingLoginCookie, type PendingLogin } from "./pending-login.ts";
import { showsSecondFactor, type Shown } from "./show-second-factor.ts";
import type { SigningIn } from "./sign-in.ts";
import { startSession } from "./start-session.ts";

const NOT_BEGUN = "This sign-in was not begun in this browser, or took too long; sign in again.";

/** Finds the sign-in that this browser has begun. */
export function pendingLoginOf(context: Pick<SigningIn, "services" | "cookies">): PendingLogin {
  const pending = pendingLoginCookie.read(context.cookies, context.services);
  if (pending?.purpose !== "login") throw new BerthError("unauthenticated", { publicMessage: NOT_BEGUN });
  return pending;
}

/**
 * Finishes a sign-in by a second factor:
 * 1. the browser that has begun it shows one, within the limits of guesses;
 * 2. the sign-in is spent: it makes one session;
 * 3. the session starts, if the account still has the password that was right.
 */
export async function finishSignIn(context: SigningIn, shown: Shown): Promise<Answer> {
  const { services } = context;
  const pending = pendingLoginOf(context);
  const user = await services.identity.findUser(pending.userId);
  if (user === null) throw new BerthError("unauthenticated", { publicMessage: NOT_BEGUN });
  const place = await signInPlaceOf(context, user.email);
  const attempt = await services.loginLimits.begin(context, { account: `second factor of ${user.id}`, ...place });
  const target = { kind: "User", id: user.id, actorUserId: user.id } as const;
  if (!(await showsSecondFactor(context, user.id, shown, pending.challenge))) {
    await auditIdentity(context, target, "refused");
    throw wrongSecondFactor();
  }
  if (!(await spendLogin(services.pool, pending.id, new Date(pending.expiresAtMs))))
    throw new BerthError("unauthenticated", { publicMessage: NOT_BEGUN });
  await attempt.succeeded();
  const started = await startSession(context, user, { ...firstFactorOf(pending, user), secondFactor: true });
  await auditIdentity(context, target, "succeeded");
  const cookies = [started.headers?.["Set-Cookie"] ?? [], pendingLoginCookie.clear(services.isSecure)].flat();
  return { ...started, headers: { ...started.headers, "Set-Cookie": cookies } };
}

/** Makes the one answer to everything that is wrong with a second factor. */
export function wrongSecondFactor(): BerthError {
  return new BerthError("unauthenticated", {
    publicMessage: "This is no second factor of the account, or it was used already.",
  });
}

function firstFactorOf(
  { passwordMark: mark }: PendingLogin,
  { passwordHash }: UserModel,
): Readonly<{ passwordHash?: string }> {
  if (mark === null) return {};
  if (passwordHash === null || passwordMark(passwordHash) !== mark)
    throw new BerthError("unauthenticated", { publicMessage: NOT_BEGUN });
  return { passwordHash };
}
