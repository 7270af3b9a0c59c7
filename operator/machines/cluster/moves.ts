import { SETTLED, boundedMessage, wait, type Decision, type Outcome } from "../decision.ts";
import { nextGitDelivery } from "../git-delivery.ts";
import { inPhase } from "../moves.ts";
import type { ClusterEffect, ClusterObserved } from "./observe-types.ts";
import type { ClusterPhase, ClusterState } from "./state.ts";

/** A decision about a live cluster. */
export type ClusterDecision = Decision<ClusterState, ClusterEffect>;

/** Why a cluster that has been running is not as it should be. */
export type ClusterFault = Readonly<{
  reason: string;
  message: string;
  /** Whether its provider does not know it any more. */
  gone: boolean;
}>;

/** Stays in the phase. */
export function at(
  state: ClusterState,
  why: string,
  outcome: Outcome,
  effects: readonly ClusterEffect[] = [],
): ClusterDecision {
  return { state, effects, outcome, why };
}

/** Goes to another phase; staying in the same one keeps its time. */
export function enter(
  state: ClusterState,
  phase: ClusterPhase,
  nowMs: number,
  note: Readonly<{ reason: string; why: string; message?: string }>,
): ClusterDecision {
  return { state: inPhase(state, phase, nowMs, note), effects: [], outcome: wait(1_000, note.reason), why: note.why };
}

/** Gives the attempt up; a retry leads out. */
export function fail(
  state: ClusterState,
  fault: Readonly<{ reason: string; message: string }>,
  nowMs: number,
): ClusterDecision {
  const failed = enter(state, "error", nowMs, { ...fault, why: fault.message });
  return { ...failed, state: { ...failed.state, stalled: true }, outcome: SETTLED };
}

/** Notes the provider's step. */
export function noted(state: ClusterState, step: string): ClusterState {
  return { ...state, step: step.slice(0, 64), message: "", stalled: false };
}

/** Notes what is waited for. */
export function waiting(state: ClusterState, reason: string, message = ""): ClusterState {
  return { ...state, reason, message: boundedMessage(message), stalled: false };
}

/** Remembers what was observed and cannot be observed again: the commit, and who the cluster is. */
export function remember(state: ClusterState, observed: ClusterObserved): ClusterState {
  return { ...state, clusterUid: identityOf(state, observed), git: nextGitDelivery(state.git, observed) };
}

/** What our own provider makes may come anew; one that was made elsewhere is who it was when it came: it could say anything. */
function identityOf({ clusterUid }: ClusterState, { provider, tenant }: ClusterObserved): string | undefined {
  const isOurs = provider.kind === "ready" && provider.imported !== true;
  return tenant.kind === "reachable" && tenant.uid !== "" && (isOurs || clusterUid === undefined)
    ? tenant.uid
    : clusterUid;
}

/** Tells whether another cluster answers in the place of one that was made elsewhere. */
export function isAnother({ clusterUid }: ClusterState, { provider, tenant }: ClusterObserved): boolean {
  const isImported = provider.kind === "ready" && provider.imported === true;
  return isImported && tenant.kind === "reachable" && clusterUid !== undefined && tenant.uid !== clusterUid;
}
