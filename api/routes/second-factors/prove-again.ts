import { spendLogin } from "../../../adapters/postgres/identity/login-identity-store.ts";
import { proveSession } from "../../../adapters/postgres/identity/second-factor-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { ParsedRequest } from "../../../contract/rest/operation.ts";
import type { proveAgain } from "../../../contract/rest/second-factors.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Context, Handler } from "../../http/context.ts";
import type { User } from "../../http/principal.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { signInPlaceOf } from "../../identity/device-cookie.ts";
import { wrongSecondFactor } from "../../identity/finish-sign-in.ts";
import { pendingLoginCookie, type PendingLogin } from "../../identity/pending-login.ts";
import { showsSecondFactor } from "../../identity/show-second-factor.ts";
import { wrongPassword } from "../../identity/start-session.ts";

type Body = ParsedRequest<typeof proveAgain>["body"];

/** Notes that the caller has proven anew who they are: by the password, or by a second factor. */
export const handle: Handler<typeof proveAgain> = async (context, { body }) => {
  const { services } = context;
  const user = assertUser(context.principal);
  const account = await services.identity.findUser(user.userId);
  if (account === null) throw new BerthError("unauthenticated");
  const place = await signInPlaceOf(context, account.email);
  const attempt = await services.loginLimits.begin(context, { account: `proof of ${account.id}`, ...place });
  const isProven =
    body.password === undefined
      ? await provesByFactor(context, user, body)
      : await services.passwords.verify(account.passwordHash, body.password);
  const target = { kind: "Session", id: user.credentialId } as const;
  await auditIdentity(context, target, isProven ? "succeeded" : "refused");
  if (!isProven) throw body.password === undefined ? wrongSecondFactor() : wrongPassword(context.services);
  await attempt.succeeded();
  await proveSession(services.pool, user.credentialId, body.password === undefined);
  return { body: { message: "You have proven who you are." } };
};

async function provesByFactor(context: Context, { userId }: User, body: Body): Promise<boolean> {
  const pending = body.passkey === undefined ? undefined : proofOf(context, userId);
  if (!(await showsSecondFactor(context, userId, body, pending?.challenge))) return false;
  return pending === undefined || spendLogin(context.services.pool, pending.id, new Date(pending.expiresAtMs));
}

function proofOf({ cookies, services }: Context, userId: string): PendingLogin | undefined {
  const pending = pendingLoginCookie.read(cookies, services);
  return pending?.purpose === "proof" && pending.userId === userId ? pending : undefined;
}
