/** Holds the moves that the machines of live objects have in common. */
import type { BaseState } from "./base-state.ts";
import { boundedMessage, type Decision, type Outcome } from "./decision.ts";

/** Stays in the phase. */
export function stay<State extends Pick<BaseState<string>, "message">, Effect = never>(
  state: State,
  why: string,
  outcome: Outcome,
  effects: readonly Effect[] = [],
): Decision<State, Effect> {
  return { state: { ...state, message: boundedMessage(state.message) }, effects, outcome, why };
}

/** Makes the state in a phase for a reason; its time runs from the change, and runs on in the same one. */
export function inPhase<State extends BaseState<string>>(
  state: State,
  phase: State["phase"],
  nowMs: number,
  { reason, message = "", stalled = false }: Readonly<{ reason: string; message?: string; stalled?: boolean }>,
): State {
  const phaseSinceMs = phase === state.phase ? state.phaseSinceMs : nowMs;
  return { ...state, phase, phaseSinceMs, reason, message: boundedMessage(message), stalled };
}
