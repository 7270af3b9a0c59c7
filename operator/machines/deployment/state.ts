import type { DEPLOYMENT_PHASES } from "../../../contract/resources/deployment-spec.ts";
import type { RevisionView } from "../decision.ts";
import type { BaseState } from "../base-state.ts";

/** Where a deployment is in its life. */
export type DeploymentPhase = (typeof DEPLOYMENT_PHASES)[number];

/**
 * States every arrow of a deployment (docs/adr/0024); tests hold the machine to it. A staged import
 * shows how the live workload fares, which goes both ways between running and stopped, and comes back from any fault.
 */
export const DEPLOYMENT_EDGES = {
  pending: ["provisioning", "stopped", "running", "failed", "error", "deleting"],
  provisioning: ["running", "stopped", "failed", "error", "deleting"],
  promoting: ["running", "failed", "error", "deleting"],
  running: ["provisioning", "failed", "stopped", "migrating", "error", "deleting"],
  migrating: ["running", "failed", "error", "deleting"],
  stopped: ["provisioning", "running", "failed", "error", "deleting"],
  failed: ["provisioning", "running", "stopped", "error", "deleting"],
  error: ["provisioning", "running", "stopped", "deleting"],
  deleting: [],
} as const satisfies Record<DeploymentPhase, readonly DeploymentPhase[]>;

/** What the machine remembers: facts passed that can no longer be observed. */
export type DeploymentState = BaseState<DeploymentPhase> &
  Readonly<{
    /** Of the secrets that the pods have, or are about to get. */
    secretsRevision: string | undefined;
    unhealthySinceMs: number | undefined;
    /** Whether objects on the cluster differ from what was synced. */
    drifted: boolean;
  }>;

/** The cluster that a deployment names. */
export type ClusterView =
  | Readonly<{ kind: "missing"; wasKnown: boolean }>
  | Readonly<{
      kind: "present";
      readiness: "usable" | "coming" | "failed";
      /** Reason why it is degraded, where its workloads may suffer from that. */
      trouble?: string | undefined;
    }>;

/** What Argo CD says about the deployment's own Application. */
export type ApplicationView =
  | Readonly<{ kind: "absent" }>
  | Readonly<{
      kind: "present";
      /** Whether its spec is the one we rendered. */
      current: boolean;
      /** Whether the last comparison was made with that spec. */
      compared: boolean;
      revision: RevisionView;
      revisionId: string;
      sync: "Synced" | "OutOfSync" | "Unknown";
      /** Since when it is out of sync at this revision without an operation. */
      outOfSyncSinceMs: number | undefined;
      health: string;
      healthSinceMs: number | undefined;
      operationRunning: boolean;
      /**
       * How the last operation for our commit ended; `retried` has failed and is tried again, `outdated` would be, and has
       * only tried a commit before ours.
       */
      lastOperation: "none" | "succeeded" | "failed" | "retried" | "outdated";
      operationMessage: string;
      /** The Job of a release command that the operation at our commit waits for, or that has failed it. */
      release?: Readonly<{ job: string; hasFailed: boolean }> | undefined;
      error: Readonly<{ type: string; message: string; sinceMs: number }> | undefined;
      /** What differs on the cluster: some of it by name, and how many there are. */
      drift: Readonly<{ objects: readonly string[]; count: number }>;
      /** Whether a sync of ours was already asked for at this revision and content. */
      kicked: boolean;
    }>;

/** An Application that is there. */
export type PresentApplication = Extract<ApplicationView, { kind: "present" }>;

/** The root Application of the cluster, which brings and changes the deployment's own. */
export type RootView =
  | Readonly<{ kind: "absent" }>
  | Readonly<{
      kind: "present";
      revision: RevisionView;
      operationRunning: boolean;
      error: string;
      /** Since when it is out of sync at its revision without an operation; undefined once a sync of it was asked for. */
      leftSinceMs?: number | undefined;
    }>;

/** What the values came to. */
export type RenderedView =
  | Readonly<{ kind: "rendered"; contentHash: string }>
  /** The reason is RenderFailed when unset. */
  | Readonly<{ kind: "refused"; reason?: string; message: string }>
  /** The cluster is not known, so nothing can be rendered. */
  | Readonly<{ kind: "unknown" }>;

/** How the cluster stands to the secrets that the deployment means. */
export type SecretsView =
  /** It means none; what an earlier generation meant may still lie there. */
  | Readonly<{ kind: "none"; leftover: boolean }>
  | Readonly<{ kind: "unknown" }>
  | Readonly<{ kind: "missing"; names: readonly string[] }>
  | Readonly<{ kind: "stale" }>
  | Readonly<{ kind: "unreachable"; message: string }>
  /** `verified` = looked at not long ago; `recheckMs` = where nobody tells of changes, after which time to look again. */
  | Readonly<{ kind: "current"; revision: string; verified: boolean; recheckMs?: number | undefined }>;
