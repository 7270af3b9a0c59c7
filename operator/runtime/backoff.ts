/** Shapes a back-off: the first delay, and the bound that doubling stops at. */
export type Backoff = Readonly<{ baseMs: number; maxMs: number }>;

/**
 * Computes the delay before try number `failures` + 1: doubling, bounded, and spread over its upper half, so that keys
 * that failed together do not come back together and none comes back at once. `random` returns [0, 1).
 */
export function backoffMs(backoff: Backoff, failures: number, random: () => number): number {
  const doublings = Math.min(Math.max(0, failures - 1), 52);
  const fullMs = Math.min(backoff.maxMs, backoff.baseMs * 2 ** doublings);
  return fullMs / 2 + (fullMs / 2) * random();
}
