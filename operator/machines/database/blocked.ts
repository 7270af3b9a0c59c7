import { wait } from "../decision.ts";
import { stay } from "../moves.ts";
import { enter, type DatabaseDecision } from "./moves.ts";
import type { DatabaseObserved } from "./observe-types.ts";
import type { DatabaseState } from "./state.ts";

const RECHECK_MS = 15_000;
const SECRETS_POLL_MS = 200;

/** Decides while something is in the way that a database cannot mend itself; undefined when the way is free. */
export function blocked(state: DatabaseState, observed: DatabaseObserved, nowMs: number): DatabaseDecision | undefined {
  return (
    byName(state, observed) ??
    byCluster(state, observed, nowMs) ??
    byEngine(state, observed) ??
    bySource(state, observed) ??
    bySecrets(state, observed) ??
    byValues(state, observed, nowMs) ??
    byGit(state, observed, nowMs)
  );
}

function byName(state: DatabaseState, { nameTakenBy }: DatabaseObserved): DatabaseDecision | undefined {
  if (nameTakenBy === undefined) return undefined;
  const message = `The name is taken on this cluster by ${nameTakenBy}; choose another name or delete that one.`;
  return stay({ ...state, reason: "NameTaken", message, stalled: true }, message, wait(RECHECK_MS * 4, "NameTaken"));
}

function byCluster(
  state: DatabaseState,
  { cluster, generation }: DatabaseObserved,
  nowMs: number,
): DatabaseDecision | undefined {
  if (cluster.kind === "missing") return withoutCluster(state, cluster.wasKnown, nowMs);
  if (cluster.readiness === "failed" && state.phase !== "pending") {
    const message = "Its cluster is in status error; retry the cluster, the database follows by itself.";
    return fault(state, { reason: "ClusterFailed", message }, nowMs);
  }
  if (cluster.readiness === "usable") return undefined;
  if (state.phase !== "pending") return awaitCluster(state, nowMs);
  const message = "The cluster does not run yet; the database starts by itself once it does.";
  const accepted = { ...state, observedGeneration: generation, reason: "ClusterNotReady", message, stalled: false };
  return stay(accepted, message, wait(RECHECK_MS, "ClusterNotReady"));
}

/** While a cluster is made anew no deadline of what it carried runs. */
function awaitCluster(state: DatabaseState, nowMs: number): DatabaseDecision | undefined {
  if (state.phase !== "provisioning" && state.phase !== "error") return undefined;
  const message = "Its cluster does not run yet; the database follows by itself once it does.";
  return fault(state, { reason: "ClusterNotReady", message }, nowMs);
}

/** Nothing is made where nobody would make a server of it. */
function byEngine(state: DatabaseState, { noEngine, generation }: DatabaseObserved): DatabaseDecision | undefined {
  if (noEngine === undefined || state.phase !== "pending") return undefined;
  const told = { ...state, observedGeneration: generation, reason: "NoEngine", message: noEngine, stalled: true };
  return stay(told, noEngine, wait(RECHECK_MS * 4, "NoEngine"));
}

function withoutCluster(state: DatabaseState, wasKnown: boolean, nowMs: number): DatabaseDecision {
  if (wasKnown) {
    const message = "Its cluster is gone; delete the database, or restore a backup of it on another cluster.";
    return fault(state, { reason: "ClusterGone", message }, nowMs);
  }
  const message =
    "The organization has no cluster of this name; create it, or delete the database: its cluster cannot change.";
  const told = { ...state, reason: "ClusterNotFound", message, stalled: true };
  return stay(told, message, wait(RECHECK_MS, "ClusterNotFound"));
}

/** Nothing follows from a source before it is written down; one that cannot be used is told, and looked at again. */
function bySource(state: DatabaseState, { source, generation }: DatabaseObserved): DatabaseDecision | undefined {
  if (source.kind === "none" || source.kind === "known") return undefined;
  const accepted = { ...state, observedGeneration: generation };
  if (source.kind === "found") {
    const why = "Its source was found";
    const found = { ...accepted, source: source.source, reason: "SourceFound", message: "", stalled: false };
    return stay(found, why, wait(SECRETS_POLL_MS, "SourceFound"));
  }
  const { reason, message } = source;
  return stay({ ...accepted, reason, message, stalled: true }, message, wait(RECHECK_MS, reason));
}

/** Nothing is delivered before its credentials are there; servers that run go on with what they have. */
function bySecrets(state: DatabaseState, { secrets, generation }: DatabaseObserved): DatabaseDecision | undefined {
  const accepted = state.phase === "pending" ? { ...state, observedGeneration: generation } : state;
  if (secrets.kind === "missing")
    return stay(accepted, "Making its credentials", wait(SECRETS_POLL_MS, "MakingCredentials"), [
      { kind: "makeCredentials" },
    ]);
  if (secrets.kind === "unreachable") {
    const message = `The cluster does not take its credentials yet: ${secrets.message}; it is tried again.`;
    const told = { ...accepted, reason: "SecretsUndelivered", message, stalled: true };
    return stay(told, message, wait(RECHECK_MS, "SecretsUndelivered"), [{ kind: "pushSecrets" }]);
  }
  // What was told stands until somebody has looked, as after a restart.
  const isOpen = state.secretsRevision === undefined || state.reason === "SecretsUndelivered";
  const comes = secrets.kind === "stale" || (secrets.kind === "unknown" && isOpen);
  if (!comes) return undefined;
  return stay(accepted, "Bringing its credentials", wait(SECRETS_POLL_MS, "DeliveringSecrets"), [
    { kind: "pushSecrets" },
  ]);
}

/** Values that cannot be rendered change nothing that runs. */
function byValues(
  state: DatabaseState,
  { rendered, generation }: DatabaseObserved,
  nowMs: number,
): DatabaseDecision | undefined {
  if (rendered.kind !== "refused") return undefined;
  const { message } = rendered;
  const seen = { ...state, observedGeneration: generation };
  const note = { reason: "RenderFailed", message, stalled: true, why: message, afterMs: 60_000 };
  const phase = state.readyAtMs === undefined ? "error" : state.phase;
  return enter(seen, phase, nowMs, note);
}

function byGit(state: DatabaseState, { git }: DatabaseObserved, nowMs: number): DatabaseDecision | undefined {
  if (git.kind !== "refused") return undefined;
  const message = `The delivery repository refuses the change: ${git.message}. A platform operator must look at it; it is tried again.`;
  return fault(state, { reason: "GitRefused", message }, nowMs);
}

function fault(
  state: DatabaseState,
  { reason, message }: Readonly<{ reason: string; message: string }>,
  nowMs: number,
): DatabaseDecision {
  return enter(state, "error", nowMs, { reason, message, stalled: true, why: message, afterMs: 30_000 });
}
