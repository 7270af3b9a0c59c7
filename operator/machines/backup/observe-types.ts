import type { DatabaseEngine } from "../../../contract/resources/database-engines.ts";
import type { BACKUP_TRIGGERS } from "../../../contract/resources/database-backup.ts";
import type { DatabaseSourceRecord } from "../../../contract/resources/database-source.ts";
import type { FilesView, GitView } from "../decision.ts";

/** Who asked for a backup. */
type BackupTrigger = (typeof BACKUP_TRIGGERS)[number];

/** The database that is backed up. */
export type BackedDatabase =
  /** There is none of that name, or another one has taken its place. */
  | Readonly<{ kind: "absent" }>
  | Readonly<{
      kind: "present";
      source: DatabaseSourceRecord;
      engine: DatabaseEngine;
      /** Whether its servers are there to be backed up. */
      ready: boolean;
      deleting: boolean;
      /** Whether the platform has an archive. */
      archives: boolean;
      retentionDays: number;
      /** Where its archive begins; what ended before is no longer in it. */
      archiveFromMs: number | undefined;
    }>;

/** The engine's own object of a backup, on the tenant cluster. */
export type EngineBackupView =
  | Readonly<{ kind: "unasked" }>
  | Readonly<{ kind: "unreachable"; message: string }>
  | Readonly<{ kind: "absent" }>
  | (Readonly<{ kind: "present" }> & EngineBackup);

/** What an engine says of a backup. */
export type EngineBackup = Readonly<{
  phase: "pending" | "running" | "completed" | "failed";
  message: string;
  startedAtMs: number | undefined;
  stoppedAtMs: number | undefined;
  /** Its name in the archive. */
  id: string | undefined;
  path: string | undefined;
  sizeBytes: number | undefined;
}>;

/** One look at the world around a live backup. */
export type BackupObserved = Readonly<{
  generation: number;
  createdAtMs: number;
  trigger: BackupTrigger;
  /** Made by the engine's schedule: there is nothing to ask for. */
  mirrored: boolean;
  incremental: boolean;
  database: BackedDatabase;
  engine: EngineBackupView;
  /** After how many days the bucket removes what was written; undefined = never. */
  archiveDays: number | undefined;
  contentHash: string;
  git: GitView;
}>;

/** What a live backup can ask for; every effect is idempotent. */
export type BackupEffect =
  | Readonly<{ kind: "write" }>
  /** Makes the engine's object, whose name hangs on the backup alone. */
  | Readonly<{ kind: "start" }>
  /** Deletes the resource: what it stands for is no longer kept. */
  | Readonly<{ kind: "deleteResource" }>;

/** One look at the world around a backup that is deleted. */
export type BackupDeletionObserved = Readonly<{
  /** Undefined where there is nothing in Git. */
  files: FilesView | undefined;
  /** `gone`: its cluster or database is no more, and the object with it. */
  engine: EngineBackupView | Readonly<{ kind: "gone" }>;
}>;

/** What the deletion of a backup can ask for. */
export type BackupDeletionEffect =
  Readonly<{ kind: "removeFiles" }> | Readonly<{ kind: "deleteEngineBackup" }> | Readonly<{ kind: "removeFinalizer" }>;
