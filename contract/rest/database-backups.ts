import { z } from "zod";
import { BACKUP_PHASES, BACKUP_TRIGGERS, BACKUP_TYPES } from "../resources/database-backup.ts";
import { conditionResponse } from "./clusters.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { databasePath, deletedResponse, listOf, listQuery, timestamp, uuid } from "./values.ts";

const backupCreateRequest = z
  .strictObject({
    backup_type: z
      .enum(BACKUP_TYPES)
      .nullable()
      .optional()
      .meta({ description: "full, the default; incremental exists only for mysql" }),
  })
  .meta({ component: "BackupCreateRequest", examples: [{ backup_type: "full" }] });

export const databaseBackupResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    database_instance_id: uuid.meta({ description: "The database; a backup may outlive it" }),
    organization_id: uuid,
    user_id: uuid.meta({ description: "Who asked for it, else the owner" }),
    backup_type: z.enum(BACKUP_TYPES).meta({ description: "WAL is archived beside it for postgresql" }),
    trigger: z.enum(BACKUP_TRIGGERS).meta({ description: "final: made before its database was deleted" }),
    status: z.enum(BACKUP_PHASES),
    status_reason: z.string().nullable().meta({ description: "CamelCase reason of the status" }),
    error_message: z.string().nullable().meta({ description: "Why it failed and what to do next" }),
    conditions: z.array(conditionResponse),
    size_bytes: z
      .int()
      .nullable()
      .meta({ description: "Size in the archive; null where the engine does not tell, which is so for postgresql" }),
    s3_path: z.string().nullable().meta({ description: "Where it lies in the archive" }),
    created_at: timestamp.meta({
      description:
        "When its record was made: of a scheduled one once the engine tells of it, which may be after its end",
    }),
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    expires_at: timestamp.nullable().meta({ description: "When its retention ends; null: not known, or it is kept" }),
    observed_at: timestamp.nullable().meta({ description: "When the status was last observed" }),
  })
  .meta({ component: "DatabaseBackupResponse" });
export type DatabaseBackupResponse = z.infer<typeof databaseBackupResponse>;

const group = "databases";
const backupPath = { ...databasePath, backup_id: uuid.meta({ description: "Record id of the backup" }) };

export const listDatabaseBackups = defineOperation({
  operationId: "listDatabaseBackups",
  method: "get",
  path: "/databases/{database_id}/backups",
  group,
  summary: "List the backups of a database",
  description: "Scheduled ones too. Also of a database that is gone, while a backup of it is there.",
  who: atLeast("viewer"),
  scope: "databases:read",
  pathParameters: databasePath,
  query: {
    ...listQuery,
    status: z.enum(BACKUP_PHASES).optional().meta({ description: "Only backups in this status" }),
  },
  success: {
    status: 200,
    schema: listOf("backups", databaseBackupResponse).meta({ component: "DatabaseBackupListResponse" }),
    description: "Backups, newest first",
  },
});
export const createDatabaseBackup = defineOperation({
  operationId: "createDatabaseBackup",
  method: "post",
  path: "/databases/{database_id}/backups",
  group,
  summary: "Make a backup now",
  description:
    "409 conflict before the database first ran, and while a backup that was asked for is under way. One without an answer for six hours is failed.",
  who: atLeast("member"),
  scope: "databases:write",
  pathParameters: databasePath,
  body: backupCreateRequest,
  wait: true,
  idempotent: true,
  success: {
    status: 201,
    schema: databaseBackupResponse,
    description: "The backup, pending unless it was waited for",
  },
  errors: ["conflict", "being_deleted", "kubernetes_unavailable", "outcome_unknown"],
});
export const getDatabaseBackup = defineOperation({
  operationId: "getDatabaseBackup",
  method: "get",
  path: "/databases/{database_id}/backups/{backup_id}",
  group,
  summary: "Read a backup",
  who: atLeast("viewer"),
  scope: "databases:read",
  pathParameters: backupPath,
  concurrency: "read",
  success: { status: 200, schema: databaseBackupResponse, description: "The backup" },
});
export const deleteDatabaseBackup = defineOperation({
  operationId: "deleteDatabaseBackup",
  method: "delete",
  path: "/databases/{database_id}/backups/{backup_id}",
  group,
  summary: "Delete a backup",
  description:
    "It can be restored no more; its data leaves the archive by the retention. 409 conflict while it is under way.",
  who: atLeast("member"),
  scope: "databases:write",
  pathParameters: backupPath,
  wait: true,
  concurrency: "write",
  success: { status: 200, schema: deletedResponse, description: "Deletion has begun" },
  errors: ["conflict", "kubernetes_unavailable", "outcome_unknown"],
});
export const databaseBackupOperations = [
  listDatabaseBackups,
  createDatabaseBackup,
  getDatabaseBackup,
  deleteDatabaseBackup,
];
