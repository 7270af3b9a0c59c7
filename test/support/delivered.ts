import type {
  DeploymentDeletionObserved,
  DeploymentObserved,
} from "../../operator/machines/deployment/observe-types.ts";
import type { DeploymentPhase, DeploymentState, PresentApplication } from "../../operator/machines/deployment/state.ts";

export const NOW = Date.UTC(2026, 0, 1);
/** The hash of the content that is delivered. */
export const HASH = "h2";

/** An Application that has our commit and runs well. */
export const APPLICATION: PresentApplication = {
  kind: "present",
  current: true,
  compared: true,
  revision: "reached",
  revisionId: "r2",
  sync: "Synced",
  outOfSyncSinceMs: undefined,
  health: "Healthy",
  healthSinceMs: undefined,
  operationRunning: false,
  lastOperation: "succeeded",
  operationMessage: "",
  error: undefined,
  drift: { objects: [], count: 0 },
  kicked: false,
};

/** What is observed of a deployment or database whose second generation was delivered. */
export const DELIVERED = {
  generation: 2,
  cluster: { kind: "present", readiness: "usable" },
  nameTakenBy: undefined,
  rendered: { kind: "rendered", contentHash: HASH },
  git: { kind: "present", commit: "c2", committedAtMs: NOW - 1_000 },
  application: APPLICATION,
  root: { kind: "present", revision: "reached", operationRunning: false, error: "" },
} as const satisfies Partial<DeploymentObserved>;

/** What is observed of a deployment that is deleted, when nothing of it is left. */
export const DEPLOYMENT_GONE: DeploymentDeletionObserved = {
  options: { force: false, orphan: false, deleteVolumes: false, keepSecrets: false },
  cluster: "usable",
  files: { kind: "removed" },
  root: { kind: "present", revision: "reached", operationRunning: false },
  application: { kind: "absent" },
  namespace: { kind: "absent" },
  secrets: { kind: "asked", own: 0, onCluster: false },
};

/** Makes the memory of a deployment whose second generation was delivered. */
export function deploymentIn(phase: DeploymentPhase, changes: Partial<DeploymentState> = {}): DeploymentState {
  return {
    phase,
    phaseSinceMs: NOW - 2_000,
    observedGeneration: 2,
    git: { commit: "c2", contentHash: HASH, committedAtMs: NOW - 1_000, syncedRevision: "r2" },
    secretsRevision: undefined,
    unhealthySinceMs: undefined,
    drifted: false,
    reason: "Test",
    message: "",
    stalled: false,
    ...changes,
  };
}
