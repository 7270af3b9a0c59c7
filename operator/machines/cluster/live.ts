/**
 * Running, updating, upgrading and degraded are one machine: what is wanted is ensured, what is observed is shown.
 */
import { CLUSTER_TRAITS } from "../../../contract/resources/cluster-traits.ts";
import { wait } from "../decision.ts";
import { isRegistered, missing, missingInGit } from "./missing.ts";
import { isToPublish } from "./names.ts";
import { isToRequest } from "./wildcard.ts";
import { nextRollover } from "./rollover.ts";
import { at, enter, fail, isAnother, noted, remember, type ClusterDecision, type ClusterFault } from "./moves.ts";
import type { ClusterEffect, ClusterObserved } from "./observe-types.ts";
import type { ClusterState } from "./state.ts";
import { followUpgrade, upgradingFault } from "./upgrading.ts";

/** A cluster counts as degraded only when it does not answer for this long. */
export const UNREACHABLE_MAX_MS = 60_000;
/** A cluster that its provider does not know counts as lost after this long: an answer may be wrong for a moment. */
export const GONE_MAX_MS = 5 * 60_000;
export const PROBE_MS = 30_000;
/** A change that its provider has not made after this long shows as degraded. */
const UPDATE_MAX_MS = 45 * 60_000;
const UPDATE_INCOMPLETE = "UpdateIncomplete";
const POLL_MS = 2_000;

/** Decides the next step of a cluster that has been running. */
export function nextLiveCluster(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  const decision = followCluster(state, observed, nowMs);
  const beside = besides(observed);
  return beside.length === 0 ? decision : { ...decision, effects: [...decision.effects, ...beside] };
}

/** Lists what is no part of what is waited for: DNS and certificates are others' work. */
function besides({ names, wildcard }: ClusterObserved): readonly ClusterEffect[] {
  return [
    ...(isToPublish(names) ? [{ kind: "publishNames" } as const] : []),
    ...(isToRequest(wildcard) ? [{ kind: "requestWildcard" } as const] : []),
  ];
}

function followCluster(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterDecision {
  const known = remember(state, observed);
  if (isAnother(known, observed)) return degrade(known, ANOTHER, missingInGit(observed), nowMs);
  const effects = wantedEffects(observed);
  if (observed.generation !== state.observedGeneration && !CLUSTER_TRAITS[state.phase].moving)
    return accept({ ...known, observedGeneration: observed.generation }, observed, effects, nowMs);
  const found = liveFault(observed, nowMs) ?? standingFault(state, observed);
  const fault =
    state.phase === "upgrading"
      ? upgradingFault(state, observed, found, nowMs)
      : (found ?? slowUpdate(state, observed, nowMs));
  if (fault !== undefined) return degrade(known, fault, effects, nowMs);
  return follow(known, { observed, effects }, nowMs);
}

const ANOTHER: ClusterFault = {
  reason: "IdentityChanged",
  message:
    "Another cluster answers at its address: its namespace kube-system is not the one that was imported. Bring that one back, or delete this and import the other.",
  gone: false,
};

type Seen = Readonly<{ observed: ClusterObserved; effects: readonly ClusterEffect[] }>;

function follow(state: ClusterState, { observed, effects }: Seen, nowMs: number): ClusterDecision {
  const current = { ...state, observedGeneration: observed.generation };
  const upgrading = followUpgrade(current, observed, effects, nowMs);
  if (upgrading !== undefined) return upgrading;
  if (effects.length > 0 || isBuilding(state, observed) || !isRegistered(observed)) {
    const told = state.phase === "updating" ? noted(current, stepOf(observed)) : state;
    return at(told, "Putting things right", wait(POLL_MS, "Updating"), effects);
  }
  // Pools and version never change together (docs/adr/0029): an upgrade ends first.
  const rollover = state.phase === "upgrading" ? undefined : nextRollover(current, observed.rollover, nowMs);
  return rollover ?? rest(current, nowMs);
}

function rest(state: ClusterState, nowMs: number): ClusterDecision {
  const rested: ClusterState = { ...state, step: "", rollover: undefined };
  const running = enter(rested, "running", nowMs, { reason: "Running", why: "All is as wanted" });
  return { ...running, outcome: wait(PROBE_MS, "Watching") };
}

/** What the provider refused before, it is asked again for: the order may have changed, or its mind. */
function accept(
  state: ClusterState,
  { provider, upgrade }: ClusterObserved,
  effects: readonly ClusterEffect[],
  nowMs: number,
): ClusterDecision {
  const again: readonly ClusterEffect[] = provider.kind === "failed" ? [{ kind: "ensureProvider" }] : [];
  const [phase, reason] =
    upgrade === undefined ? (["updating", "Updating"] as const) : (["upgrading", "Upgrading"] as const);
  const entered = enter(state, phase, nowMs, { reason, why: "Its spec changed" });
  return { ...entered, effects: [...again, ...effects] };
}

function wantedEffects(observed: ClusterObserved): readonly ClusterEffect[] {
  const behind = observed.provider.kind === "ready" && !observed.provider.matches;
  return behind ? [{ kind: "ensureProvider" }, ...missing(observed)] : missing(observed);
}

function isBuilding(state: ClusterState, { provider }: ClusterObserved): boolean {
  const busy = provider.kind === "creating" || provider.kind === "unreachable";
  return busy && (state.phase === "updating" || state.reason === UPDATE_INCOMPLETE);
}

function stepOf({ provider }: ClusterObserved): string {
  return provider.kind === "creating" ? provider.step : "";
}

function degrade(
  state: ClusterState,
  fault: ClusterFault,
  effects: readonly ClusterEffect[],
  nowMs: number,
): ClusterDecision {
  const { reason, message, gone } = fault;
  const lost =
    gone && state.phase === "degraded" && state.reason === reason && nowMs - state.phaseSinceMs >= GONE_MAX_MS;
  if (lost) return fail(state, fault, nowMs);
  // How long its provider has known nothing of it counts from the first time that it said so.
  const begun = gone && state.reason !== reason ? { ...state, phaseSinceMs: nowMs } : state;
  const degraded = enter(begun, "degraded", nowMs, { reason, message, why: message });
  return { ...degraded, effects, outcome: wait(PROBE_MS / 2, reason) };
}

function slowUpdate(state: ClusterState, observed: ClusterObserved, nowMs: number): ClusterFault | undefined {
  const since = state.reason === UPDATE_INCOMPLETE ? -Infinity : (state.rollover?.sinceMs ?? state.phaseSinceMs);
  if (!isBuilding(state, observed) || nowMs - since < UPDATE_MAX_MS) return undefined;
  const message = `The provider has not finished within 45 minutes (last step: ${stepOf(observed)}); it is waited for further.`;
  return { reason: UPDATE_INCOMPLETE, message, gone: false };
}

/** Only the provider can take back what it said: while it does not answer, after a restart too, that stands. */
const PROVIDER_FAULTS: ReadonlySet<string> = new Set(["GoneAtProvider", "ProviderFailed", "ProviderUnhealthy"]);

function standingFault({ phase, reason, message }: ClusterState, observed: ClusterObserved): ClusterFault | undefined {
  const stands = phase === "degraded" && PROVIDER_FAULTS.has(reason) && observed.provider.kind === "unreachable";
  return stands ? { reason, message, gone: false } : undefined;
}

function liveFault(observed: ClusterObserved, nowMs: number): ClusterFault | undefined {
  const { provider, tenant } = observed;
  switch (provider.kind) {
    case "absent":
    case "removing":
      return {
        reason: "GoneAtProvider",
        message: "The provider does not know this cluster any more; delete it here and create it anew.",
        gone: true,
      };
    case "failed":
      return { reason: "ProviderFailed", message: `The provider reports a failure: ${provider.message}.`, gone: false };
    case "ready":
      if (!provider.healthy) return { reason: "ProviderUnhealthy", message: provider.message, gone: false };
      break;
    default:
      break;
  }
  if (tenant.kind !== "unreachable" || nowMs - tenant.sinceMs < UNREACHABLE_MAX_MS) return undefined;
  return {
    reason: "ClusterUnreachable",
    message: "The cluster's API server does not answer; it is tried again.",
    gone: false,
  };
}
