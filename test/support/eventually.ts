/** What took a minute is asked for twice a second: no wait is longer by more than a twentieth, and probes cost a processor. */
const ELAPSED_SHARE = 0.05;
const INTERVAL_MAX_MS = 500;

/** Polls `probe` until it returns without throwing; the last failure is the error once the deadline has passed. */
export async function eventually<T>(probe: () => T | Promise<T>, deadlineMs = 120_000, intervalMs = 50): Promise<T> {
  const begin = performance.now();
  const end = begin + deadlineMs;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (performance.now() >= end) throw error;
    }
    const pauseMs = Math.min((performance.now() - begin) * ELAPSED_SHARE, INTERVAL_MAX_MS);
    await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, intervalMs)));
  }
}
