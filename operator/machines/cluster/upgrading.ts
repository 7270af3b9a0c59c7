/**
 * Follows a change of the Kubernetes version, which is its provider's work: control plane first, then the workers. Its
 * API server is away meanwhile, so that only the provider's last word and the deadline make a cluster degraded.
 */
import { wait } from "../decision.ts";
import { STUCK, UPGRADE_MAX_MS } from "../upgrade/state.ts";
import { at, enter, noted, type ClusterDecision, type ClusterFault } from "./moves.ts";
import type { ClusterEffect, ClusterObserved } from "./observe-types.ts";
import type { ClusterState } from "./state.ts";

const POLL_MS = 2_000;

/** Decides whether an upgrade under way counts as a fault; `fault` is what a cluster at rest would show. */
export function upgradingFault(
  state: ClusterState,
  { provider, upgrade }: ClusterObserved,
  fault: ClusterFault | undefined,
  nowMs: number,
): ClusterFault | undefined {
  if (fault !== undefined && (fault.gone || provider.kind === "failed")) return fault;
  if (nowMs - state.phaseSinceMs < UPGRADE_MAX_MS) return undefined;
  if (provider.kind === "ready" && upgrade === undefined) return fault;
  const step = upgrade?.step ?? "ControlPlane";
  const message = `The upgrade did not end within 2 hours; last step: ${state.step}. It is waited for further.`;
  return { reason: `${STUCK}${step}`, message, gone: false };
}

/** Waits for an upgrade that is under way; undefined when there is none. */
export function followUpgrade(
  state: ClusterState,
  observed: ClusterObserved,
  effects: readonly ClusterEffect[],
  nowMs: number,
): ClusterDecision | undefined {
  const { upgrade, provider } = observed;
  const outcome = wait(POLL_MS, "Upgrading");
  const isStuck = state.phase === "degraded" && state.reason.startsWith(STUCK);
  if (upgrade === undefined) {
    if (!isAway(observed) || !(isStuck || state.phase === "upgrading")) return undefined;
    return at(provider.kind === "creating" ? noted(state, provider.step) : state, "Upgrading", outcome, effects);
  }
  // A cluster that rests with another version than the ordered one was not told to move just now.
  if (state.phase === "running") return undefined;
  const told = noted(state, stepOf(observed));
  if (isStuck) return at(told, state.reason, outcome, effects);
  const phase = state.phase === "updating" ? "updating" : "upgrading";
  const note = { reason: `Upgrading${upgrade.step}`, why: stepOf(observed) };
  return { ...enter(told, phase, nowMs, note), effects, outcome };
}

function isAway({ provider }: ClusterObserved): boolean {
  return provider.kind === "creating" || provider.kind === "unreachable";
}

function stepOf({ provider, upgrade }: ClusterObserved): string {
  if (upgrade === undefined) return "";
  const told = upgrade.step === "ControlPlane" ? "Control plane" : `Workers ${upgrade.done} of ${upgrade.total}`;
  return provider.kind === "ready" && provider.step !== "" ? `${told}: ${provider.step}` : told;
}
