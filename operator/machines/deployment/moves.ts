import type { Decision, Outcome } from "../decision.ts";
import { boundedMessage, wait } from "../decision.ts";
import type { DeploymentEffect } from "./observe-types.ts";
import type { DeploymentPhase, DeploymentState } from "./state.ts";

/** Is a decision about a live deployment. */
export type DeploymentDecision = Decision<DeploymentState, DeploymentEffect>;

/** Stays in the phase. */
export function at(
  state: DeploymentState,
  why: string,
  outcome: Outcome,
  effects: readonly DeploymentEffect[] = [],
): DeploymentDecision {
  return { state: { ...state, message: boundedMessage(state.message) }, effects, outcome, why };
}

/** Goes to another phase and looks again at once; staying in the same one keeps its time. */
export function enter(
  state: DeploymentState,
  phase: DeploymentPhase,
  nowMs: number,
  note: Readonly<{ reason: string; why: string; message?: string; stalled?: boolean }>,
): DeploymentDecision {
  const { reason, why, message = "", stalled = false } = note;
  const phaseSinceMs = phase === state.phase ? state.phaseSinceMs : nowMs;
  const entered = { ...state, phase, phaseSinceMs, reason, message: boundedMessage(message), stalled };
  return {
    state: entered,
    effects: [],
    outcome: wait(phase === "failed" || phase === "error" ? 60_000 : 1_000, reason),
    why,
  };
}
