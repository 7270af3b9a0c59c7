import type {
  ClusterDeletionObserved,
  ClusterObserved,
  ProviderView,
} from "../../operator/machines/cluster/observe-types.ts";
import type { ClusterPhase, ClusterState } from "../../operator/machines/cluster/state.ts";
import { NOW } from "./delivered.ts";

export const CLUSTER_READY = {
  kind: "ready",
  endpoint: "https://one",
  matches: true,
  step: "",
  healthy: true,
  message: "",
} as const satisfies ProviderView;

/** What is observed of a cluster whose second generation runs well. */
export const CLUSTER_WELL: ClusterObserved = {
  generation: 2,
  retryAttempt: 0,
  provider: CLUSTER_READY,
  regionMatches: true,
  registration: { kind: "current" },
  projectCovers: true,
  root: "current",
  rendered: { kind: "rendered", contentHash: "h" },
  git: { kind: "present", commit: "c", committedAtMs: NOW - 1_000 },
  rollover: undefined,
  upgrade: undefined,
  tenant: { kind: "reachable", uid: "u" },
  bundle: { channel: { kind: "known" }, wanted: [], surplus: [], released: [] },
};

/** What is observed of a cluster that is deleted, when nothing of it is left. */
export const CLUSTER_GONE: ClusterDeletionObserved = {
  options: { cascade: false, force: false, removeBundle: false },
  users: [],
  children: 0,
  bundle: { applications: 0, released: false, fault: "" },
  files: { kind: "removed" },
  root: { kind: "absent" },
  projectCovers: false,
  secret: "absent",
  provider: { kind: "absent" },
  begun: true,
  leftover: false,
};

/** Makes the memory of a cluster whose second generation was acted on. */
export function clusterIn(phase: ClusterPhase, changes: Partial<ClusterState> = {}): ClusterState {
  return {
    phase,
    phaseSinceMs: NOW - 1_000,
    observedGeneration: 2,
    attemptStartedAtMs: NOW - 1_000,
    retryAttempt: 0,
    git: undefined,
    readyAtMs: undefined,
    clusterUid: "u",
    reason: "Test",
    message: "",
    stalled: false,
    step: "",
    rollover: undefined,
    ...changes,
  };
}
