/** When a token of ours was issued and when it ends. */
export type TokenLife = Readonly<{ issuedAtMs: number; expiresAtMs: number }>;

/** How long a token is asked to live; many a cluster grants less: the big clouds a day or two, others an hour. */
export const TOKEN_SECONDS = 30 * 24 * 3600;
/** The part of its granted life after which a token is made anew. */
const ROTATE_AFTER = 1 / 3;
/** A cluster is never registered anew sooner for its token alone, whatever life that was granted. */
export const REGISTER_FLOOR_MS = 5 * 60_000;

const EXPIRES_AT = "hosting.berth.dev/token-expires-at";
const ISSUED_AT = "hosting.berth.dev/token-issued-at";

/** Tells whether a token should be made anew; one that comes from the future was issued by a clock that is right no more. */
export function isTokenDue({ issuedAtMs, expiresAtMs }: TokenLife, nowMs: number): boolean {
  const restMs = Math.max((expiresAtMs - issuedAtMs) * ROTATE_AFTER, REGISTER_FLOOR_MS);
  return Math.abs(nowMs - issuedAtMs) >= restMs;
}

/** Writes a token's life as the annotations of the Secret that holds it. */
export function formatTokenLife({ issuedAtMs, expiresAtMs }: TokenLife): Readonly<Record<string, string>> {
  return { [ISSUED_AT]: new Date(issuedAtMs).toISOString(), [EXPIRES_AT]: new Date(expiresAtMs).toISOString() };
}

/** Reads a token's life; undefined when the Secret does not say it. Releases before wrote only its end. */
export function parseTokenLife(annotations: Readonly<Record<string, string>> = {}): TokenLife | undefined {
  const expiresAtMs = Date.parse(annotations[EXPIRES_AT] ?? "");
  if (Number.isNaN(expiresAtMs)) return undefined;
  const issuedAtMs = Date.parse(annotations[ISSUED_AT] ?? "");
  return { issuedAtMs: Number.isNaN(issuedAtMs) ? expiresAtMs - TOKEN_SECONDS * 1_000 : issuedAtMs, expiresAtMs };
}
