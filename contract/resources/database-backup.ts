import { z } from "zod";
import * as field from "../fields.ts";
import { baseStatus } from "./conditions.ts";
import { databaseSource } from "./database-source.ts";
import { immutable, REASON_COLUMN, type ResourceDefinition } from "./definition.ts";
import { phasesOf, type Health, type Told } from "./phase-traits.ts";

type BackupTraits = Readonly<{
  /** It is still being made. */
  open: boolean;
  /** `?wait` ends on it. */
  settled: boolean;
  told: Told;
  health: Health;
}>;

/** Lists the phases of a backup, and what each answers wherever phases are asked about; a new one is a row here. */
export const BACKUP_TRAITS = {
  pending: { open: true, settled: false, told: "nothing", health: "Progressing" },
  running: { open: true, settled: false, told: "nothing", health: "Progressing" },
  completed: { open: false, settled: true, told: "rest", health: "Healthy" },
  failed: { open: false, settled: true, told: "fault", health: "Degraded" },
  deleting: { open: false, settled: false, told: "nothing", health: "Progressing" },
} satisfies Record<string, BackupTraits>;
export const BACKUP_PHASES = phasesOf(BACKUP_TRAITS);
export const BACKUP_TYPES = ["full", "incremental"] as const;
export const BACKUP_TRIGGERS = ["manual", "scheduled", "final"] as const;

export const backupSpec = z.strictObject({
  database: field
    .text(63, 1)
    .meta({ description: "metadata.name of a DatabaseInstance in the same namespace; immutable" }),
  backupType: z.enum(BACKUP_TYPES).optional().meta({ description: "full, or incremental for mysql" }),
  trigger: z
    .enum(BACKUP_TRIGGERS)
    .optional()
    .meta({ description: "manual: asked for; scheduled: made by the engine; final: before its database was deleted" }),
  engineBackup: field
    .text(63, 1)
    .optional()
    .meta({ description: "The engine's own backup that this stands for, where its schedule made it" }),
});
/** What is wanted of a backup. */
export type BackupSpec = z.infer<typeof backupSpec>;

export const backupStatus = z.strictObject({
  ...baseStatus,
  databaseId: field.uuidText.optional().meta({ description: "Record id of the database" }),
  source: databaseSource.optional().meta({ quiet: true }),
  engineBackupId: field.text(128).optional().meta({ description: "Name of the backup in the archive" }),
  expiresAt: field.timestamp.optional().meta({ description: "When its retention ends; a final backup has no end" }),
  sizeBytes: z.int().min(0).optional().meta({ description: "Size, bytes, when known" }),
  s3Path: field.text(1024).optional().meta({ description: "Where it is stored" }),
  startedAt: field.timestamp.optional().meta({ description: "When it began" }),
  completedAt: field.timestamp.optional().meta({ description: "When it ended", quiet: true }),
});
/** What was observed of a backup. */
export type BackupStatus = z.infer<typeof backupStatus>;

/** Defines the DatabaseBackup resource: one backup of one database. */
export const backupResource: ResourceDefinition<"DatabaseBackup", "backups", typeof backupSpec, typeof backupStatus> = {
  kind: "DatabaseBackup",
  collection: "backups",
  plural: "databasebackups",
  singular: "databasebackup",
  shortName: "bbk",
  description: "A backup of a managed database, scheduled or asked for.",
  spec: backupSpec,
  status: backupStatus,
  specRules: [
    immutable("database", false),
    immutable("backupType", true),
    immutable("trigger", true),
    immutable("engineBackup", true),
  ],
  rootRules: [],
  phases: BACKUP_TRAITS,
  printerColumns: [
    { name: "Database", type: "string", jsonPath: ".spec.database", description: "Database" },
    { name: "Type", type: "string", jsonPath: ".spec.backupType", description: "full or incremental" },
    { name: "Status", type: "string", jsonPath: ".status.phase", description: "Where the backup is" },
    REASON_COLUMN,
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp", description: "Time since creation" },
  ],
  selectableFields: [".spec.database", ".status.phase"],
};
