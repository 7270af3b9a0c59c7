import type { CLUSTER_PHASES } from "../../../contract/resources/cluster-traits.ts";
import type { ROLLOVER_STEPS } from "../../../contract/resources/cluster-status.ts";
import type { BaseState } from "../base-state.ts";

/** Where a cluster is in its life. */
export type ClusterPhase = (typeof CLUSTER_PHASES)[number];

/** States every arrow of a cluster (docs/adr/0024); tests hold the machine to it. */
export const CLUSTER_EDGES = {
  pending: ["provisioning", "registering", "error", "deleting"],
  provisioning: ["registering", "error", "deleting"],
  registering: ["running", "error", "deleting"],
  running: ["updating", "upgrading", "degraded", "deleting"],
  updating: ["running", "degraded", "deleting"],
  upgrading: ["running", "degraded", "deleting"],
  degraded: ["running", "updating", "upgrading", "error", "deleting"],
  error: ["pending", "deleting"],
  deleting: [],
} as const satisfies Record<ClusterPhase, readonly ClusterPhase[]>;

/** What is remembered of a change of the server type. */
export type RolloverState = Readonly<{
  serverType: string;
  /** Retry that was acted on last. */
  attempt: number;
  step: (typeof ROLLOVER_STEPS)[number];
  sinceMs: number;
  /** Node that is being drained. */
  node: string | undefined;
  /** Whether it stopped at the step and waits for a retry. */
  incomplete: boolean;
}>;

/** What the machine remembers. */
export type ClusterState = BaseState<ClusterPhase> &
  Readonly<{
    /** When the creation attempt under way began; its deadline runs from here. */
    attemptStartedAtMs: number | undefined;
    /** Retry that was acted on last. */
    retryAttempt: number;
    readyAtMs: number | undefined;
    clusterUid: string | undefined;
    /** Step of the operation under way, in the provider's words. */
    step: string;
    rollover: RolloverState | undefined;
  }>;
