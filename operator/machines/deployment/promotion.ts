/*
 * Decides what a promotion adds to the life of the deployment that it made:
 *
 * 1. before anything is delivered the source's own secrets are copied: its environment may mean them;
 * 2. the source is left alone until the new one was seen to run at its newest generation;
 * 3. then it goes, when the promotion asked for that; otherwise it says where it was promoted to.
 *
 * The wish stands in the spec of the new one, so that a crash forgets nothing; every step is repeated until it is seen done.
 */
import { wait } from "../decision.ts";
import { stay } from "../moves.ts";
import type { DeploymentDecision } from "./moves.ts";
import type { DeploymentEffect, DeploymentObserved } from "./observe-types.ts";
import type { DeploymentState } from "./state.ts";

const COPY_POLL_MS = 200;

/** Decides while the secrets of the source are still to be copied. */
export function copyFirst(
  state: DeploymentState,
  { promotion, preview }: DeploymentObserved,
): DeploymentDecision | undefined {
  const made = state.phase === "promoting" ? promotion : state.phase === "pending" ? preview : undefined;
  if (made === undefined || made.secretsCopied) return undefined;
  return stay(state, "Copying the secrets of its source", wait(COPY_POLL_MS, "CopyingSecrets"), [
    { kind: "copySecrets" },
  ]);
}

/** Adds what happens to the source once the new one runs. */
export function endPromotion(decision: DeploymentDecision, observed: DeploymentObserved): DeploymentDecision {
  const effect = sourceEffect(observed);
  return effect === undefined || !runsWell(decision.state, observed)
    ? decision
    : { ...decision, effects: [...decision.effects, effect] };
}

function sourceEffect({ spec, promotion }: DeploymentObserved): DeploymentEffect | undefined {
  if (promotion?.source !== "present") return undefined;
  if (spec.promotion?.deleteSource === true) return { kind: "deleteSource" };
  return promotion.marked ? undefined : { kind: "markSource" };
}

function runsWell(state: DeploymentState, { generation }: DeploymentObserved): boolean {
  const isNewest = state.observedGeneration === generation;
  return state.phase === "running" && isNewest && state.unhealthySinceMs === undefined && !state.stalled;
}
