/**
 * Decides what follows for a live database. Each pass:
 *
 * 1. something outside its power is in the way (name, cluster, credentials, values, Git): say so, and stay or err;
 * 2. the head does not hold the content: write it, and remember the commit once the head shows it;
 * 3. follow the commit through Argo CD until it is synced;
 * 4. then the engine's operator has the word: the phase follows what it shows, both ways.
 *
 * Nothing here believes that an effect worked: the next observation tells.
 */
import { DATABASE_TRAITS } from "../../../contract/resources/database-instance.ts";
import { CLUSTER_FAULTS } from "../cluster-faults.ts";
import { assertNever, wait, type GitView } from "../decision.ts";
import { withDrift } from "../deployment/drift.ts";
import { clusterTrouble } from "../deployment/give-up.ts";
import { deriveProgress, type Progress } from "../deployment/progress.ts";
import { nextGitDelivery, syncedDelivery } from "../git-delivery.ts";
import { stay } from "../moves.ts";
import { blocked } from "./blocked.ts";
import type { EngineView } from "./engine-view.ts";
import { isFilled } from "./source.ts";
import { enter, type DatabaseDecision } from "./moves.ts";
import type { DatabaseObserved } from "./observe-types.ts";
import { DATABASE_EDGES, type DatabasePhase, type DatabaseState } from "./state.ts";

/** What fills itself from an archive may take as long as a backup may. */
export const START_DEADLINE_MS = { fresh: 30 * 60_000, filled: 6 * 3_600_000 } as const;
const GIT_RETRY_MS = 5_000;
const STARTING_MS = 3_000;
const WORKING_MS = 10_000;
const RESTING_MS = 60_000;
const MOVING_MS = 15_000;
const END_POLL_MS = 1_000;

type Input = Readonly<{ state: DatabaseState; observed: DatabaseObserved; nowMs: number }>;

/** Decides the next step of a live database. */
export function nextDatabase(before: DatabaseState, observed: DatabaseObserved, nowMs: number): DatabaseDecision {
  const state = withSecrets(before, observed);
  return keepSecrets(withDrift(decide({ state, observed, nowMs }), observed, nowMs), observed);
}

function decide(input: Input): DatabaseDecision {
  const { state, observed, nowMs } = input;
  if (observed.isPreviewOver === true)
    return stay(state, "Its preview is over", wait(END_POLL_MS, "EndingPreview"), [{ kind: "endPreview" }]);
  const inTheWay = blocked(state, observed, nowMs);
  if (inTheWay !== undefined) return inTheWay;
  const uncommitted = commit(input);
  if (uncommitted !== undefined) return uncommitted;
  const known = { ...input, state: remember(state, observed) };
  if (state.phase === "pending") return accept(known, "Its values are committed");
  const progress = deriveProgress(observed, nowMs, known.state.git);
  if (progress.kind === "failed") return syncFailed(known, progress);
  if (progress.kind === "moving") return follow(known, progress);
  return heed({ ...known, state: { ...known.state, git: syncedDelivery(known.state.git, progress.revision) } });
}

function withSecrets(state: DatabaseState, { secrets }: DatabaseObserved): DatabaseState {
  return secrets.kind === "current" ? { ...state, secretsRevision: secrets.revision } : state;
}

/** What was not looked at for long is looked at. */
function keepSecrets(decision: DatabaseDecision, { secrets }: DatabaseObserved): DatabaseDecision {
  const unseen = secrets.kind === "unknown" || (secrets.kind === "current" && !secrets.verified);
  const asked = decision.effects.some(({ kind }) => kind === "pushSecrets");
  return unseen && !asked ? { ...decision, effects: [...decision.effects, { kind: "pushSecrets" }] } : decision;
}

/** Undefined once the head holds the content. */
function commit({ state, observed, nowMs }: Input): DatabaseDecision | undefined {
  const git: GitView = observed.git;
  switch (git.kind) {
    case "present":
      return undefined;
    case "absent":
      return stay(state, "Writing to Git", wait(GIT_RETRY_MS, "Committing"), [{ kind: "write" }]);
    case "pushing":
    case "refused":
      return stay(state, "Pushing", wait(GIT_RETRY_MS, "Committing"));
    case "unavailable": {
      // A short absence is nobody's news.
      const message = "The delivery repository is away; delivery goes on by itself when it is back.";
      const told = nowMs - git.sinceMs >= GIT_RETRY_MS ? { ...state, reason: "GitUnavailable", message } : state;
      return stay(told, "Git is away", wait(GIT_RETRY_MS, "GitUnavailable"), [{ kind: "write" }]);
    }
    default:
      return assertNever(git);
  }
}

function accept({ state, observed, nowMs }: Input, why: string): DatabaseDecision {
  const accepted = { ...state, observedGeneration: observed.generation };
  const entered = enter(accepted, "provisioning", nowMs, { reason: "Delivering", why });
  const progress = deriveProgress(observed, nowMs, state.git);
  return progress.kind === "moving" ? { ...entered, effects: progress.effects } : entered;
}

/** Servers that run go on while a change is on its way. */
function follow(input: Input, progress: Extract<Progress, { kind: "moving" }>): DatabaseDecision {
  const { state, observed } = input;
  const settled = state.observedGeneration === observed.generation && isLive(state.phase);
  // What the engine shows counts also while Argo CD compares anew.
  if (settled) return { ...heed(input), effects: progress.effects };
  if (state.phase === "error") return retried(input, progress);
  const late = overdue(input, progress.message);
  if (late !== undefined) return late;
  const told = { ...state, reason: "Delivering", message: "", stalled: false };
  return stay(told, progress.message, progress.outcome, progress.effects);
}

function retried(input: Input, progress: Extract<Progress, { kind: "moving" }>): DatabaseDecision {
  const { state, observed, nowMs } = input;
  const changed = state.observedGeneration !== observed.generation;
  // The engine's own verdict stands while Argo CD compares anew, and after a restart until it was asked.
  if (!changed && isEnginesVerdict(input)) return { ...heed(input), effects: progress.effects };
  const ready = state.readyAtMs !== undefined || changed || isOver(input);
  if (!ready) return stay(state, "Still in error", progress.outcome, progress.effects);
  const accepted = { ...state, observedGeneration: observed.generation };
  const entered = enter(accepted, "provisioning", nowMs, { reason: "Delivering", why: "What was in the way is gone" });
  return { ...entered, effects: progress.effects };
}

function isEnginesVerdict({ state, observed: { engine } }: Input): boolean {
  if (engine.kind === "unasked") return state.readyAtMs !== undefined;
  return engine.kind === "present" && engine.health === "error";
}

/** Tells whether what was in the way is gone, which was no fault of the database: nothing else has kept it from starting. */
function isOver({ state: { reason }, observed: { cluster } }: Input): boolean {
  return (CLUSTER_FAULTS.has(reason) || reason === "GitRefused") && clusterTrouble(cluster) === undefined;
}

function syncFailed(input: Input, { reason, message }: { reason: string; message: string }): DatabaseDecision {
  const { state, observed, nowMs } = input;
  const seen = { ...state, observedGeneration: observed.generation };
  // What a cluster in trouble refuses is no fault of the database: its engine has the word.
  if (isLive(state.phase) && clusterTrouble(observed.cluster) !== undefined) return heed({ ...input, state: seen });
  return enter(seen, "error", nowMs, { reason, message, stalled: true, why: message, afterMs: RESTING_MS });
}

/** Synced: the engine's operator has the word. */
function heed(input: Input): DatabaseDecision {
  const { state, observed } = input;
  const { engine } = observed;
  const same = state.observedGeneration === observed.generation;
  if (state.phase === "error" && !same) return accept(input, "Its spec changed");
  if (engine.kind !== "present") return unseen(input, engine);
  const seen = { ...input, state: { ...state, observedGeneration: observed.generation } };
  switch (engine.health) {
    case "starting":
      return starting(seen, engine.reason, engine.message);
    case "running":
      return move(seen, "running", { reason: engine.reason, message: "", afterMs: restingMs(input, engine) });
    case "degraded":
    case "upgrading":
      return work(seen, engine.health, engine);
    case "error":
      return move(seen, "error", { ...brokenNote(engine), afterMs: RESTING_MS });
    default:
      return assertNever(engine.health);
  }
}

function unseen(input: Input, engine: Exclude<EngineView, { kind: "present" }>): DatabaseDecision {
  if (engine.kind === "absent" || input.state.readyAtMs === undefined)
    return starting(input, "AwaitingEngine", engine.kind === "unreachable" ? engine.message : "");
  // After a restart it is asked first.
  if (engine.kind === "unasked") return stay(input.state, "Asking the engine", wait(STARTING_MS, "AskingEngine"));
  const message = "Its cluster does not answer, so nobody knows how it is; it is asked again.";
  const told = { ...input.state, reason: "ClusterUnreachable", message };
  return stay(told, message, wait(WORKING_MS, "ClusterUnreachable"));
}

function starting(input: Input, reason: string, message: string): DatabaseDecision {
  const { state } = input;
  const isAsked = input.observed.engine.kind !== "unasked";
  if (state.phase === "provisioning") {
    // However long nobody was there to look: it is asked before it is given up.
    const late = isAsked ? overdue(input, message) : undefined;
    if (late !== undefined) return late;
    return stay({ ...state, reason, message: "", stalled: false }, message, wait(STARTING_MS, reason));
  }
  if (state.phase === "error") {
    if (isAsked && isOver(input)) return accept(input, "What was in the way is gone");
    return stay(state, "Still in error", wait(WORKING_MS, reason));
  }
  // It ran before: what was there is gone, or is being made anew.
  return move(input, "degraded", { reason, message: messageFor(message), afterMs: WORKING_MS });
}

/** After a commit it is looked at often: the engine begins some seconds later, and says until then that all is well. */
function restingMs({ state, nowMs }: Input, { moves }: Extract<EngineView, { kind: "present" }>): number {
  if (nowMs - (state.git?.committedAtMs ?? 0) < RESTING_MS) return WORKING_MS;
  return moves === true ? MOVING_MS : RESTING_MS;
}

type Note = Readonly<{ reason: string; message: string; afterMs: number; stalled?: boolean }>;

/** Degraded and upgrading are words for servers that ran; before that they start. */
function work(
  input: Input,
  health: "degraded" | "upgrading",
  { reason, message }: Extract<EngineView, { kind: "present" }>,
): DatabaseDecision {
  if (input.state.readyAtMs === undefined) return starting(input, reason, message);
  return move(input, health, {
    reason,
    message: health === "degraded" ? messageFor(message) : "",
    afterMs: WORKING_MS,
  });
}

/** Goes where the engine is, by way of running where there is no arrow. */
function move(input: Input, phase: DatabasePhase, { afterMs, ...note }: Note): DatabaseDecision {
  const { nowMs } = input;
  const serves = phase !== "error" && input.state.readyAtMs === undefined;
  const state = serves ? { ...input.state, readyAtMs: nowMs } : input.state;
  const why = note.message === "" ? note.reason : note.message;
  const direct = state.phase === phase || (DATABASE_EDGES[state.phase] as readonly DatabasePhase[]).includes(phase);
  if (direct) return enter(state, phase, nowMs, { ...note, why, afterMs });
  return enter(state, "running", nowMs, { reason: "Running", why });
}

const MEND = "Change the database, or restore a backup of it";

function brokenNote({
  reason,
  message,
  remedy = MEND,
}: Extract<EngineView, { kind: "present" }>): Omit<Note, "afterMs"> {
  const told = `The engine cannot go on: ${message}. ${remedy}.`;
  return { reason, message: told, stalled: true };
}

function messageFor(message: string): string {
  return message === "" ? "Not all servers run; the engine brings them back by itself." : `${message}.`;
}

/** The deadline runs from what happened last: Git may have been away before the commit. */
function overdue({ state, observed, nowMs }: Input, seen: string): DatabaseDecision | undefined {
  if (state.phase !== "provisioning") return undefined;
  const filled = isFilled(observed.spec);
  const limitMs = filled ? START_DEADLINE_MS.filled : START_DEADLINE_MS.fresh;
  if (nowMs - Math.max(state.phaseSinceMs, state.git?.committedAtMs ?? 0) < limitMs) return undefined;
  const trouble = clusterTrouble(observed.cluster);
  if (trouble !== undefined) {
    const message = `Its cluster is degraded (${trouble}); the database follows by itself once that is over.`;
    const told = { reason: "ClusterDegraded", message, stalled: true, why: message };
    return enter(state, "error", nowMs, { ...told, afterMs: RESTING_MS });
  }
  const last = seen === "" ? "the engine gave no reason" : seen;
  const message = `It did not start within ${filled ? "6 hours" : "30 minutes"}: ${last}. Look at its cluster, then change it or delete it.`;
  return enter(state, "error", nowMs, {
    reason: "StartTimeout",
    message,
    stalled: true,
    why: message,
    afterMs: RESTING_MS,
  });
}

function isLive(phase: DatabasePhase): boolean {
  return DATABASE_TRAITS[phase].live;
}

/** Remembers the commit that the head was observed to hold. */
function remember(state: DatabaseState, observed: DatabaseObserved): DatabaseState {
  return { ...state, git: nextGitDelivery(state.git, observed) };
}
