/**
 * Decides what follows for a backup:
 *
 * 1. pending: its database is found, runs, and has an archive; the phase `running` is written down before anything is asked for;
 * 2. running: the engine's object is made unless it was ever seen, and followed;
 * 3. completed or failed as the engine says; failed after six hours in any case, as when its node is gone;
 * 4. it goes when its archive no longer holds it, or its time is over. What was made before a deletion stays.
 *
 * Git is told of every backup and holds none of them up.
 */
import { SETTLED, assertNever, boundedMessage, wait, type Decision, type Outcome } from "../decision.ts";
import { nextGitDelivery } from "../git-delivery.ts";
import type { BackedDatabase, BackupEffect, BackupObserved, EngineBackup } from "./observe-types.ts";
import {
  BACKUP_MAX_MS,
  FAILED_KEPT_MS,
  isOpenBackup,
  retentionMs,
  type BackupPhase,
  type BackupState,
} from "./state.ts";

/** A decision about a live backup. */
type BackupStep = Decision<BackupState, BackupEffect>;

const IDLE_MS = 15_000;
const POLL_MS = 5_000;
const GIT_POLL_MS = 5_000;
/** The engine and its archive note the end of a backup each for itself. */
const CLOCKS_APART_MS = 60_000;

/** Decides the next step of a live backup. */
export function nextBackup(before: BackupState, observed: BackupObserved, nowMs: number): BackupStep {
  const state = remember(before, observed);
  return withGit(decide(state, observed, nowMs), observed);
}

function decide(state: BackupState, observed: BackupObserved, nowMs: number): BackupStep {
  switch (state.phase) {
    case "pending":
      return fromPending(state, observed, nowMs);
    case "running":
      return fromRunning(state, observed, nowMs);
    case "completed":
    case "failed":
      return rest(state, observed, nowMs);
    case "deleting":
      return { state, effects: [], outcome: SETTLED, why: "It is being deleted" };
    default:
      return assertNever(state.phase);
  }
}

/** What cannot be observed again: which database was meant, and the commit. */
function remember(state: BackupState, { generation, database, git, contentHash }: BackupObserved): BackupState {
  // What one that has begun is of stays, also where its database gets another version meanwhile.
  const open = isOpenBackup(state.phase) && (state.phase === "pending" || state.source === undefined);
  const source = database.kind === "present" && open ? database.source : state.source;
  return {
    ...state,
    observedGeneration: generation,
    source,
    git: nextGitDelivery(state.git, { git, rendered: { kind: "rendered", contentHash } }),
  };
}

function fromPending(state: BackupState, observed: BackupObserved, nowMs: number): BackupStep {
  const final = impossible(state, observed);
  if (final !== undefined) return fail(state, final, nowMs);
  const waits = unready(observed);
  if (waits === undefined) return begin(state, observed, nowMs);
  if (nowMs - observed.createdAtMs < BACKUP_MAX_MS) return stay(state, waits, wait(IDLE_MS, waits.reason));
  return fail(
    state,
    { reason: "BackupTimeout", message: `It could not begin within 6 hours: ${waits.message}` },
    nowMs,
  );
}

type Fault = Readonly<{ reason: string; message: string; stalled?: boolean }>;

/** What no waiting can mend. */
function impossible(state: BackupState, observed: BackupObserved): Fault | undefined {
  const { database, incremental, trigger, mirrored } = observed;
  if (database.kind === "absent") return state.source === undefined ? undefined : DATABASE_GONE;
  if (incremental) return NOT_INCREMENTAL;
  if (!database.archives) return NO_ARCHIVE;
  return database.deleting && trigger !== "final" && !mirrored ? DATABASE_DELETING : undefined;
}

const DATABASE_GONE = { reason: "DatabaseGone", message: "Its database was deleted before it was done." };
const DATABASE_DELETING = { reason: "DatabaseDeleting", message: "Its database is being deleted." };
const NO_ARCHIVE = {
  reason: "NoArchive",
  message: "The platform keeps no archive; a platform operator must set BERTH_ARCHIVE_URL.",
};
const NOT_INCREMENTAL = {
  reason: "IncrementalUnsupported",
  message: "The engine makes full backups only; it keeps every change between them by itself.",
};

function unready({ database, mirrored }: BackupObserved): Fault | undefined {
  if (database.kind === "absent") {
    const message = "There is no such database in this namespace; create it, or correct spec.database.";
    return { reason: "DatabaseNotFound", message, stalled: true };
  }
  if (database.ready || mirrored) return undefined;
  return {
    reason: "DatabaseNotReady",
    message: "The database does not run; the backup begins by itself once it does.",
  };
}

function begin(state: BackupState, { mirrored }: BackupObserved, nowMs: number): BackupStep {
  const entered = enter(state, "running", { reason: "Starting", message: "" }, nowMs);
  const effects = mirrored ? [] : [{ kind: "start" } as const];
  return { state: entered, effects, outcome: wait(POLL_MS, "Starting"), why: "Its database runs" };
}

function fromRunning(state: BackupState, observed: BackupObserved, nowMs: number): BackupStep {
  const { database, engine } = observed;
  if (database.kind === "absent") return fail(state, DATABASE_GONE, nowMs);
  if (engine.kind === "present") return follow(state, { engine, database, observed }, nowMs);
  // After a restart it is asked first, however long that took: what was told stands.
  if (engine.kind === "unasked") return stay(state, state, wait(POLL_MS, state.reason));
  const late = overdue(state, engine.kind === "unreachable" ? engine.message : "the engine knows nothing of it", nowMs);
  if (late !== undefined) return late;
  if (engine.kind === "unreachable")
    return stay(state, unreachable(engine.message), wait(IDLE_MS, "ClusterUnreachable"));
  const wasSeen = state.startedAtMs !== undefined || observed.mirrored;
  if (wasSeen) return fail(state, VANISHED, nowMs);
  const again = stay(state, { reason: "Starting", message: "" }, wait(POLL_MS, "Starting"));
  return { ...again, effects: [{ kind: "start" }] };
}

const VANISHED = { reason: "BackupVanished", message: "The engine's backup was deleted before it was done." };

function unreachable(message: string): Fault {
  return { reason: "ClusterUnreachable", message: `Its cluster does not answer: ${message}; it is asked again.` };
}

type Seen = Readonly<{
  engine: EngineBackup;
  database: Extract<BackedDatabase, { kind: "present" }>;
  observed: BackupObserved;
}>;

function follow(state: BackupState, { engine, database, observed }: Seen, nowMs: number): BackupStep {
  const known = withFindings(state, engine, nowMs);
  if (engine.phase === "completed") return complete(known, { engine, database, observed }, nowMs);
  if (engine.phase === "failed") {
    const told = engine.message === "" ? "it gave no reason" : engine.message;
    return fail(known, { reason: "BackupFailed", message: `The engine could not make it: ${told}.` }, nowMs);
  }
  const late = overdue(known, engine.message === "" ? `the engine says ${engine.phase}` : engine.message, nowMs);
  return late ?? stay(known, { reason: "BackingUp", message: "" }, wait(POLL_MS, "BackingUp"));
}

function withFindings(
  state: BackupState,
  { startedAtMs, id, path, sizeBytes }: EngineBackup,
  nowMs: number,
): BackupState {
  return {
    ...state,
    startedAtMs: startedAtMs ?? state.startedAtMs ?? nowMs,
    engineBackupId: id ?? state.engineBackupId,
    s3Path: path ?? state.s3Path,
    sizeBytes: sizeBytes ?? state.sizeBytes,
  };
}

function complete(state: BackupState, { engine, database, observed }: Seen, nowMs: number): BackupStep {
  const completedAtMs = engine.stoppedAtMs ?? nowMs;
  const keptMs = observed.trigger === "final" ? undefined : retentionMs(database.retentionDays);
  const expiresAtMs = endOf(completedAtMs, keptMs, observed);
  const entered = enter(
    { ...state, completedAtMs, expiresAtMs },
    "completed",
    { reason: "Completed", message: "" },
    nowMs,
  );
  return { state: entered, effects: [], outcome: SETTLED, why: "The engine has made it" };
}

/** Nothing lasts longer than its bucket keeps it; undefined = for ever. */
function endOf(completedAtMs: number, keptMs: number | undefined, { archiveDays }: BackupObserved): number | undefined {
  const bucketMs = archiveDays === undefined ? undefined : retentionMs(archiveDays);
  const ms = Math.min(keptMs ?? Infinity, bucketMs ?? Infinity);
  return ms === Infinity ? undefined : completedAtMs + ms;
}

function overdue(state: BackupState, seen: string, nowMs: number): BackupStep | undefined {
  if (nowMs - state.phaseSinceMs < BACKUP_MAX_MS) return undefined;
  return fail(state, { reason: "BackupTimeout", message: `It did not end within 6 hours: ${seen}.` }, nowMs);
}

function rest(state: BackupState, observed: BackupObserved, nowMs: number): BackupStep {
  const known = state.phase === "completed" ? withRetention(state, observed) : state;
  if (!isOver(known, observed, nowMs)) return { state: known, effects: [], outcome: SETTLED, why: "It has ended" };
  const why = "Its retention is over";
  return { state: known, effects: [{ kind: "deleteResource" }], outcome: wait(IDLE_MS, "Expired"), why };
}

/** While the database is there its retention counts, also when it was changed; the bucket's counts in any case. */
function withRetention(state: BackupState, observed: BackupObserved): BackupState {
  const { completedAtMs, expiresAtMs } = state;
  if (completedAtMs === undefined) return state;
  const { database, trigger } = observed;
  const knownMs = expiresAtMs === undefined ? undefined : expiresAtMs - completedAtMs;
  const counts = database.kind === "present" && trigger !== "final";
  return {
    ...state,
    expiresAtMs: endOf(completedAtMs, counts ? retentionMs(database.retentionDays) : knownMs, observed),
  };
}

/** PostgreSQL's archive says itself what it still holds: it keeps the one before its window, too. */
function isOver(state: BackupState, observed: BackupObserved, nowMs: number): boolean {
  const { phase, completedAtMs, expiresAtMs } = state;
  const { database, trigger } = observed;
  if (phase === "failed" || database.kind === "absent" || database.engine === "mysql")
    return isPast(expiresAtMs, nowMs);
  if (completedAtMs === undefined) return false;
  if (isPast(endOf(completedAtMs, undefined, observed), nowMs)) return true;
  const { archiveFromMs } = database;
  return trigger !== "final" && archiveFromMs !== undefined && completedAtMs + CLOCKS_APART_MS < archiveFromMs;
}

function isPast(ms: number | undefined, nowMs: number): boolean {
  return ms !== undefined && ms <= nowMs;
}

/** Nothing is written into the folder of a database that is leaving Git. */
function withGit(step: BackupStep, { git, database }: BackupObserved): BackupStep {
  const leaves = database.kind === "absent" || database.deleting;
  const goes = step.effects.some(({ kind }) => kind === "deleteResource");
  if (git.kind === "present" || git.kind === "pushing" || leaves || goes) return step;
  const outcome = step.outcome.kind === "settled" ? wait(GIT_POLL_MS, "Committing") : step.outcome;
  return { ...step, effects: [...step.effects, { kind: "write" }], outcome };
}

function stay(state: BackupState, { reason, message, stalled = false }: Fault, outcome: Outcome): BackupStep {
  return { state: { ...state, reason, message: boundedMessage(message), stalled }, effects: [], outcome, why: reason };
}

function enter(state: BackupState, phase: BackupPhase, { reason, message }: Fault, nowMs: number): BackupState {
  return {
    ...state,
    phase,
    phaseSinceMs: nowMs,
    reason,
    message: boundedMessage(message),
    stalled: phase === "failed",
  };
}

function fail(state: BackupState, fault: Fault, nowMs: number): BackupStep {
  const failed = { ...state, completedAtMs: nowMs, expiresAtMs: nowMs + FAILED_KEPT_MS };
  return { state: enter(failed, "failed", fault, nowMs), effects: [], outcome: SETTLED, why: fault.message };
}
