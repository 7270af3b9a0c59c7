import { wait } from "../decision.ts";
import { stay } from "../moves.ts";
import type { DeploymentDecision } from "./moves.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import type { DeploymentState } from "./state.ts";

const END_POLL_MS = 1_000;

/** Decides when a preview is over, whatever else is in its way; undefined while it is not. */
export function endPreview(state: DeploymentState, { preview }: DeploymentObserved): DeploymentDecision | undefined {
  if (preview?.isOver !== true) return undefined;
  return stay(state, "Its time is over", wait(END_POLL_MS, "EndingPreview"), [{ kind: "endPreview" }]);
}
