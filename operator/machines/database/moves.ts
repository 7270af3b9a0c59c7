import { wait, type Decision } from "../decision.ts";
import { inPhase } from "../moves.ts";
import type { DatabaseEffect } from "./observe-types.ts";
import type { DatabasePhase, DatabaseState } from "./state.ts";

/** A decision about a live database. */
export type DatabaseDecision = Decision<DatabaseState, DatabaseEffect>;

/** Goes to another phase, or stays in it with another reason; its time runs from the change. */
export function enter(
  state: DatabaseState,
  phase: DatabasePhase,
  nowMs: number,
  note: Readonly<{ reason: string; why: string; message?: string; stalled?: boolean; afterMs?: number }>,
): DatabaseDecision {
  const { reason, why, afterMs = 1_000 } = note;
  return { state: inPhase(state, phase, nowMs, note), effects: [], outcome: wait(afterMs, reason), why };
}
