import type { UserModel } from "../../adapters/postgres/generated/models.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Answer, Context } from "../http/context.ts";
import { hashToken } from "./api-key-format.ts";
import { recognizeDevice } from "./device-cookie.ts";
import { newId } from "./new-id.ts";
import { newSessionToken, sessionCookie } from "./session-token.ts";

type Named = Pick<UserModel, "id" | "email" | "name" | "avatarUrl" | "isPlatformAdmin" | "emailVerifiedAt">;

type How = Readonly<{
  /** The password that has opened it: the session starts only if the account still has it. */
  passwordHash?: string;
  secondFactor?: boolean;
  isNewAccount?: boolean;
}>;

/**
 * Starts a session and answers it; the one that the request came with ends, so that an id is never carried over a login.
 * The device is known from then on.
 */
export async function startSession(
  context: Pick<Context, "services" | "proof" | "userAgent" | "address" | "cookies">,
  user: Named,
  { passwordHash, secondFactor = false, isNewAccount = false }: How,
): Promise<Answer> {
  const { services, proof } = context;
  const token = newSessionToken();
  const expiresAt = new Date(Date.now() + services.config.sessions.maxMs);
  if (proof.kind === "credential" && proof.credential.via === "session")
    await services.sessions.endByToken(proof.credential.hash);
  const { userAgent, address: ip } = context;
  const session = { id: newId(), tokenHash: hashToken(token), userId: user.id, userAgent, ip, expiresAt, secondFactor };
  if (passwordHash === undefined) await services.sessions.create(session);
  else if (!(await services.sessions.createIfPassword(session, passwordHash))) throw wrongPassword(services);
  const answer = sessionAnswer(services, user, { token, expiresAt });
  const device = await recognizeDevice(context, user.id, isNewAccount);
  const cookies = [answer.headers?.["Set-Cookie"] ?? [], ...device].flat();
  return { ...answer, headers: { ...answer.headers, "Set-Cookie": cookies } };
}

/** Makes the one answer to everything that is wrong with an address and a password. */
export function wrongPassword({ mailbox }: Pick<Context["services"], "mailbox">): BerthError {
  const unproven = mailbox === undefined ? "" : ", or the address was not verified by the mail that it got";
  return new BerthError("unauthenticated", { publicMessage: `E-mail or password is wrong${unproven}.` });
}

/** Answers who the session is for, with its cookie. */
export function sessionAnswer(
  { isSecure }: Pick<Context["services"], "isSecure">,
  user: Named,
  { token, expiresAt }: Readonly<{ token: string; expiresAt: Date }>,
): Answer {
  return {
    body: { user: userBody(user), expires_at: expiresAt.toISOString() },
    headers: { "Set-Cookie": sessionCookie(token, expiresAt, isSecure), "Cache-Control": "no-store" },
  };
}

/** Makes the body of a user. */
export function userBody(user: Named): Record<string, unknown> {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    avatar_url: user.avatarUrl,
    email_verified: user.emailVerifiedAt !== null,
    is_platform_admin: user.isPlatformAdmin,
  };
}
