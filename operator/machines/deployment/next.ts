/**
 * Decides what follows for a live deployment. Each pass:
 *
 * 1. something outside its power is in the way (name, cluster, secrets, values, Git): say so and stay, fail or err;
 * 2. the head does not hold the content: write it, and remember the commit once the head shows it;
 * 3. follow the commit through Argo CD, and move the phase by what is observed there.
 *
 * Nothing here believes that an effect worked: the next observation tells.
 */
import {
  DEPLOYMENT_TRAITS,
  isJob,
  isReleased,
  JOB_DEFAULTS,
  RELEASE_TIMEOUT_SECONDS,
  type DeploymentSpec,
} from "../../../contract/resources/deployment-spec.ts";
import { isStaged } from "../../../contract/resources/staged-import.ts";
import { SETTLED, wait, type Decision } from "../decision.ts";
import { stay } from "../moves.ts";
import { blocked } from "./blocked.ts";
import { GIT_RETRY_MS, commit, passByPush, remember } from "./commit.ts";
import { withDrift } from "./drift.ts";
import { keepImageUpdater } from "./image-updates.ts";
import { giveUp, isStillHindered } from "./give-up.ts";
import { overdueCause, podCause } from "./health-causes.ts";
import { renewCertificate } from "./certificate-renewal.ts";
import { enter, type DeploymentDecision } from "./moves.ts";
import type { DeploymentEffect, DeploymentObserved } from "./observe-types.ts";
import { passByAddress } from "./pass-by-address.ts";
import { endPromotion } from "./promotion.ts";
import { endPreview } from "./preview.ts";
import type { PodTrouble } from "./pods-seen.ts";
import { deriveProgress, RELEASING, type Progress } from "./progress.ts";
import { tendRelease } from "./release.ts";
import { nextStaged } from "./staged.ts";
import { restReason, watchHealth } from "./watch-health.ts";
import type { DeploymentPhase, DeploymentState, SecretsView } from "./state.ts";

export const HEALTH_DEADLINE_MS = 15 * 60_000;
const FAILED_RECHECK_MS = 60_000;
const HEALTH_LOOK_MS = 15_000;

const FROM: Readonly<Record<DeploymentPhase, (input: Input) => DeploymentDecision>> = {
  pending: fromPending,
  provisioning: fromProvisioning,
  promoting: fromProvisioning,
  migrating: fromProvisioning,
  running: fromSettled,
  stopped: fromSettled,
  failed: fromFailed,
  error: fromError,
  deleting: ({ state }) => stay(state, "Being deleted", SETTLED),
};

type Input = Readonly<{ state: DeploymentState; observed: DeploymentObserved; nowMs: number }>;

/** Decides the next step of a live deployment. */
export function nextDeployment(
  state: DeploymentState,
  observed: DeploymentObserved,
  nowMs: number,
): Decision<DeploymentState, DeploymentEffect> {
  const decision = renewCertificate(passByPush(decide(state, observed, nowMs), state, observed), observed);
  return keepImageUpdater(passByAddress(decision, state, observed), observed.imageUpdater);
}

function decide(state: DeploymentState, observed: DeploymentObserved, nowMs: number): DeploymentDecision {
  const over = endPreview(state, observed);
  if (over !== undefined) return over;
  const known = withSecrets(state, observed);
  const inTheWay = state.phase === "deleting" ? undefined : blocked(known, observed, nowMs);
  if (inTheWay !== undefined) return inTheWay;
  const input: Input = { state: known, observed, nowMs };
  if (isStaged(observed.spec) && state.phase !== "deleting") return nextStaged(input);
  const decided = tendRelease(withDrift(FROM[state.phase](input), observed, nowMs), observed);
  return endPromotion(keepSecrets(decided, observed), observed);
}

function withSecrets(state: DeploymentState, { secrets }: DeploymentObserved): DeploymentState {
  if (secrets.kind === "current") return { ...state, secretsRevision: secrets.revision };
  return secrets.kind === "none" && !secrets.leftover ? { ...state, secretsRevision: undefined } : state;
}

/** What was not looked at for long is looked at; what nothing means any more goes once the pods do without it. */
function keepSecrets(decided: DeploymentDecision, { secrets, generation }: DeploymentObserved): DeploymentDecision {
  const decision = lookAgain(decided, secrets);
  const { state, effects } = decision;
  const isUnseen = secrets.kind === "unknown" || (secrets.kind === "current" && !secrets.verified);
  if (isUnseen) return { ...decision, effects: [...effects, { kind: "pushSecrets" }] };
  const { rests } = DEPLOYMENT_TRAITS[state.phase];
  if (secrets.kind !== "none" || !secrets.leftover || !rests || state.observedGeneration !== generation)
    return decision;
  return { ...decision, effects: [...effects, { kind: "withdrawSecrets" }] };
}

function lookAgain(decision: DeploymentDecision, secrets: SecretsView): DeploymentDecision {
  const recheckMs = secrets.kind === "current" ? secrets.recheckMs : undefined;
  if (recheckMs === undefined || decision.outcome.kind !== "settled") return decision;
  return { ...decision, outcome: wait(recheckMs, "WatchingSecrets") };
}

function fromPending(input: Input): DeploymentDecision {
  const { observed, nowMs } = input;
  const accepted = { ...input.state, observedGeneration: observed.generation, message: "", stalled: false };
  const uncommitted = commit({ ...input, state: { ...accepted, reason: "Committing" } });
  if (uncommitted !== undefined) return uncommitted;
  const state = remember({ ...accepted, reason: "Delivering" }, observed);
  // A deployment that is created stopped never runs: it waits here until its values have arrived.
  if (observed.spec.stopped === true) return deliver({ ...input, state }, "stopped");
  const entered = enter(state, "provisioning", nowMs, { reason: "Delivering", why: "Its values are committed" });
  return { ...entered, effects: effectsOf(deriveProgress(observed, nowMs, state.git)) };
}

function fromProvisioning(input: Input): DeploymentDecision {
  const { observed, nowMs } = input;
  // A newer generation starts the deadline anew.
  const newer = input.state.observedGeneration !== observed.generation;
  const accepted = { ...input.state, observedGeneration: observed.generation, message: "", stalled: false };
  const base = newer ? { ...accepted, phaseSinceMs: nowMs, reason: "Committing" } : accepted;
  const uncommitted = commit({ ...input, state: base });
  if (uncommitted !== undefined) return uncommitted;
  return deliver({ ...input, state: remember(base, observed) }, "running");
}

/** Running and stopped are the same rest, with and without pods. */
function fromSettled(input: Input): DeploymentDecision {
  const { observed, nowMs } = input;
  const changed = input.state.observedGeneration !== observed.generation;
  const wantsStop = observed.spec.stopped === true;
  if (changed && !wantsStop) return accept(input, "Its spec changed");
  if (!wantsStop && input.state.phase === "stopped") return accept(input, "It is to start");
  const uncommitted = commit(input);
  if (uncommitted !== undefined) return uncommitted;
  const state = remember(input.state, observed);
  // While it stops, the old generation stays: REST shows "provisioning" until the pods are gone.
  if (wantsStop && (changed || state.phase === "running")) return deliver({ ...input, state }, "stopped");
  return watchHealth(state, observed, nowMs);
}

function fromFailed(input: Input): DeploymentDecision {
  const { state, observed } = input;
  if (state.observedGeneration !== observed.generation) return accept(input, "Its spec changed");
  if (state.git === undefined) return accept(input, "Its values can be rendered now");
  const uncommitted = commit(input);
  if (uncommitted !== undefined) return uncommitted;
  const known = remember(state, observed);
  const progress = deriveProgress(observed, input.nowMs, known.git);
  if (progress.kind === "delivered" && progress.healthy) return arrive({ ...input, state: known }, "running", progress);
  return stay(known, "Still failed", wait(FAILED_RECHECK_MS, state.reason), effectsOf(progress));
}

function fromError(input: Input): DeploymentDecision {
  const { state, observed, nowMs } = input;
  if (observed.git.kind !== "present")
    return commit(input) ?? stay(state, "Waiting for Git", wait(GIT_RETRY_MS, state.reason));
  const known = remember(state, observed);
  const progress = deriveProgress(observed, nowMs, known.git);
  const same = state.observedGeneration === observed.generation;
  if (same && progress.kind === "delivered" && progress.healthy)
    return arrive({ ...input, state: known }, observed.spec.stopped === true ? "stopped" : "running", progress);
  if (same && isStillHindered(known, progress, observed))
    return stay(known, "It is still in the way", wait(FAILED_RECHECK_MS, state.reason), retried(progress));
  return accept(input, "What was in the way is gone");
}

/** Who is in error because a sync failed through no fault of its own asks for it again and again. */
function retried(progress: Progress): readonly DeploymentEffect[] {
  const isSync = progress.kind === "moving" && progress.reason === "SyncFailed";
  return isSync ? [{ kind: "startSync" }] : effectsOf(progress);
}

/** Enters provisioning for the observed generation; the write goes out in the same pass. */
function accept(input: Input, why: string): DeploymentDecision {
  const { observed, nowMs } = input;
  const state = { ...input.state, observedGeneration: observed.generation, unhealthySinceMs: undefined };
  const committed = observed.git.kind === "present";
  if (committed) {
    const known = remember(state, observed);
    const entered = enter(known, "provisioning", nowMs, { reason: "Delivering", why });
    return { ...entered, effects: effectsOf(deriveProgress(observed, nowMs, known.git)) };
  }
  const entered = enter(state, "provisioning", nowMs, { reason: "Committing", why });
  return observed.git.kind === "absent" ? { ...entered, effects: [{ kind: "write" }] } : entered;
}

/** Follows a commit to `goal`. */
function deliver(input: Input, goal: "running" | "stopped"): DeploymentDecision {
  const { state, observed, nowMs } = input;
  const progress = deriveProgress(observed, nowMs, state.git);
  if (progress.kind === "delivered" && progress.healthy) return arrive(input, goal, progress);
  const current = { ...state, observedGeneration: observed.generation };
  if (progress.kind === "failed") return giveUp(current, { ...progress, isOwn: true }, observed, nowMs);
  const trouble = troubleAt(progress, observed);
  if (trouble?.isFinal === true) return giveUp(current, podCause(trouble), observed, nowMs);
  // A commit may be of any age: what happened last counts.
  const leftMs =
    HEALTH_DEADLINE_MS +
    releaseMs(observed.spec) -
    (nowMs - Math.max(state.git?.committedAtMs ?? 0, state.phaseSinceMs));
  if (leftMs <= 0) return giveUp(current, overdueCause(progress, trouble), observed, nowMs);
  return awaitHealth(state, progress, trouble, leftMs);
}

/** What rolls out has its time once the release command has had its own. */
function releaseMs(spec: DeploymentSpec): number {
  if (!isReleased(spec)) return 0;
  const { runTimeoutSeconds = JOB_DEFAULTS.runTimeoutSeconds, releaseTimeoutSeconds = RELEASE_TIMEOUT_SECONDS } = spec;
  return (isJob(spec) ? runTimeoutSeconds : releaseTimeoutSeconds) * 1_000;
}

/** Before it is delivered, its pods are those of an older commit. */
function troubleAt({ kind }: Progress, { podTrouble }: DeploymentObserved): PodTrouble | undefined {
  return kind === "delivered" ? podTrouble : undefined;
}

function awaitHealth(
  state: DeploymentState,
  progress: Exclude<Progress, { kind: "failed" }>,
  trouble: PodTrouble | undefined,
  leftMs: number,
): DeploymentDecision {
  if (trouble !== undefined) {
    const { reason, message } = trouble;
    return stay({ ...state, reason, message, stalled: true }, reason, wait(Math.min(leftMs, HEALTH_LOOK_MS), reason));
  }
  const told = { ...state, reason: "Delivering" };
  if (progress.kind === "delivered")
    return stay(told, `Synced, ${progress.health}`, wait(Math.min(leftMs, HEALTH_LOOK_MS), "AwaitingHealth"));
  const { message, reason, outcome, effects, lasts } = progress;
  if (reason === RELEASING) return stay({ ...state, reason, message }, message, outcome, effects);
  return stay(lasts ? { ...state, reason, message, stalled: true } : told, message, outcome, effects);
}

function arrive(
  input: Input,
  goal: "running" | "stopped",
  progress: Extract<Progress, { kind: "delivered" }>,
): DeploymentDecision {
  const { observed, nowMs } = input;
  const git = input.state.git === undefined ? undefined : { ...input.state.git, syncedRevision: progress.revision };
  const state = { ...input.state, git, unhealthySinceMs: undefined };
  // There is no arrow from provisioning or failed to stopped: it runs for the moment until the next pass.
  const wantsStop = observed.spec.stopped === true;
  const through = goal === "stopped" || (wantsStop && state.phase === "running");
  const phase = through ? "stopped" : "running";
  const reason = restReason(phase, observed);
  const current = { ...state, observedGeneration: observed.generation };
  const entered = enter(current, phase, nowMs, { reason, why: "Synced at our commit and healthy" });
  return wantsStop && phase === "running" ? entered : { ...entered, outcome: SETTLED };
}

function effectsOf(progress: Progress): readonly DeploymentEffect[] {
  return progress.kind === "moving" ? progress.effects : [];
}
