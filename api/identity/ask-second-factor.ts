import { ERRORS } from "../../contract/errors.ts";
import {
  countRecoveryCodes,
  listSecondFactors,
  type SecondFactorRow,
} from "../../adapters/postgres/identity/second-factor-store.ts";
import type { UserModel } from "../../adapters/postgres/generated/models.ts";
import type { Answer, Context } from "../http/context.ts";
import { newPendingLogin, passwordMark, pendingLoginCookie } from "./pending-login.ts";
import { methodsOf } from "./show-second-factor.ts";
import { startSession } from "./start-session.ts";

type Entering = Parameters<typeof startSession>[0] & Pick<Context, "requestId">;

/**
 * Lets somebody in whose first factor is right: into a session, or, when the account has a second factor, up to the question
 * for it. The answer to that is no session: a 401 with the cookie that `POST /auth/login/second-factor` needs.
 */
export async function admit(
  context: Entering,
  user: UserModel,
  byPassword?: Readonly<{ passwordHash: string }>,
): Promise<Answer> {
  const factors = await listSecondFactors(context.services.pool, user.id);
  if (factors.length === 0) return startSession(context, user, byPassword ?? {});
  return askSecondFactor(context, factors, byPassword);
}

async function askSecondFactor(
  { services, requestId }: Entering,
  factors: readonly SecondFactorRow[],
  byPassword?: Readonly<{ passwordHash: string }>,
): Promise<Answer> {
  const userId = factors[0]?.userId ?? "";
  const mark = byPassword === undefined ? null : passwordMark(byPassword.passwordHash);
  const pending = newPendingLogin({ purpose: "login", userId, passwordMark: mark });
  const hasCodes = (await countRecoveryCodes(services.pool, userId)) > 0;
  const code = "second_factor_needed";
  return {
    status: ERRORS[code].status,
    headers: {
      "Set-Cookie": [pendingLoginCookie.write(pending, services)],
      "Cache-Control": "no-store",
      "WWW-Authenticate": "Bearer",
    },
    body: { methods: methodsOf(factors, hasCodes), detail: ERRORS[code].sentence, code, request_id: requestId },
  };
}
