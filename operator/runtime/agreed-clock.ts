/**
 * Tells the time on which two of three clocks agree, so that none of them ends by its fault what is under way:
 *
 * 1. the machine's own wall clock, which somebody may set and a node may have wrong;
 * 2. the API server's, as its last answer said it, carried on by the monotonic clock;
 * 3. what was agreed on when it last answered, carried on likewise.
 */
import type { Clock } from "./clock.ts";

/** A clock that is told what time it is elsewhere. */
export type AgreedClock = Clock & Readonly<{ hear: (serverMs: number) => void }>;

/** Answers take their time and tell whole seconds. */
const CLOCKS_APART_MS = 60_000;

/** Creates a clock that is the machine's own until it hears another time. */
export function createAgreedClock(own: Clock): AgreedClock {
  /** What the other two are ahead of the monotonic clock. */
  let ahead: Readonly<{ toldMs: number; agreedMs: number }> | undefined;
  const nowMs = (): number => {
    const ownMs = own.nowMs();
    if (ahead === undefined) return ownMs;
    const monotonicMs = own.monotonicMs();
    const middleMs = middleOf(ownMs, monotonicMs + ahead.toldMs, monotonicMs + ahead.agreedMs);
    return Math.abs(ownMs - middleMs) < CLOCKS_APART_MS ? ownMs : Math.round(middleMs);
  };
  return {
    nowMs,
    monotonicMs: () => own.monotonicMs(),
    setTimeout: (callback, delayMs) => own.setTimeout(callback, delayMs),
    hear: (serverMs) => {
      const toldMs = serverMs - own.monotonicMs();
      ahead = { toldMs, agreedMs: ahead?.agreedMs ?? toldMs };
      ahead = { toldMs, agreedMs: nowMs() - own.monotonicMs() };
    },
  };
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
