import { backupStatus, type BackupStatus } from "../../../contract/resources/database-backup.ts";
import { significanceOf } from "../significance.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";
import { formatOptionalTime, parseTime } from "../status-time.ts";
import { formatBaseState, parseBaseState } from "../base-state.ts";
import type { BackupObserved } from "./observe-types.ts";
import { isOpenBackup, type BackupPhase, type BackupState } from "./state.ts";

/** What the status shows beside the machine's memory. */
export type BackupFacts = Readonly<{ handle: string; gitPath: string | undefined; requestId: string | undefined }>;

const NO_STATUS: BackupStatus = {};

/** Reads the machine's memory out of a status. */
export function parseBackupState(status: BackupStatus | undefined, nowMs: number): BackupState {
  const found = status ?? NO_STATUS;
  return {
    ...parseBaseState<BackupPhase>(found, "pending", nowMs),
    source: found.source,
    startedAtMs: parseTime(found.startedAt),
    completedAtMs: parseTime(found.completedAt),
    expiresAtMs: parseTime(found.expiresAt),
    engineBackupId: found.engineBackupId,
    s3Path: found.s3Path,
    sizeBytes: found.sizeBytes,
  };
}

/** Derives the status to store. */
export function deriveBackupStatus(
  before: BackupStatus | undefined,
  state: BackupState,
  { generation }: BackupObserved,
  { facts, nowMs }: Readonly<{ facts: BackupFacts; nowMs: number }>,
): BackupStatus {
  const status = before ?? NO_STATUS;
  return {
    handle: status.handle ?? facts.handle,
    requestId: facts.requestId ?? status.requestId,
    ...formatBaseState(state, {
      before: status.conditions,
      wanted: backupConditions(state),
      generation,
      gitPath: facts.gitPath,
      nowMs,
    }),
    databaseId: state.source?.id ?? status.databaseId,
    source: state.source,
    engineBackupId: state.engineBackupId,
    sizeBytes: state.sizeBytes,
    s3Path: state.s3Path,
    startedAt: formatOptionalTime(state.startedAtMs),
    completedAt: formatOptionalTime(state.completedAtMs),
    expiresAt: formatOptionalTime(state.expiresAtMs),
  };
}

/** Derives the conditions that a backup should show; kstatus reads Ready, Reconciling and Stalled. */
function backupConditions({ phase, reason, message, stalled, git }: BackupState): WantedCondition[] {
  const works = isOpenBackup(phase) && !stalled;
  return [
    conditionOf("Ready", phase === "completed" ? "True" : "False", reason, message),
    conditionOf("Reconciling", works ? "True" : "False", reason, works ? message : ""),
    conditionOf("Stalled", stalled ? "True" : "False", reason, stalled ? message : ""),
    conditionOf("Committed", git === undefined ? "False" : "True", git === undefined ? "Pending" : "Committed"),
  ];
}

/** Answers the part of a status whose change is worth a write. */
export const backupSignificance = significanceOf<BackupStatus>(backupStatus, {
  also: ({ statusReason, git }) => [statusReason, git?.contentHash],
});
