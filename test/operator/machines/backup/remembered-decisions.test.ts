import type { BackupStatus } from "../../../../contract/resources/database-backup.ts";
import { nextBackupDeletion } from "../../../../operator/machines/backup/next-deletion.ts";
import { nextBackup } from "../../../../operator/machines/backup/next.ts";
import type {
  BackupDeletionObserved,
  BackupObserved,
  EngineBackup,
} from "../../../../operator/machines/backup/observe-types.ts";
import {
  BACKUP_MAX_MS,
  retentionMs,
  type BackupPhase,
  type BackupState,
} from "../../../../operator/machines/backup/state.ts";
import {
  backupSignificance,
  deriveBackupStatus,
  parseBackupState,
} from "../../../../operator/machines/backup/status.ts";
import { SOURCE } from "../../../support/database-scene.ts";
import { NOW } from "../../../support/delivered.ts";
import { rememberDecisions } from "../../../support/remembered-decisions.ts";
import { toldDecision, toldDeletion, toldStatus, toldWorth } from "../../../support/told-decision.ts";

const at = (ms: number): string => new Date(NOW + ms).toISOString();
const around = (ms: number): number[] => [NOW - ms, NOW - ms + 1];

const ENGINE: EngineBackup = {
  phase: "running",
  message: "",
  startedAtMs: NOW - 5_000,
  stoppedAtMs: undefined,
  id: undefined,
  path: undefined,
  sizeBytes: undefined,
};
const OBSERVED: BackupObserved = {
  generation: 1,
  createdAtMs: NOW - 10_000,
  trigger: "manual",
  mirrored: false,
  incremental: false,
  database: {
    kind: "present",
    source: SOURCE,
    engine: "postgresql",
    ready: true,
    deleting: false,
    archives: true,
    retentionDays: 7,
    archiveFromMs: undefined,
  },
  engine: { kind: "present", ...ENGINE },
  archiveDays: undefined,
  contentHash: "h",
  git: { kind: "present", commit: "c", committedAtMs: NOW },
};

function backupIn(phase: BackupPhase, changes: Partial<BackupState> = {}): BackupState {
  return {
    phase,
    phaseSinceMs: NOW - 2_000,
    observedGeneration: 1,
    git: { commit: "c", contentHash: "h", committedAtMs: NOW },
    source: SOURCE,
    startedAtMs: NOW - 5_000,
    completedAtMs: undefined,
    expiresAtMs: undefined,
    engineBackupId: undefined,
    s3Path: undefined,
    sizeBytes: undefined,
    reason: "Test",
    message: "",
    stalled: false,
    ...changes,
  };
}

type Scene = Readonly<{ state: BackupState; observed: BackupObserved }>;
const DONE = { completedAtMs: NOW - 100_000, expiresAtMs: NOW + 1_000, startedAtMs: NOW - 200_000 } as const;
const MYSQL = { ...OBSERVED.database, engine: "mysql" } as BackupObserved["database"];

describe("nextBackup", () => {
  rememberDecisions("backup-next", {
    answer: ({ state, observed }: Scene) => toldDecision(nextBackup(state, observed, NOW)),
    scenes: {
      pending: { state: backupIn("pending", { startedAtMs: undefined, source: undefined }), observed: OBSERVED },
      running: { state: backupIn("running"), observed: OBSERVED },
      completed: { state: backupIn("completed", DONE), observed: OBSERVED },
      "completed, of MySQL": { state: backupIn("completed", DONE), observed: { ...OBSERVED, database: MYSQL } },
      failed: { state: backupIn("failed", DONE), observed: OBSERVED },
      deleting: { state: backupIn("deleting"), observed: OBSERVED },
    },
    alone: ["failed", "deleting"],
    axes: {
      "state.phaseSinceMs": around(BACKUP_MAX_MS),
      "state.git": [undefined],
      "state.source": [undefined],
      "state.startedAtMs": [undefined],
      "state.completedAtMs": [undefined, ...around(retentionMs(3)), ...around(retentionMs(7))],
      "state.expiresAtMs": [undefined, NOW, NOW + 1],
      "state.message": ["Told"],
      "state.stalled": [true],
      "observed.createdAtMs": around(BACKUP_MAX_MS),
      "observed.trigger": ["final"],
      "observed.mirrored": [true],
      "observed.incremental": [true],
      "observed.database": [{ kind: "absent" }],
      "observed.database.ready": [false],
      "observed.database.deleting": [true],
      "observed.database.archives": [false],
      "observed.database.retentionDays": [1],
      "observed.database.archiveFromMs": [NOW - 40_000, NOW - 39_999],
      "observed.engine": [
        { kind: "unasked" },
        { kind: "absent" },
        { kind: "unreachable", message: "no answer" },
        { kind: "present", ...ENGINE, startedAtMs: undefined },
        { kind: "present", ...ENGINE, phase: "pending", message: "It waits" },
        { kind: "present", ...ENGINE, phase: "failed" },
        { kind: "present", ...ENGINE, phase: "failed", message: "disk full" },
        { kind: "present", ...ENGINE, phase: "completed", id: "i", path: "s3://p", sizeBytes: 5 },
        { kind: "present", ...ENGINE, phase: "completed", stoppedAtMs: NOW - 1_000 },
      ],
      "observed.archiveDays": [3],
      "observed.git": [
        { kind: "absent" },
        { kind: "pushing" },
        { kind: "unavailable", sinceMs: NOW },
        { kind: "present", commit: "d", committedAtMs: NOW - 1 },
      ],
    },
    nowMs: NOW,
  });
});

describe("nextBackupDeletion", () => {
  rememberDecisions("backup-deletion", {
    answer: (observed: BackupDeletionObserved) => toldDeletion(nextBackupDeletion(observed)),
    scenes: { "everything is gone": { files: { kind: "removed" }, engine: { kind: "absent" } } },
    axes: {
      files: [undefined, { kind: "present" }, { kind: "pushing" }, { kind: "unavailable", message: "away" }],
      engine: [
        { kind: "gone" },
        { kind: "unasked" },
        { kind: "present", ...ENGINE },
        { kind: "unreachable", message: "no answer" },
      ],
    },
  });
});

const BEFORE: BackupStatus = {
  handle: "b",
  requestId: "p",
  phase: "completed",
  databaseId: "known",
  startedAt: at(-9),
  completedAt: at(-8),
  expiresAt: at(8),
  source: SOURCE,
  engineBackupId: "i",
  s3Path: "s3://p",
  sizeBytes: 5,
};

describe("The status of a backup", () => {
  type Shown = Readonly<{ before: BackupStatus | undefined; state: BackupState; requestId: string | undefined }>;
  rememberDecisions("backup-status", {
    answer: ({ before, state, requestId }: Shown) => ({
      read: parseBackupState(before, NOW),
      written: toldStatus(
        deriveBackupStatus(before, state, OBSERVED, { facts: { handle: "h", gitPath: "g", requestId }, nowMs: NOW }),
      ),
    }),
    scenes: {
      "it is done": { before: BEFORE, state: backupIn("completed", DONE), requestId: "q" },
      "it is new": { before: undefined, state: backupIn("pending", { source: undefined }), requestId: undefined },
    },
    axes: {
      "before.handle": [undefined],
      "before.databaseId": [undefined],
      "state.phase": ["running", "failed"],
      "state.message": ["Told"],
      "state.stalled": [true],
      "state.git": [undefined],
      "state.source": [undefined],
      requestId: [undefined],
    },
    nowMs: NOW,
  });
  const scenes: Readonly<Record<string, BackupStatus>> = { "it is done": BEFORE };
  rememberDecisions("backup-significance", {
    answer: toldWorth(backupSignificance, scenes),
    scenes,
    axes: {
      phaseSince: [at(0)],
      statusReason: ["Other"],
      git: [{ contentHash: "h" }, { commit: "c" }],
      expiresAt: [at(9)],
    },
    alone: true,
  });
});
