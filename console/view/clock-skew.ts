/** Nearer than that the reader's clock is right: answers take a moment, and tell no parts of seconds. */
const RIGHT_MS = 30_000;

/** Tells how far the gateway's clock is ahead of the reader's, by the Date of an answer that has just come; not at all where it has none. */
export function clockSkew(date: string | null, nowMs: number): number {
  const skewMs = Date.parse(date ?? "") - nowMs;
  return Math.abs(skewMs) > RIGHT_MS ? skewMs : 0;
}
