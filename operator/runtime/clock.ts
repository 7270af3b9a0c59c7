/** Tells the time and waits; injected, so that tests own time. */
export interface Clock {
  /** Returns wall-clock time, for stamps that others read; it may jump. */
  nowMs(): number;
  /** Returns time that never jumps, for deadlines and durations. */
  monotonicMs(): number;
  /** Calls back once after a delay; the returned function cancels. */
  setTimeout(callback: () => void, delayMs: number): () => void;
}

/** Longer delays overflow the timer and would fire at once. */
const DELAY_MAX_MS = 2 ** 31 - 1;

/** Provides the machine's own time. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimeout: (callback, delayMs) => {
    const timer = setTimeout(callback, Math.min(Math.max(0, delayMs), DELAY_MAX_MS));
    return () => clearTimeout(timer);
  },
};

/** Waits; ends early, without a fault, when the signal aborts. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.setTimeout(end, delayMs);
    signal?.addEventListener("abort", end, { once: true });
  });
}
