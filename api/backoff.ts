/** How long pauses between attempts are: the first, and the longest. */
export type Backoff = Readonly<{ retryMs: number; retryMaxMs: number }>;

/** Returns how long to wait after an attempt: doubling, with jitter downwards by half at most. */
export function backoffMs({ retryMs, retryMaxMs }: Backoff, attempts: number, random: number): number {
  return Math.round(Math.min(retryMaxMs, retryMs * 2 ** Math.min(attempts - 1, 30)) * (0.5 + random / 2));
}
