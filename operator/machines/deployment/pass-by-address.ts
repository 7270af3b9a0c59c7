import { wait } from "../decision.ts";
import type { DeploymentDecision } from "./moves.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import type { DeploymentState } from "./state.ts";

/** So long that it runs may wait for what its address answers: both are told in one write. */
const ANSWERED_WITHIN_MS = 1_000;

/** Marks that a deployment has come to run, and no more, as what the answer of its address is about to be told with. */
export function passByAddress(
  decision: DeploymentDecision,
  before: DeploymentState,
  { isAddressAwaited }: DeploymentObserved,
): DeploymentDecision {
  const { state, effects } = decision;
  const arrives = state.phase === "running" && before.phase !== "running";
  if (!arrives || isAddressAwaited !== true || effects.length > 0) return decision;
  return { ...decision, passesWithinMs: ANSWERED_WITHIN_MS, outcome: wait(ANSWERED_WITHIN_MS, "AskingAddress") };
}
