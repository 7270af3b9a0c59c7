import type { z } from "zod";
import type { SecretSeal } from "../webhooks/seal-secret.ts";
import { readCookies } from "./session-token.ts";

type Answering = Readonly<{ secretSeal: SecretSeal; isSecure: boolean }>;

/** Keeps something for a while in one browser alone, sealed, so that nothing of it is kept here. */
type SealedCookie<T> = Readonly<{
  write: (value: T, answering: Answering) => string;
  /** Opens what a Cookie header carries; undefined when there is none, it is not ours, or its time is over. */
  read: (cookies: string | undefined, answering: Answering, nowMs?: number) => T | undefined;
  clear: (isSecure: boolean) => string;
}>;

/** Creates a sealed cookie; the purpose binds the seal, so that no other sealed text of the platform opens here. */
export function createSealedCookie<T extends Readonly<{ expiresAtMs: number }>>(
  of: Readonly<{ name: string; purpose: string; ttlMs: number; schema: z.ZodType<T> }>,
): SealedCookie<T> {
  const nameOf = (isSecure: boolean): string => (isSecure ? `__Host-${of.name}` : of.name);
  // Strict would not be sent on the way back from a provider.
  const cookie = (value: string, maxAgeSeconds: number, isSecure: boolean): string =>
    `${nameOf(isSecure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure ? "; Secure" : ""}`;
  return {
    write(value, { secretSeal, isSecure }) {
      const sealed = secretSeal.seal(JSON.stringify(value), of.purpose).toString("base64url");
      return cookie(sealed, of.ttlMs / 1_000, isSecure);
    },
    read(cookies, { secretSeal, isSecure }, nowMs = Date.now()) {
      const sealed = readCookies(cookies).get(nameOf(isSecure));
      if (sealed === undefined) return undefined;
      try {
        const value = of.schema.parse(JSON.parse(secretSeal.open(Buffer.from(sealed, "base64url"), of.purpose)));
        return nowMs < value.expiresAtMs ? value : undefined;
      } catch {
        return undefined;
      }
    },
    clear: (isSecure) => cookie("", 0, isSecure),
  };
}
