import { STAGED } from "../../../contract/resources/staged-import.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";
import { driftCondition } from "./drift.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import { hasLasted } from "./progress.ts";
import type { ApplicationView, PresentApplication, DeploymentPhase, DeploymentState } from "./state.ts";

const RESTING: readonly DeploymentPhase[] = ["running", "stopped"];

/** Derives the conditions that a live deployment should show; kstatus reads Ready, Reconciling and Stalled. */
export function deploymentConditions(
  state: DeploymentState,
  observed: DeploymentObserved,
  requestId: string | undefined,
  nowMs: number,
): WantedCondition[] {
  return [
    ready(state, observed),
    conditionOf(
      "Reconciling",
      isReconciling(state, observed) ? "True" : "False",
      state.reason,
      state.stalled ? "" : state.message,
    ),
    conditionOf("Stalled", state.stalled ? "True" : "False", state.reason, state.stalled ? state.message : ""),
    ...deliveryConditions(state, observed, requestId, nowMs),
    healthyCondition(observed.application),
    driftCondition(state.drifted, observed.application),
  ];
}

function isReconciling(state: DeploymentState, observed: DeploymentObserved): boolean {
  if (state.stalled) return false;
  return !RESTING.includes(state.phase) || state.observedGeneration !== observed.generation;
}

function ready(state: DeploymentState, observed: DeploymentObserved): WantedCondition {
  const rests = RESTING.includes(state.phase) && state.observedGeneration === observed.generation;
  const well = rests && state.unhealthySinceMs === undefined && !state.stalled;
  return conditionOf("Ready", well ? "True" : "False", state.reason, state.message);
}

type Delivered = Pick<DeploymentObserved, "rendered" | "git" | "application">;

/** Names why nothing of a deployment is rendered or written. */
const REFUSED_EARLY: ReadonlySet<string> = new Set([
  "NameTaken",
  "WorkloadTaken",
  "ClusterNotFound",
  "ChartHostRefused",
  "ChartHostUnresolved",
]);

/**
 * Derives the status chain (docs/adr/0024) up to health: accepted, rendered, committed, synced. The message of what is
 * done says which: the request, the hash of the content, the commit, the revision.
 */
export function deliveryConditions(
  state: Pick<DeploymentState, "reason" | "message">,
  observed: Delivered,
  requestId: string | undefined,
  nowMs: number,
): WantedCondition[] {
  const { rendered, git, application } = observed;
  const refusedEarly = REFUSED_EARLY.has(state.reason);
  const accepted = refusedEarly
    ? conditionOf("Accepted", "False", state.reason, state.message)
    : conditionOf("Accepted", "True", "Accepted", requestId);
  const committed = rendered.kind === "rendered" && git.kind === "present";
  return [
    accepted,
    renderedCondition(observed),
    conditionOf(
      "Committed",
      committed ? "True" : "False",
      committed ? "Pushed" : gitReason(observed),
      committed ? git.commit : "",
    ),
    state.reason === STAGED ? conditionOf("Synced", "False", STAGED) : syncedCondition(application, committed, nowMs),
  ];
}

function renderedCondition({ rendered }: Delivered): WantedCondition {
  if (rendered.kind === "rendered") return conditionOf("Rendered", "True", "Rendered", rendered.contentHash);
  return rendered.kind === "refused"
    ? conditionOf("Rendered", "False", rendered.reason ?? "RenderFailed", rendered.message)
    : conditionOf("Rendered", "Unknown", "ClusterNotFound");
}

function gitReason({ git }: Delivered): string {
  if (git.kind === "unavailable") return "GitUnavailable";
  return git.kind === "refused" ? "GitRefused" : "Committing";
}

function syncedCondition(application: ApplicationView, committed: boolean, nowMs: number): WantedCondition {
  if (application.kind === "absent") return conditionOf("Synced", "False", "ApplicationMissing");
  const { error, sync, lastOperation, operationMessage } = application;
  if (error !== undefined && sync === "Unknown") return incomparable(error, nowMs);
  if (committed && isSynced(application)) return conditionOf("Synced", "True", "Synced", application.revisionId);
  const failed = sync === "OutOfSync" && (lastOperation === "failed" || lastOperation === "retried");
  return conditionOf("Synced", "False", failed ? "SyncFailed" : "Syncing", failed ? operationMessage : "");
}

function incomparable(
  { type, message, sinceMs }: NonNullable<PresentApplication["error"]>,
  nowMs: number,
): WantedCondition {
  return conditionOf("Synced", hasLasted(sinceMs, nowMs) ? "Unknown" : "False", type, message);
}

function isSynced({ current, compared, sync, operationRunning, revision }: PresentApplication): boolean {
  return current && compared && sync === "Synced" && !operationRunning && revision !== "behind";
}

function healthyCondition(application: ApplicationView): WantedCondition {
  if (application.kind === "absent") return conditionOf("Healthy", "Unknown", "ApplicationMissing");
  const { health } = application;
  if (health === "Healthy") return conditionOf("Healthy", "True", "Healthy");
  return conditionOf("Healthy", health === "Unknown" ? "Unknown" : "False", health === "" ? "Unknown" : health);
}
