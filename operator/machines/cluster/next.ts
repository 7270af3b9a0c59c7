/**
 * Decides what follows for a live cluster:
 *
 * 1. pending: what an earlier attempt left in DNS and at the provider goes away;
 * 2. provisioning: the provider makes it, within 45 minutes;
 * 3. registering: its files are in Git, Argo CD knows it, its project and its root Application stand, within 45 more;
 * 4. running, updating, degraded follow what provider and cluster say; whatever is missing is put back;
 * 5. error is left by a retry only.
 */
import { SETTLED, wait } from "../decision.ts";
import { PROBE_MS, nextLiveCluster } from "./live.ts";
import { gitTrouble, isRegistered, missing, missingInGit } from "./missing.ts";
import { at, enter, fail, noted, remember, waiting, type ClusterDecision } from "./moves.ts";
import type { ClusterObserved } from "./observe-types.ts";
import type { ClusterPhase, ClusterState } from "./state.ts";

export const CREATION_DEADLINE_MS = 45 * 60_000;
const PROVIDER_POLL_MS = 2_000;
const REGISTER_POLL_MS = 2_000;
const ROOM_POLL_MS = 5_000;
/** Ends by itself: what is imported knows no retry. */
export const ALREADY_REGISTERED = "AlreadyRegistered";

type Waiting = Extract<ClusterObserved["provider"], { kind: "waiting" }>;
type Step = (state: ClusterState, observed: ClusterObserved, nowMs: number) => ClusterDecision;

const FROM: Readonly<Record<ClusterPhase, Step>> = {
  pending: fromPending,
  provisioning: inTime(fromProvisioning, ({ attemptStartedAtMs, phaseSinceMs }) => attemptStartedAtMs ?? phaseSinceMs),
  registering: inTime(fromRegistering, ({ phaseSinceMs }) => phaseSinceMs),
  running: nextLiveCluster,
  updating: nextLiveCluster,
  upgrading: nextLiveCluster,
  degraded: nextLiveCluster,
  error: fromError,
  deleting: (state) => at(state, "Being deleted", SETTLED),
};

/** Decides the next step of a live cluster. */
export function nextCluster(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  return FROM[state.phase](state, observed, nowMs);
}

function fromPending(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  const { provider, generation, retryAttempt } = observed;
  if (provider.kind === "unsupported") {
    const { message } = provider;
    return fail({ ...state, observedGeneration: generation }, { reason: "ProviderUnsupported", message }, nowMs);
  }
  if (provider.kind === "unreachable") return providerAway(state, provider.message);
  if (isNamedStill(observed)) return withdrawNames(state);
  if (provider.kind === "waiting") return awaitRoom({ ...state, observedGeneration: generation }, provider);
  const removing = waiting(state, "RemovingLeftovers");
  const leftOver = provider.kind === "failed" || (provider.kind !== "absent" && !observed.regionMatches);
  if (leftOver || provider.kind === "removing") {
    const outcome = wait(PROVIDER_POLL_MS, "RemovingLeftovers");
    return at(removing, "The last attempt is being removed", outcome, leftOver ? [{ kind: "removeProvider" }] : []);
  }
  return begin(
    { ...removing, observedGeneration: generation, attemptStartedAtMs: nowMs, retryAttempt },
    observed,
    nowMs,
  );
}

/** What runs as it is wanted goes on with the address that it has, and with its record. */
function isNamedStill({ named = false, provider, regionMatches }: ClusterObserved): boolean {
  return named && !(provider.kind === "ready" && regionMatches);
}

/** The record goes before the address is given back, which may be somebody else's then. */
function withdrawNames(state: ClusterState): ClusterDecision {
  const outcome = wait(PROVIDER_POLL_MS, "WithdrawingNames");
  const why = "The DNS record of the last attempt is being removed";
  return at(waiting(state, "WithdrawingNames"), why, outcome, [{ kind: "withdrawNames" }]);
}

function begin(begun: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  const { provider } = observed;
  if (provider.kind === "ready" && provider.imported === true) {
    const why = "It was made elsewhere";
    return { ...enter(begun, "registering", nowMs, { reason: "Registering", why }), effects: missing(observed) };
  }
  const entered = enter(begun, "provisioning", nowMs, { reason: "Provisioning", why: "Accepted" });
  return { ...entered, effects: [{ kind: "ensureProvider" }] };
}

/** What cannot begin yet has no deadline, and every pass asks again. */
function awaitRoom(state: ClusterState, { reason, message }: Waiting): ClusterDecision {
  const outcome = wait(ROOM_POLL_MS, reason);
  return at(waiting(state, reason, message), message, outcome, [{ kind: "ensureProvider" }]);
}

function providerAway(state: ClusterState, message: string, effects: ClusterDecision["effects"] = []): ClusterDecision {
  const outcome = wait(PROVIDER_POLL_MS * 5, "ProviderUnavailable");
  return at(waiting(state, "ProviderUnavailable", message), message, outcome, effects);
}

/** Lets a step of a creation take 45 minutes. What is done by now was done in time, however long nobody looked. */
function inTime(step: Step, sinceMs: (state: ClusterState) => number): Step {
  return (state, observed, nowMs) => {
    const next = creationFault(state, observed, nowMs) ?? step(state, observed, nowMs);
    const isLate = next.state.phase === state.phase && nowMs - sinceMs(state) >= CREATION_DEADLINE_MS;
    if (!isLate) return next;
    const message = `It was not ready within 45 minutes (last step: ${state.step === "" ? state.phase : state.step}). Retry the cluster, with another region if need be.`;
    return fail(state, { reason: "CreationTimeout", message }, nowMs);
  };
}

/** What ends a creation at once: the provider's last word, another's registration, what cannot be rendered. */
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
    return fail(state, { reason: ALREADY_REGISTERED, message }, nowMs);
  }
  if (rendered.kind === "refused") return fail(state, { reason: "RenderFailed", message: rendered.message }, nowMs);
  return undefined;
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
      return providerAway(state, provider.message, early);
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
  // Its nodes may need what the bundle brings, and that comes by the registration: it runs once one of them is ready.
  const { provider } = observed;
  if (provider.kind === "ready" && !provider.healthy)
    return at(noted(known, provider.step), provider.message, wait(REGISTER_POLL_MS, "Registering"));
  const ready: ClusterState = {
    ...known,
    readyAtMs: state.readyAtMs ?? nowMs,
    step: "",
  };
  return {
    ...enter(ready, "running", nowMs, { reason: "Running", why: "Registered and reachable" }),
    outcome: wait(PROBE_MS, "Watching"),
  };
}

function fromError(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  const isFree = state.reason === ALREADY_REGISTERED && observed.registration.kind !== "taken";
  if (observed.retryAttempt <= state.retryAttempt && !isFree)
    return at({ ...state, observedGeneration: observed.generation }, "Waiting for a retry", SETTLED);
  const retried = {
    ...state,
    retryAttempt: observed.retryAttempt,
    observedGeneration: observed.generation,
    attemptStartedAtMs: undefined,
    clusterUid: undefined,
    step: "",
  };
  const why = isFree ? "The other registration is gone" : "A retry was asked for";
  return enter(retried, "pending", nowMs, { reason: "Retrying", why });
}
