/** Nearer than that what is known is right: answers take a moment, and tell no parts of seconds. */
const RIGHT_MS = 30_000;

/** Tells how far the gateway's clock is ahead of the reader's, by the Date of an answer that has just come; what is known where that agrees, or where it has none. */
export function clockSkew(date: string | null, nowMs: number, knownMs = 0): number {
  const skewMs = Date.parse(date ?? "") - nowMs;
  return Math.abs(skewMs - knownMs) > RIGHT_MS ? skewMs : knownMs;
}
