import type { UpgradePreflight } from "../../../contract/resources/upgrade-request.ts";
import type { ClusterPhase } from "../cluster/state.ts";
import type { GitView } from "../decision.ts";
import type { UpgradeDecision } from "./state.ts";

/** The cluster that is to be upgraded. */
export type UpgradedCluster =
  | Readonly<{ kind: "absent" }>
  | Readonly<{ kind: "deleting" }>
  | Readonly<{
      kind: "present";
      id: string;
      phase: ClusterPhase;
      reason: string;
      message: string;
      step: string;
      /** Whether its status speaks of its newest spec. */
      settled: boolean;
      /** Version that it reports, without v; undefined before it first ran. */
      version: string | undefined;
      /** Whether its spec names the version that the request is for. */
      ordered: boolean;
    }>;

/** A look at the cluster before its upgrade begins. */
export type PreflightView =
  /** It is not the time to look. */
  | Readonly<{ kind: "unasked" }>
  | Readonly<{ kind: "unreachable" }>
  | Readonly<{ kind: "looked"; report: UpgradePreflight }>;

/** One look at the world around an upgrade request. */
export type UpgradeObserved = Readonly<{
  generation: number;
  toVersion: string;
  decision: UpgradeDecision;
  scheduledAtMs: number | undefined;
  cluster: UpgradedCluster;
  /** An older request for the same cluster that is still open. */
  rival: string | undefined;
  preflight: PreflightView;
  contentHash: string;
  git: GitView;
}>;

/** What an upgrade request can ask for; every effect is idempotent. */
export type UpgradeEffect =
  | Readonly<{ kind: "write" }>
  /** Sets the version in the spec of the cluster. */
  | Readonly<{ kind: "order" }>
  /** Deletes the request: the cluster that it was for is gone. */
  | Readonly<{ kind: "deleteRequest" }>;
