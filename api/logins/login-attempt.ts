import { z } from "zod";
import type { LoginMemory } from "../../adapters/logins/login-provider.ts";
import { readCookies } from "../identity/session-token.ts";
import type { SecretSeal } from "../webhooks/seal-secret.ts";

/** Is a login at a provider that is under way: only the browser that began it has it, sealed, in a cookie. */
export type LoginAttempt = Readonly<{
  id: string;
  provider: string;
  memory: LoginMemory;
  redirectTo?: string | undefined;
  expiresAtMs: number;
}>;
type Answering = Readonly<{ secretSeal: SecretSeal; isSecure: boolean }>;

/** Says how long a person may stay at the provider. */
export const ATTEMPT_TTL_MS = 600_000;
const COOKIE_SECURE = "__Host-berth_login";
const COOKIE_PLAIN = "berth_login";
/** Binds the seal to this use: no other sealed text of the platform opens here. */
const PURPOSE = "login attempt";

const attemptSchema = z.strictObject({
  id: z.uuid(),
  provider: z.string(),
  memory: z.strictObject({ state: z.string(), code_verifier: z.string(), nonce: z.string().optional() }),
  redirectTo: z.string().optional(),
  expiresAtMs: z.int(),
});

/** Writes the Set-Cookie header that lets a browser finish a login; Strict would not be sent on the way back. */
export function attemptCookie(attempt: LoginAttempt, { secretSeal, isSecure }: Answering): string {
  const sealed = secretSeal.seal(JSON.stringify(attempt), PURPOSE).toString("base64url");
  return cookie(sealed, ATTEMPT_TTL_MS / 1_000, isSecure);
}

/** Writes the Set-Cookie header that forgets a login. */
export function clearedAttemptCookie(isSecure: boolean): string {
  return cookie("", 0, isSecure);
}

/** Opens the login of a Cookie header; undefined when there is none, it is not ours, or its time is over. */
export function readAttempt(
  cookies: string | undefined,
  { secretSeal, isSecure }: Answering,
  nowMs = Date.now(),
): LoginAttempt | undefined {
  const sealed = readCookies(cookies).get(cookieName(isSecure));
  const attempt = sealed === undefined ? undefined : open(sealed, secretSeal);
  return attempt !== undefined && nowMs < attempt.expiresAtMs ? attempt : undefined;
}

function open(sealed: string, secretSeal: SecretSeal): LoginAttempt | undefined {
  try {
    return attemptSchema.parse(JSON.parse(secretSeal.open(Buffer.from(sealed, "base64url"), PURPOSE)));
  } catch {
    return undefined;
  }
}

function cookie(value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const name = cookieName(isSecure);
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure ? "; Secure" : ""}`;
}

function cookieName(isSecure: boolean): string {
  return isSecure ? COOKIE_SECURE : COOKIE_PLAIN;
}
