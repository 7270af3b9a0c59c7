import { z } from "zod";
import { createSealedCookie } from "../identity/sealed-cookie.ts";

/** How long a person may stay at the provider. */
export const ATTEMPT_TTL_MS = 600_000;

const schema = z.strictObject({
  id: z.uuid(),
  provider: z.string(),
  memory: z.strictObject({ state: z.string(), code_verifier: z.string(), nonce: z.string().optional() }),
  redirectTo: z.string().optional(),
  expiresAtMs: z.int(),
});

/** A login at a provider that is under way: only the browser that began it has it. */
export type LoginAttempt = Readonly<z.infer<typeof schema>>;

/** Keeps a login that is under way in the browser that began it. */
export const loginAttemptCookie = createSealedCookie({
  name: "berth_login",
  purpose: "login attempt",
  ttlMs: ATTEMPT_TTL_MS,
  schema,
});
