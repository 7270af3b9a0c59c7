import { BACKUP_TRAITS, type BACKUP_PHASES } from "../../../contract/resources/database-backup.ts";
import type { DatabaseSourceRecord } from "../../../contract/resources/database-source.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import type { BaseState } from "../base-state.ts";

/** Where a backup is. */
export type BackupPhase = (typeof BACKUP_PHASES)[number];

/** States every arrow of a backup (docs/adr/0024); tests hold the machine to it. */
export const BACKUP_EDGES = {
  pending: ["running", "failed", "deleting"],
  running: ["completed", "failed", "deleting"],
  completed: ["deleting"],
  failed: ["deleting"],
  deleting: [],
} as const satisfies Record<BackupPhase, readonly BackupPhase[]>;

/** A backup that is not done after this long has failed; so has one that could not begin. */
export const BACKUP_MAX_MS = 6 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** How long a failed backup is shown. */
export const FAILED_KEPT_MS = 7 * DAY_MS;

/** Tells whether a backup is still being made. */
export function isOpenBackup(phase: string | undefined): boolean {
  return traitsOf(BACKUP_TRAITS, phase).open;
}

/** Derives the time of a retention. */
export function retentionMs(days: number): number {
  return days * DAY_MS;
}

/** What the machine remembers: facts passed that can no longer be observed. */
export type BackupState = BaseState<BackupPhase> &
  Readonly<{
    /** The database that was meant when the backup was first seen; one of the same name that came later is another. */
    source: DatabaseSourceRecord | undefined;
    /** When the engine was first seen to know of it: from then on it is not asked for again. */
    startedAtMs: number | undefined;
    completedAtMs: number | undefined;
    expiresAtMs: number | undefined;
    engineBackupId: string | undefined;
    s3Path: string | undefined;
    sizeBytes: number | undefined;
  }>;
