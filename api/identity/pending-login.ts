import { randomBytes } from "node:crypto";
import { z } from "zod";
import { hashToken } from "./api-key-format.ts";
import { newId } from "./new-id.ts";
import { createSealedCookie } from "./sealed-cookie.ts";

const TTL_MS = 300_000;
const CHALLENGE_BYTES = 32;

const schema = z.strictObject({
  id: z.uuid(),
  /** A proof in a session is no sign-in: its cookie never makes a session. */
  purpose: z.enum(["login", "proof"]),
  userId: z.uuid(),
  /** Mark of the password that was right; null where a login provider has vouched. */
  passwordMark: z.string().nullable(),
  /** What a passkey has to sign. */
  challenge: z.string(),
  expiresAtMs: z.int(),
});

/** A sign-in, or a proof in a session, that waits for a second factor: only the browser that began it has it. */
export type PendingLogin = z.infer<typeof schema>;

/** Keeps what waits for a second factor. */
export const pendingLoginCookie = createSealedCookie({
  name: "berth_second_factor",
  purpose: "pending login",
  ttlMs: TTL_MS,
  schema,
});

/** Makes what waits for a second factor of somebody. */
export function newPendingLogin(of: Pick<PendingLogin, "purpose" | "userId" | "passwordMark">): PendingLogin {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  return { ...of, id: newId(), challenge, expiresAtMs: Date.now() + TTL_MS };
}

/** Derives what tells that the password is still the one that was right. */
export function passwordMark(passwordHash: string): string {
  return hashToken(passwordHash).toString("base64url");
}
