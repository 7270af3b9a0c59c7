import { assertNever, wait, type GitView } from "../decision.ts";
import { nextGitDelivery } from "../git-delivery.ts";
import { stay } from "../moves.ts";
import type { DeploymentDecision } from "./moves.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import type { DeploymentState } from "./state.ts";

export const GIT_RETRY_MS = 5_000;

/** Decides until the head holds the content; undefined once it does. */
export function commit({
  state,
  observed,
  nowMs,
}: Readonly<{ state: DeploymentState; observed: DeploymentObserved; nowMs: number }>): DeploymentDecision | undefined {
  const git: GitView = observed.git;
  switch (git.kind) {
    case "present":
      return undefined;
    case "absent":
      return stay(state, "Writing to Git", wait(GIT_RETRY_MS, "Committing"), [{ kind: "write" }]);
    case "pushing":
      return stay(state, "Pushing", wait(GIT_RETRY_MS, "Committing"));
    case "unavailable": {
      // A short absence is nobody's news.
      const shown = nowMs - git.sinceMs >= GIT_RETRY_MS && state.phase !== "error";
      const message = "The delivery repository is away; delivery goes on by itself when it is back.";
      const told = shown ? { ...state, reason: "GitUnavailable", message } : state;
      return stay(told, "Git is away", wait(GIT_RETRY_MS, "GitUnavailable"), [{ kind: "write" }]);
    }
    case "refused":
      return stay(state, "Git refuses", wait(GIT_RETRY_MS, "GitRefused"));
    default:
      return assertNever(git);
  }
}

/** Remembers the commit that the head was observed to hold. */
export function remember(state: DeploymentState, observed: DeploymentObserved): DeploymentState {
  return { ...state, git: nextGitDelivery(state.git, observed) };
}

/** Marks that a change was accepted, and no more, as what a push under way is about to change again. */
export function passByPush(
  decision: DeploymentDecision,
  before: DeploymentState,
  { git, generation }: DeploymentObserved,
): DeploymentDecision {
  const { state, effects } = decision;
  const isUnderWay = git.kind === "pushing" || (git.kind === "absent" && effects.some(({ kind }) => kind === "write"));
  const isNew = before.observedGeneration !== generation && state.observedGeneration === generation;
  if (!isUnderWay || !isNew || state.reason !== "Committing") return decision;
  return { ...decision, passesWithinMs: GIT_RETRY_MS, outcome: wait(GIT_RETRY_MS, "Committing") };
}
