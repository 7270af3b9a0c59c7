/**
 * Decides what follows for a live cluster:
 *
 * 1. pending: what an earlier attempt left at the provider goes away;
 * 2. provisioning: the provider makes it, within 45 minutes;
 * 3. registering: its files are in Git, Argo CD knows it, its project and its root Application stand;
 * 4. running, updating, degraded follow what provider and cluster say; whatever is missing is put back;
 * 5. error is left by a retry only.
 */
import { SETTLED, assertNever, boundedMessage, wait, type Decision, type Outcome } from "../decision.ts";
import type { ClusterEffect, ClusterObserved } from "./observe-types.ts";
import type { ClusterPhase, ClusterState } from "./state.ts";

export const CREATION_DEADLINE_MS = 45 * 60_000;
/** A cluster counts as degraded only when it does not answer for this long. */
export const UNREACHABLE_MAX_MS = 60_000;
const PROVIDER_POLL_MS = 2_000;
const REGISTER_POLL_MS = 2_000;
const PROBE_MS = 30_000;

/** Is a decision about a live cluster. */
export type ClusterDecision = Decision<ClusterState, ClusterEffect>;

/** Decides the next step of a live cluster. */
export function nextCluster(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  const { phase } = state;
  switch (phase) {
    case "pending":
      return fromPending(state, observed, nowMs);
    case "provisioning":
      return creationFault(state, observed, nowMs) ?? fromProvisioning(state, observed, nowMs);
    case "registering":
      return creationFault(state, observed, nowMs) ?? fromRegistering(state, observed, nowMs);
    case "running":
    case "updating":
    case "upgrading":
    case "degraded":
      return fromLive(state, observed, nowMs);
    case "error":
      return fromError(state, observed, nowMs);
    case "deleting":
      return at(state, "Being deleted", SETTLED);
    default:
      return assertNever(phase);
  }
}

function fromPending(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  const { provider, generation } = observed;
  if (provider.kind === "unsupported")
    return fail(
      { ...state, observedGeneration: generation },
      { reason: "ProviderUnsupported", message: provider.message },
      nowMs,
    );
  if (provider.kind === "unreachable")
    return at(
      waiting(state, "ProviderUnavailable", provider.message),
      provider.message,
      wait(PROVIDER_POLL_MS * 5, "ProviderUnavailable"),
    );
  const leftOver = provider.kind === "failed" || (provider.kind !== "absent" && !observed.regionMatches);
  if (leftOver)
    return at(
      waiting(state, "RemovingLeftovers"),
      "Removing what the last attempt left",
      wait(PROVIDER_POLL_MS, "RemovingLeftovers"),
      [{ kind: "removeProvider" }],
    );
  if (provider.kind === "removing")
    return at(
      waiting(state, "RemovingLeftovers"),
      "The last attempt is being removed",
      wait(PROVIDER_POLL_MS, "RemovingLeftovers"),
    );
  const begun: ClusterState = {
    ...state,
    observedGeneration: generation,
    attemptStartedAtMs: nowMs,
    retryAttempt: observed.retryAttempt,
    message: "",
    stalled: false,
  };
  const entered = enter(begun, "provisioning", nowMs, { reason: "Provisioning", why: "Accepted" });
  return { ...entered, effects: [{ kind: "ensureProvider" }] };
}

/** The two faults that end a creation: the provider's last word, and the deadline. */
function creationFault(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision | undefined {
  const { provider, registration, rendered } = observed;
  if (provider.kind === "failed") {
    const message = `The provider refused: ${provider.message}. Retry the cluster, with another region or server type if need be.`;
    return fail(state, { reason: "ProviderFailed", message }, nowMs);
  }
  if (provider.kind === "unsupported")
    return fail(state, { reason: "ProviderUnsupported", message: provider.message }, nowMs);
  if (registration.kind === "taken") {
    const message = `This cluster is registered already as ${registration.by}; delete one of the two.`;
    return fail(state, { reason: "AlreadyRegistered", message }, nowMs);
  }
  if (rendered.kind === "refused") return fail(state, { reason: "RenderFailed", message: rendered.message }, nowMs);
  if (nowMs - (state.attemptStartedAtMs ?? state.phaseSinceMs) < CREATION_DEADLINE_MS) return undefined;
  const message = `It was not ready within 45 minutes (last step: ${state.step === "" ? state.phase : state.step}). Retry the cluster, with another region if need be.`;
  return fail(state, { reason: "CreationTimeout", message }, nowMs);
}

function fromProvisioning(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  const { provider } = observed;
  // What Git and Argo CD need of it can be prepared meanwhile.
  const early = missingInGit(observed);
  switch (provider.kind) {
    case "ready": {
      const entered = enter(noted(state, provider.step), "registering", nowMs, {
        reason: "Registering",
        why: "The provider made it",
      });
      return { ...entered, effects: missing(observed) };
    }
    case "unreachable":
      return at(
        waiting(state, "ProviderUnavailable", provider.message),
        provider.message,
        wait(PROVIDER_POLL_MS * 5, "ProviderUnavailable"),
        early,
      );
    case "creating":
      return at(noted(state, provider.step), provider.step, wait(PROVIDER_POLL_MS, "Provisioning"), early);
    default:
      return at(state, "Asking the provider", wait(PROVIDER_POLL_MS, "Provisioning"), [
        { kind: "ensureProvider" },
        ...early,
      ]);
  }
}

function fromRegistering(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  const effects = missing(observed);
  const known = remember(state, observed);
  if (effects.length > 0 || !isRegistered(observed)) {
    return at(
      waiting(known, gitTrouble(observed) ?? "Registering"),
      "Registering",
      wait(REGISTER_POLL_MS, "Registering"),
      effects,
    );
  }
  const ready: ClusterState = {
    ...known,
    readyAtMs: state.readyAtMs ?? nowMs,
    observedGeneration: observed.generation,
    step: "",
  };
  return {
    ...enter(ready, "running", nowMs, { reason: "Running", why: "Registered and reachable" }),
    outcome: wait(PROBE_MS, "Watching"),
  };
}

/** Running, updating, upgrading and degraded are one machine: what is wanted is ensured, what is observed is shown. */
function fromLive(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  const { provider, generation } = observed;
  const known = remember(state, observed);
  const behind = provider.kind === "ready" && !provider.matches;
  const effects: ClusterEffect[] = [...(behind ? [{ kind: "ensureProvider" } as const] : []), ...missing(observed)];
  if (generation !== state.observedGeneration && state.phase !== "updating") {
    const accepted = { ...known, observedGeneration: generation };
    return { ...enter(accepted, "updating", nowMs, { reason: "Updating", why: "Its spec changed" }), effects };
  }
  const fault = liveFault(observed, nowMs);
  if (fault?.gone === true && state.phase === "degraded") return fail(known, fault, nowMs);
  if (fault !== undefined) {
    const { reason, message } = fault;
    const degraded = enter(known, "degraded", nowMs, { reason, message, why: message });
    return { ...degraded, effects, outcome: wait(PROBE_MS / 2, reason) };
  }
  const current = { ...known, observedGeneration: generation };
  const building = provider.kind === "creating" && state.phase === "updating";
  if (behind || building || effects.length > 0 || !isRegistered(observed)) {
    const step = provider.kind === "creating" ? provider.step : "";
    return at(
      state.phase === "updating" ? noted(current, step) : known,
      "Putting things right",
      wait(REGISTER_POLL_MS, "Updating"),
      effects,
    );
  }
  return {
    ...enter({ ...current, step: "" }, "running", nowMs, { reason: "Running", why: "All is as wanted" }),
    outcome: wait(PROBE_MS, "Watching"),
  };
}

function liveFault(
  observed: ClusterObserved,
  nowMs: number,
): { reason: string; message: string; gone?: boolean } | undefined {
  const { provider, tenant } = observed;
  if (provider.kind === "absent" || provider.kind === "removing") {
    return {
      reason: "GoneAtProvider",
      message: "The provider does not know this cluster any more; delete it here and create it anew.",
      gone: true,
    };
  }
  if (provider.kind === "failed")
    return { reason: "ProviderFailed", message: `The provider reports a failure: ${provider.message}.` };
  if (provider.kind === "ready" && !provider.healthy) return { reason: "ProviderUnhealthy", message: provider.message };
  if (tenant.kind === "unreachable" && nowMs - tenant.sinceMs >= UNREACHABLE_MAX_MS) {
    return { reason: "ClusterUnreachable", message: "The cluster's API server does not answer; it is tried again." };
  }
  return undefined;
}

function fromError(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  if (observed.retryAttempt <= state.retryAttempt) return at(state, "Waiting for a retry", SETTLED);
  const retried = {
    ...state,
    retryAttempt: observed.retryAttempt,
    observedGeneration: observed.generation,
    attemptStartedAtMs: undefined,
    step: "",
  };
  return enter(retried, "pending", nowMs, { reason: "Retrying", why: "A retry was asked for" });
}

/** What of the registration is missing, in the order in which it can be made. */
function missing(observed: ClusterObserved): ClusterEffect[] {
  const effects = missingInGit(observed);
  const registered = observed.registration.kind === "current";
  if (!registered && observed.registration.kind !== "taken" && observed.provider.kind === "ready")
    effects.push({ kind: "register" });
  if (!observed.projectCovers) effects.push({ kind: "applyProject" });
  // The root's folder must be in Git, and its project must exist, before Argo CD looks.
  if (observed.root !== "current" && registered && observed.git.kind === "present") effects.push({ kind: "applyRoot" });
  return effects;
}

function missingInGit({ git, rendered }: ClusterObserved): ClusterEffect[] {
  const writable = git.kind === "absent" || git.kind === "unavailable" || git.kind === "refused";
  return writable && rendered.kind === "rendered" ? [{ kind: "write" }] : [];
}

function isRegistered({ registration, projectCovers, root, git, tenant }: ClusterObserved): boolean {
  return (
    registration.kind === "current" &&
    projectCovers &&
    root === "current" &&
    git.kind === "present" &&
    tenant.kind === "reachable"
  );
}

function gitTrouble({ git }: ClusterObserved): string | undefined {
  if (git.kind === "unavailable") return "GitUnavailable";
  return git.kind === "refused" ? "GitRefused" : undefined;
}

function remember(state: ClusterState, { git, rendered, tenant }: ClusterObserved): ClusterState {
  const clusterUid = tenant.kind === "reachable" ? tenant.uid : state.clusterUid;
  if (git.kind !== "present" || rendered.kind !== "rendered") return { ...state, clusterUid };
  if (state.git?.commit === git.commit && state.git.contentHash === rendered.contentHash)
    return { ...state, clusterUid };
  return {
    ...state,
    clusterUid,
    git: { commit: git.commit, committedAtMs: git.committedAtMs, contentHash: rendered.contentHash },
  };
}

function noted(state: ClusterState, step: string): ClusterState {
  return { ...state, step: step.slice(0, 64), message: "", stalled: false };
}

function waiting(state: ClusterState, reason: string, message = ""): ClusterState {
  return { ...state, reason, message: boundedMessage(message), stalled: false };
}

function fail(
  state: ClusterState,
  fault: Readonly<{ reason: string; message: string }>,
  nowMs: number,
): ClusterDecision {
  const failed = enter(state, "error", nowMs, { ...fault, why: fault.message });
  return { ...failed, state: { ...failed.state, stalled: true }, outcome: SETTLED };
}

function at(
  state: ClusterState,
  why: string,
  outcome: Outcome,
  effects: readonly ClusterEffect[] = [],
): ClusterDecision {
  return { state, effects, outcome, why };
}

function enter(
  state: ClusterState,
  phase: ClusterPhase,
  nowMs: number,
  note: Readonly<{ reason: string; why: string; message?: string }>,
): ClusterDecision {
  const phaseSinceMs = phase === state.phase ? state.phaseSinceMs : nowMs;
  const message = boundedMessage(note.message ?? "");
  const entered: ClusterState = { ...state, phase, phaseSinceMs, reason: note.reason, message, stalled: false };
  return { state: entered, effects: [], outcome: wait(PROVIDER_POLL_MS / 2, note.reason), why: note.why };
}
