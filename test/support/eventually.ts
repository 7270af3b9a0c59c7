/** Polls `probe` until it returns without throwing; the last failure is the error once the deadline has passed. */
export async function eventually<T>(probe: () => T | Promise<T>, deadlineMs = 120_000, intervalMs = 50): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (performance.now() >= end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
