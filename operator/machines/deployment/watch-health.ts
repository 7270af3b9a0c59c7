import { SETTLED, wait } from "../decision.ts";
import { syncedDelivery } from "../git-delivery.ts";
import { stay } from "../moves.ts";
import { giveUp } from "./give-up.ts";
import { ILL, illCause } from "./health-causes.ts";
import type { DeploymentDecision } from "./moves.ts";
import type { DeploymentEffect, DeploymentObserved } from "./observe-types.ts";
import { deriveProgress, RELEASING, type Progress } from "./progress.ts";
import type { ApplicationView, DeploymentPhase, DeploymentState } from "./state.ts";

export const UNHEALTHY_MAX_MS = 10 * 60_000;
/** Pods that restart are unhealthy for a moment: only what lasts is written down. */
const UNHEALTHY_SHOWN_MS = 10_000;
const UNSEEN: ReadonlySet<string> = new Set(["", "Missing", "Unknown"]);

/** Decides what follows for one that rests: running, or stopped. */
export function watchHealth(state: DeploymentState, observed: DeploymentObserved, nowMs: number): DeploymentDecision {
  const progress = deriveProgress(observed, nowMs, state.git);
  if (progress.kind === "failed") return giveUp(state, { ...progress, isOwn: true }, observed, nowMs);
  // A Job that is waited for is not well yet, and nothing of what runs.
  if (progress.kind === "moving" && progress.reason === RELEASING)
    return stay(state, progress.message, progress.outcome, progress.effects);
  return judgeHealth(state, observed, progress, nowMs);
}

function judgeHealth(
  state: DeploymentState,
  observed: DeploymentObserved,
  progress: Exclude<Progress, { kind: "failed" }>,
  nowMs: number,
): DeploymentDecision {
  const { application } = observed;
  // That Argo CD cannot compare is told as a condition: what runs goes on, and with it all the others that suffer from it.
  const follows = progress.kind === "moving" && !progress.lasts && !rests(state, application);
  const effects = follows ? progress.effects : [];
  if (isUnseen(application))
    return stay(state, "Nobody knows its health", follows ? progress.outcome : SETTLED, effects);
  if (healthOf(application) !== "Healthy") return unhealthy(state, observed, nowMs, effects);
  const synced =
    progress.kind === "delivered" ? { ...state, git: syncedDelivery(state.git, progress.revision) } : state;
  return stay(well(synced, observed), "Healthy", follows ? progress.outcome : SETTLED, effects);
}

/** A revision that cannot be placed changes nothing for one that runs with its commit seen synced. */
function rests({ git }: DeploymentState, application: ApplicationView): boolean {
  if (git?.syncedRevision === undefined || application.kind === "absent") return false;
  return application.current && application.revision === "unknown";
}

function unhealthy(
  state: DeploymentState,
  observed: DeploymentObserved,
  nowMs: number,
  effects: readonly DeploymentEffect[],
): DeploymentDecision {
  const health = healthOf(observed.application);
  const sinceMs = state.unhealthySinceMs ?? unhealthySince(observed.application) ?? nowMs;
  const lastedMs = nowMs - sinceMs;
  if (state.unhealthySinceMs === undefined && lastedMs < UNHEALTHY_SHOWN_MS) {
    return stay(state, `Health ${health}`, wait(UNHEALTHY_SHOWN_MS - lastedMs, "Unhealthy"), effects);
  }
  if (lastedMs >= UNHEALTHY_MAX_MS && state.phase === "running") {
    const cause = illCause(health, observed.podTrouble);
    return giveUp({ ...state, unhealthySinceMs: sinceMs }, cause, observed, nowMs);
  }
  const { reason, message: seen, why = seen } = observed.podTrouble ?? ILL;
  const told = {
    ...state,
    unhealthySinceMs: sinceMs,
    reason,
    message: `${seen} It counts as failed after 10 minutes.`,
  };
  const afterMs = Math.max(1_000, Math.min(60_000, UNHEALTHY_MAX_MS - lastedMs));
  return stay(told, `Health ${health}: ${why}`, wait(afterMs, "Unhealthy"), effects);
}

/** A comparison that failed has seen no objects: that they are missing, or unknown, says nothing. */
function isUnseen(application: ApplicationView): boolean {
  if (application.kind === "absent" || application.error === undefined || application.sync !== "Unknown") return false;
  return UNSEEN.has(application.health);
}

function healthOf(application: ApplicationView): string {
  return application.kind === "present" ? application.health : "Missing";
}

function unhealthySince(application: ApplicationView): number | undefined {
  return application.kind === "present" ? application.healthSinceMs : undefined;
}

/** Names the reason of a rest: by hand, or by the schedule. */
export function restReason(phase: DeploymentPhase, { sleep }: Pick<DeploymentObserved, "sleep">): string {
  if (phase !== "stopped") return "Running";
  return sleep?.isBySchedule === true ? "Asleep" : "Stopped";
}

function well(state: DeploymentState, observed: DeploymentObserved): DeploymentState {
  const reason = restReason(state.phase, observed);
  return { ...state, unhealthySinceMs: undefined, reason, message: "", stalled: false };
}
