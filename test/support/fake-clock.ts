import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../../operator/runtime/clock.ts";

/** Lets a test own time: nothing passes unless it advances. */
export type FakeClock = Clock &
  Readonly<{
    /** Moves both clocks on, firing what becomes due in order; what a callback starts is given time to settle. */
    advance: (ms: number) => Promise<void>;
    /** Moves the wall clock alone, as an administrator or NTP would. */
    jumpWall: (ms: number) => void;
    /** Counts timers that have neither fired nor been cancelled. */
    pending: () => number;
  }>;

type Timer = { dueMs: number; callback: () => void };

/** Creates a clock that stands still at `startMs`. */
export function createFakeClock(startMs = Date.UTC(2026, 0, 1)): FakeClock {
  const timers = new Set<Timer>();
  let monotonicMs = 1_000;
  let wallOffsetMs = startMs - monotonicMs;
  const nextDue = (endMs: number): Timer | undefined => {
    let first: Timer | undefined;
    // They stand in the order of their making: of those due at once the first one seen stays.
    for (const timer of timers)
      if (timer.dueMs <= endMs && (first === undefined || timer.dueMs < first.dueMs)) first = timer;
    return first;
  };
  return {
    nowMs: () => monotonicMs + wallOffsetMs,
    monotonicMs: () => monotonicMs,
    setTimeout: (callback, delayMs) => {
      const timer = { dueMs: monotonicMs + Math.max(0, delayMs), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: async (ms) => {
      const endMs = monotonicMs + ms;
      await settle();
      for (let timer = nextDue(endMs); timer !== undefined; timer = nextDue(endMs)) {
        timers.delete(timer);
        monotonicMs = Math.max(monotonicMs, timer.dueMs);
        timer.callback();
        await settle();
      }
      monotonicMs = endMs;
    },
    jumpWall: (ms) => (wallOffsetMs += ms),
    pending: () => timers.size,
  };
}

/** Gives chains of promises that need no real time the turns to run to their end. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await turn();
}
