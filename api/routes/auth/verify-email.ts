import { findTokenUser, verifyByToken } from "../../../adapters/postgres/identity/mailed-token-store.ts";
import { NOTHING_KEPT, type Kept } from "../../../adapters/postgres/identity/prove-address.ts";
import type { UserModel } from "../../../adapters/postgres/generated/models.ts";
import type { verifyEmail } from "../../../contract/rest/passwords.ts";
import { authenticate } from "../../http/authenticate.ts";
import type { Context, Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { hashToken } from "../../identity/api-key-format.ts";
import { recognizeDevice } from "../../identity/device-cookie.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";

const REFUSAL = "the token is unknown, used or too old; ask for another mail";
const VERIFIED = "Your address is verified.";

/**
 * Marks the address of an account as verified by a mailed token. The token shows who reads the mail, not who made the
 * account: what else there is stays only with the account's session or password beside it.
 */
export const handle: Handler<typeof verifyEmail> = async (context, { body }) => {
  const { services } = context;
  const hash = hashToken(body.token);
  const holder = await findTokenUser(services.pool, hash, "verify_email");
  const account = holder === undefined ? null : await services.identity.findUser(holder);
  if (account === null) throw refusedValue(["body", "token"], REFUSAL);
  const kept = await keptOf(context, account, body.password ?? undefined);
  const userId = await verifyByToken(services.pool, hash, kept);
  if (userId === undefined) throw refusedValue(["body", "token"], REFUSAL);
  await auditIdentity(context, { kind: "User", id: userId, actorUserId: userId }, "succeeded");
  const isKept = kept !== NOTHING_KEPT || account.emailVerifiedAt !== null;
  const ended = "The password that the account was made with has ended; choose one by POST /auth/password/forgot.";
  const cookies = kept === NOTHING_KEPT ? [] : await recognizeDevice(context, userId, true);
  return {
    body: { message: isKept ? VERIFIED : `${VERIFIED} ${ended}` },
    ...(cookies.length > 0 && { headers: { "Set-Cookie": [...cookies] } }),
  };
};

async function keptOf(context: Context, account: UserModel, password: string | undefined): Promise<Kept> {
  const { services, proof } = context;
  const { passwordHash } = account;
  if (password !== undefined) {
    await services.loginLimits.assertAllowed(context, `first password of ${account.id}`);
    if (!(await services.passwords.verify(passwordHash, password)))
      throw refusedValue(["body", "password"], "this is not the password that the account was made with");
    return { passwordHash, sessionId: null };
  }
  if (proof.kind !== "credential" || proof.credential.via !== "session") return NOTHING_KEPT;
  const caller = await authenticate(services, proof);
  const isTheirs = caller.kind === "user" && caller.userId === account.id && caller.impersonatorId === null;
  return isTheirs ? { passwordHash, sessionId: caller.credentialId } : NOTHING_KEPT;
}
