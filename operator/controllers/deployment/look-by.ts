import { wait, type Outcome } from "../../machines/decision.ts";

/** A clock that is set is believed after this time: timers do not follow it. */
const LOOK_AGAIN_MS = 3_600_000;

/** A time of the clock at which a deployment changes by itself; undefined where there is none. */
type Due = Readonly<{ dueMs: number | undefined; reason: string }>;

/** Has a deployment looked at when its time comes, unless it is looked at sooner anyway. */
export function lookBy(outcome: Outcome, { dueMs, reason }: Due, nowMs: number): Outcome {
  if (dueMs === undefined) return outcome;
  return lookWithin(outcome, Math.min(LOOK_AGAIN_MS, Math.max(1, dueMs - nowMs)), reason);
}

/** Has a deployment looked at after so long at the latest. */
export function lookWithin(outcome: Outcome, afterMs: number, reason: string): Outcome {
  return outcome.kind === "wait" && outcome.afterMs <= afterMs ? outcome : wait(afterMs, reason);
}
