/** Decides whose fault it is that a deployment does not come to run: `failed` is for its own, `error` for everybody else's. */
import { wait } from "../decision.ts";
import { stay } from "../moves.ts";
import { enter, type DeploymentDecision } from "./moves.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import type { Progress } from "./progress.ts";
import type { ClusterView, DeploymentState } from "./state.ts";

const RECHECK_MS = 60_000;
/** Reasons of an error that lasts as long as what hinders the delivery does. */
const HINDERED: ReadonlySet<string> = new Set(["ClusterDegraded", "DeliveryStuck"]);

/** Why a deployment is given up. */
export type Cause = Readonly<{
  reason: string;
  message: string;
  isOwn: boolean;
  /** What our own log says instead of the message. */
  why?: string;
}>;

/** Says what is wrong with the cluster that its workloads may suffer from; undefined while nothing is known. */
export function clusterTrouble(cluster: ClusterView): string | undefined {
  return cluster.kind === "present" ? cluster.trouble : undefined;
}

/** Gives a deployment up, with the blame where it belongs. */
export function giveUp(
  state: DeploymentState,
  cause: Cause,
  { cluster }: Pick<DeploymentObserved, "cluster">,
  nowMs: number,
): DeploymentDecision {
  const trouble = clusterTrouble(cluster);
  if (trouble !== undefined) {
    const message = `Its cluster is degraded (${trouble}); the deployment follows by itself once that is over.`;
    return enter(state, "error", nowMs, { reason: "ClusterDegraded", message, stalled: true, why: message });
  }
  const { reason, message, isOwn, why = message } = cause;
  if (!isOwn) {
    const told = `It cannot be delivered: ${message}. A platform operator must look at it; it is tried again by itself.`;
    return enter(state, "error", nowMs, { reason: "DeliveryStuck", message: told, stalled: true, why: told });
  }
  if (state.phase === "stopped")
    return stay({ ...state, reason, message, stalled: true }, why, wait(RECHECK_MS, reason));
  return enter(state, "failed", nowMs, { reason, message, stalled: true, why });
}

/** Tells whether what put a deployment into error is still there. */
export function isStillHindered(state: DeploymentState, progress: Progress, observed: DeploymentObserved): boolean {
  if (!HINDERED.has(state.reason)) return false;
  return clusterTrouble(observed.cluster) !== undefined || (progress.kind === "moving" && !progress.isOwn);
}
