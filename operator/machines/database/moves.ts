import { boundedMessage, wait, type Decision, type Outcome } from "../decision.ts";
import type { DatabaseEffect } from "./observe-types.ts";
import type { DatabasePhase, DatabaseState } from "./state.ts";

/** Is a decision about a live database. */
export type DatabaseDecision = Decision<DatabaseState, DatabaseEffect>;

/** Stays in the phase. */
export function stay(
  state: DatabaseState,
  why: string,
  outcome: Outcome,
  effects: readonly DatabaseEffect[] = [],
): DatabaseDecision {
  return { state: { ...state, message: boundedMessage(state.message) }, effects, outcome, why };
}

/** Goes to another phase, or stays in it with another reason; its time runs from the change. */
export function enter(
  state: DatabaseState,
  phase: DatabasePhase,
  nowMs: number,
  note: Readonly<{ reason: string; why: string; message?: string; stalled?: boolean; afterMs?: number }>,
): DatabaseDecision {
  const { reason, why, message = "", stalled = false, afterMs = 1_000 } = note;
  const phaseSinceMs = phase === state.phase ? state.phaseSinceMs : nowMs;
  const entered = { ...state, phase, phaseSinceMs, reason, message: boundedMessage(message), stalled };
  return { state: entered, effects: [], outcome: wait(afterMs, reason), why };
}
