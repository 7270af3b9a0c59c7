import { CLUSTER_TRAITS } from "../../../contract/resources/cluster-traits.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";
import { orphansMessage } from "../orphans/find-orphans.ts";
import { isBeingMade } from "./being-made.ts";
import { bundleCondition } from "./bundle.ts";
import { listeningCondition } from "./listening.ts";
import { namesCondition } from "./names.ts";
import type { ClusterObserved } from "./observe-types.ts";
import type { ClusterState } from "./state.ts";
import { wildcardCondition } from "./wildcard.ts";

/** Derives the conditions that a live cluster should show; kstatus reads Ready, Reconciling and Stalled. */
export function clusterConditions(state: ClusterState, observed: ClusterObserved, nowMs: number): WantedCondition[] {
  const runs = state.phase === "running" && state.observedGeneration === observed.generation;
  return [
    conditionOf("Ready", runs ? "True" : "False", state.reason, state.message),
    conditionOf(
      "Reconciling",
      CLUSTER_TRAITS[state.phase].moving && !state.stalled ? "True" : "False",
      state.reason,
      state.step,
    ),
    conditionOf("Stalled", state.stalled ? "True" : "False", state.reason, state.stalled ? state.message : ""),
    provisioned(observed),
    observed.registration.kind === "current"
      ? conditionOf("Registered", "True", "Registered")
      : conditionOf("Registered", "False", "Registering"),
    bundleCondition(observed.bundle),
    ...wayConditions(state, observed, nowMs),
    ...orphanConditions(observed.orphans ?? []),
  ];
}

/** Told only of a cluster that has a Gateway, or names of its own. */
function wayConditions(
  state: ClusterState,
  { listening, names, wildcard, secrets }: ClusterObserved,
  nowMs: number,
): WantedCondition[] {
  return [
    ...(listening === undefined ? [] : [listeningCondition(listening, isBeingMade(state, nowMs))]),
    ...(names === undefined ? [] : [namesCondition(names)]),
    ...(wildcard === undefined ? [] : [wildcardCondition(wildcard, secrets, nowMs)]),
  ];
}

/** Told only where there are any. */
function orphanConditions(orphans: readonly string[]): WantedCondition[] {
  return orphans.length === 0 ? [] : [conditionOf("Orphans", "True", "OrphansFound", orphansMessage(orphans))];
}

function provisioned(observed: ClusterObserved): WantedCondition {
  if (observed.provider.kind === "ready") return conditionOf("Provisioned", "True", "Ready");
  // A provider that does not answer says nothing, neither now nor right after a restart.
  const status = observed.provider.kind === "unreachable" ? "Unknown" : "False";
  return conditionOf("Provisioned", status, providerReason(observed), providerMessage(observed));
}

function providerReason({ provider }: ClusterObserved): string {
  const [first = "", ...rest] = provider.kind;
  return first.toUpperCase() + rest.join("");
}

function providerMessage({ provider }: ClusterObserved): string {
  if (provider.kind === "creating") return provider.step;
  return "message" in provider ? provider.message : "";
}
