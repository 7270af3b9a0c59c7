import { wait, type Decision } from "../decision.ts";
import { inPhase } from "../moves.ts";
import type { DeploymentEffect } from "./observe-types.ts";
import type { DeploymentPhase, DeploymentState } from "./state.ts";

/** A decision about a live deployment. */
export type DeploymentDecision = Decision<DeploymentState, DeploymentEffect>;

/** Goes to another phase and looks again at once; staying in the same one keeps its time. */
export function enter(
  state: DeploymentState,
  phase: DeploymentPhase,
  nowMs: number,
  note: Readonly<{ reason: string; why: string; message?: string; stalled?: boolean }>,
): DeploymentDecision {
  const { reason, why } = note;
  const outcome = wait(phase === "failed" || phase === "error" ? 60_000 : 1_000, reason);
  return { state: inPhase(state, phase, nowMs, note), effects: [], outcome, why };
}
