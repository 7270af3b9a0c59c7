import { Secret, TOTP } from "otpauth";
import { clientOf, newAccount, PASSWORD, type Account, type Answer, type Client } from "./client.ts";
import type { TestGateway } from "./gateway.ts";

/** An account with an authenticator app. */
type TotpAccount = Account & Readonly<{ factorId: string; secret: string; recoveryCodes: readonly string[] }>;

const STEP_MS = 30_000;

/** Computes what an authenticator app shows, some steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** Adds an authenticator app to an account and confirms it, with the code of the step before: the present one is still unused. */
export async function addTotp(
  session: Client,
): Promise<Readonly<{ factorId: string; secret: string; recoveryCodes: readonly string[] }>> {
  const added = await session<{ id: string; secret: string }>("POST", "/auth/second-factors/totp", { name: "phone" });
  if (added.status !== 201) throw new Error(`totp: ${added.status} ${added.text}`);
  const { id: factorId, secret } = added.body;
  const confirm = (): Promise<Answer<{ recovery_codes: string[] | null }>> =>
    session("POST", `/auth/second-factors/${factorId}/confirm`, { code: codeOf(secret, -1) });
  const first = await confirm();
  // Another step may have begun since the code was computed: now it is one too old.
  const confirmed = first.status === 200 ? first : await confirm();
  if (confirmed.status !== 200) throw new Error(`confirm: ${confirmed.status} ${confirmed.text}`);
  return { factorId, secret, recoveryCodes: confirmed.body.recovery_codes ?? [] };
}

/** Makes an account with an authenticator app. */
export async function newTotpAccount(gateway: TestGateway): Promise<TotpAccount> {
  const account = await newAccount(gateway.url);
  return { ...account, ...(await addTotp(account.session)) };
}

/** Signs in with the password; answers what that said, and the browser that goes on. */
export async function beginLogin(
  gateway: TestGateway,
  email: string,
): Promise<Readonly<{ answer: Answer; browser: Client }>> {
  const answer = await clientOf(gateway.url)("POST", "/auth/login", { email, password: PASSWORD });
  return { answer, browser: clientOf(gateway.url, { cookie: cookiesOf(answer) }) };
}

/** Joins the cookies that an answer sets. */
export function cookiesOf(answer: Pick<Answer, "headers">): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
}

/** Makes everything that sessions of an account have proven so old. */
export async function ageProofs(gateway: TestGateway, userId: string, minutes: number): Promise<void> {
  await gateway.services.pool.query(
    "UPDATE sessions SET proven_at = now() - $2 * interval '1 minute' WHERE user_id = $1",
    [userId, minutes],
  );
}
