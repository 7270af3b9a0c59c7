/**
 * Decides what follows for an upgrade request:
 *
 * 1. pending: somebody decides; of two open requests for one cluster the older stays;
 * 2. approved, scheduled: the date comes, or there is none;
 * 3. preflight: the cluster is looked at until nothing stands in the way, for an hour at most; until here it can be taken back;
 * 4. in_progress: the version is set in the cluster's spec, once this phase is written down; the cluster does the rest;
 * 5. completed when the cluster runs at that version; failed when it says that it cannot, or after too long.
 *
 * Git is told of every request and holds none of them up.
 */
import { SETTLED, boundedMessage, wait, type Decision, type Outcome } from "../decision.ts";
import { nextGitDelivery } from "../git-delivery.ts";
import type { UpgradeEffect, UpgradedCluster, UpgradeObserved } from "./observe-types.ts";
import { isFinal } from "./preflight.ts";
import { PREFLIGHT_MAX_MS, REQUEST_MAX_MS, STUCK, type UpgradePhase, type UpgradeState } from "./state.ts";

/** A decision about an upgrade request. */
type UpgradeStep = Decision<UpgradeState, UpgradeEffect>;

const IDLE_MS = 60_000;
const PREFLIGHT_POLL_MS = 5_000;
const PROGRESS_POLL_MS = 5_000;
const GIT_POLL_MS = 5_000;
const TIMER_MAX_MS = 10 * 60_000;

type From = (state: UpgradeState, observed: UpgradeObserved, nowMs: number) => UpgradeStep;

const FROM: Readonly<Record<UpgradePhase, From>> = {
  pending: fromPending,
  approved: (...seen) => cancelled(...seen) ?? fromApproved(...seen),
  scheduled: (...seen) => cancelled(...seen) ?? fromApproved(...seen),
  preflight: (...seen) => cancelled(...seen) ?? fromPreflight(...seen),
  in_progress: fromInProgress,
  completed: rest,
  failed: rest,
  rejected: rest,
  cancelled: rest,
};

/** Decides the next step of an upgrade request. */
export function nextUpgrade(state: UpgradeState, observed: UpgradeObserved, nowMs: number): UpgradeStep {
  if (observed.cluster.kind === "absent" && state.clusterId !== undefined) {
    const why = "The cluster that it was for is gone";
    return { state, effects: [{ kind: "deleteRequest" }], outcome: wait(IDLE_MS, "ClusterGone"), why };
  }
  const step = FROM[state.phase](remember(state, observed), observed, nowMs);
  return withGit(step, observed);
}

/** Nothing is written into the folder of a cluster that is leaving Git. */
function withGit(step: UpgradeStep, { git, cluster }: UpgradeObserved): UpgradeStep {
  const isWritten = git.kind === "present" || git.kind === "pushing" || cluster.kind !== "present";
  if (isWritten) return step;
  const outcome = step.outcome.kind === "settled" ? wait(GIT_POLL_MS, "Committing") : step.outcome;
  return { ...step, effects: [...step.effects, { kind: "write" }], outcome };
}

/** What cannot be observed again: which cluster was meant, what it had then, and the commit. */
function remember(state: UpgradeState, { generation, cluster, git, contentHash }: UpgradeObserved): UpgradeState {
  const known = {
    ...state,
    observedGeneration: generation,
    git: nextGitDelivery(state.git, { git, rendered: { kind: "rendered", contentHash } }),
  };
  if (cluster.kind !== "present") return known;
  return { ...known, clusterId: state.clusterId ?? cluster.id, fromVersion: state.fromVersion ?? cluster.version };
}

function rest(state: UpgradeState): UpgradeStep {
  return { state, effects: [], outcome: SETTLED, why: "It has ended" };
}

function fromPending(state: UpgradeState, observed: UpgradeObserved, nowMs: number): UpgradeStep {
  const { decision, rival, cluster } = observed;
  if (decision === "cancelled") return end(state, "cancelled", { reason: "Cancelled", message: "" }, nowMs);
  if (decision === "rejected") return end(state, "rejected", { reason: "Rejected", message: "" }, nowMs);
  if (rival !== undefined) {
    const message = `Another upgrade of this cluster, ${rival}, is open already; ask again when it has ended.`;
    return end(state, "rejected", { reason: "UpgradeOpen", message }, nowMs);
  }
  if (cluster.kind === "absent") {
    const message = "There is no such cluster in this namespace.";
    return stay(state, { reason: "ClusterNotFound", message, stalled: true }, wait(IDLE_MS, "ClusterNotFound"));
  }
  if (state.fromVersion === undefined)
    return stay(state, { reason: "ClusterNotReady" }, wait(IDLE_MS, "ClusterNotReady"));
  if (decision !== "approved") return stay(state, { reason: "AwaitingApproval" }, wait(IDLE_MS, "AwaitingApproval"));
  const approved = { ...state, approvedAtMs: nowMs };
  return go(approved, "approved", { reason: "Approved", why: "It was approved" }, nowMs);
}

function cancelled(state: UpgradeState, { decision }: UpgradeObserved, nowMs: number): UpgradeStep | undefined {
  if (decision !== "cancelled") return undefined;
  return end(state, "cancelled", { reason: "Cancelled", message: "" }, nowMs);
}

function fromApproved(state: UpgradeState, { scheduledAtMs }: UpgradeObserved, nowMs: number): UpgradeStep {
  if (scheduledAtMs === undefined || scheduledAtMs <= nowMs)
    return go(state, "preflight", { reason: "Preflight", why: "It is time" }, nowMs);
  const outcome = wait(Math.min(scheduledAtMs - nowMs, TIMER_MAX_MS), "Scheduled");
  if (state.phase === "scheduled") return stay(state, { reason: "Scheduled" }, outcome);
  return { ...go(state, "scheduled", { reason: "Scheduled", why: "It has a date" }, nowMs), outcome };
}

function fromPreflight(state: UpgradeState, { cluster, preflight }: UpgradeObserved, nowMs: number): UpgradeStep {
  if (cluster.kind !== "present") return fail(state, CLUSTER_DELETED, nowMs);
  if (preflight.kind === "looked") return judge({ ...state, preflight: preflight.report }, nowMs);
  return hold(state, preflight.kind === "unasked" ? { reason: "Preflight", message: "" } : UNREACHABLE, nowMs);
}

function judge(state: UpgradeState, nowMs: number): UpgradeStep {
  const errors = (state.preflight?.findings ?? []).filter(({ severity }) => severity === "error");
  const final = errors.find(isFinal);
  if (final !== undefined) return fail(state, { reason: "PreflightFailed", message: sentences([final]) }, nowMs);
  if (errors.length > 0) return hold(state, { reason: "PreflightBlocked", message: sentences(errors) }, nowMs);
  const begun = { ...state, startedAtMs: nowMs, step: "Ordering the version" };
  const moved = go(begun, "in_progress", { reason: "Upgrading", why: "Nothing stands in the way" }, nowMs);
  return { ...moved, effects: [{ kind: "order" }], outcome: wait(PROGRESS_POLL_MS, "Upgrading") };
}

type Fault = Readonly<{ reason: string; message: string }>;

function hold(state: UpgradeState, fault: Fault, nowMs: number): UpgradeStep {
  if (nowMs - state.phaseSinceMs < PREFLIGHT_MAX_MS) return stay(state, fault, wait(PREFLIGHT_POLL_MS, fault.reason));
  const message = `The preflight was held up for an hour: ${fault.message}`;
  return fail(state, { reason: "PreflightTimeout", message }, nowMs);
}

const UNREACHABLE: Fault = {
  reason: "ClusterUnreachable",
  message: "The cluster's API server does not answer; it is tried again.",
};
const CLUSTER_DELETED = { reason: "ClusterDeleted", message: "The cluster is being deleted." };

function sentences(findings: readonly Readonly<{ message: string; remedy: string }>[]): string {
  return findings.map(({ message, remedy }) => `${message} ${remedy}`).join(" ");
}

function fromInProgress(state: UpgradeState, observed: UpgradeObserved, nowMs: number): UpgradeStep {
  const { cluster, toVersion } = observed;
  if (cluster.kind !== "present") return fail(state, CLUSTER_DELETED, nowMs);
  const step = cluster.ordered && cluster.step !== "" ? cluster.step.slice(0, 128) : state.step;
  const told = { ...state, step };
  if (isDone(cluster, toVersion))
    return end({ ...told, completedAtMs: nowMs, step: "" }, "completed", { reason: "Completed", message: "" }, nowMs);
  if (isStuck(cluster)) return fail(told, cluster, nowMs);
  if (!saysItself(cluster) && nowMs - (state.startedAtMs ?? state.phaseSinceMs) >= REQUEST_MAX_MS) {
    const message = `The upgrade did not end in time; last step: ${step}. The cluster goes on with it; look at its status.`;
    return fail(told, { reason: "UpgradeTimeout", message }, nowMs);
  }
  const staying = stay(told, { reason: "Upgrading" }, wait(PROGRESS_POLL_MS, "Upgrading"));
  return cluster.ordered ? staying : { ...staying, effects: [{ kind: "order" }] };
}

type Present = Extract<UpgradedCluster, { kind: "present" }>;

/** A cluster that upgrades says itself when it takes too long; an operator that comes back hears that first. */
function saysItself({ ordered, phase }: Present): boolean {
  return ordered && phase === "upgrading";
}

function isDone({ ordered, settled, phase, version }: Present, toVersion: string): boolean {
  return ordered && settled && phase === "running" && version === toVersion;
}

function isStuck({ ordered, phase, reason }: Present): boolean {
  return ordered && phase === "degraded" && reason.startsWith(STUCK);
}

type Note = Readonly<{ reason: string; message?: string; stalled?: boolean }>;

function stay(state: UpgradeState, { reason, message = "", stalled = false }: Note, outcome: Outcome): UpgradeStep {
  return { state: { ...state, reason, message: boundedMessage(message), stalled }, effects: [], outcome, why: reason };
}

function go(
  state: UpgradeState,
  phase: UpgradePhase,
  { reason, why }: Readonly<{ reason: string; why: string }>,
  nowMs: number,
): UpgradeStep {
  const moved: UpgradeState = { ...state, phase, phaseSinceMs: nowMs, reason, message: "", stalled: false };
  return { state: moved, effects: [], outcome: wait(1_000, reason), why };
}

function end(
  state: UpgradeState,
  phase: UpgradePhase,
  { reason, message }: Readonly<{ reason: string; message: string }>,
  nowMs: number,
): UpgradeStep {
  const moved = go(state, phase, { reason, why: message === "" ? reason : message }, nowMs);
  return { ...moved, state: { ...moved.state, message: boundedMessage(message) }, outcome: SETTLED };
}

function fail(state: UpgradeState, fault: Fault, nowMs: number): UpgradeStep {
  const failed = end({ ...state, completedAtMs: nowMs }, "failed", fault, nowMs);
  return { ...failed, state: { ...failed.state, stalled: true } };
}
