import type { BackupSpec } from "../../contract/resources/database-backup.ts";
import type { DatabaseSourceRecord } from "../../contract/resources/database-source.ts";
import type { CustomResource, ProjectionContext } from "./custom-resource.ts";
import { deriveShownStatus } from "./derive-status.ts";
import { deriveBaseRow, type ProjectedRow } from "./resource-row.ts";
import { orNull, restTimeOrNull } from "./rest-time.ts";
import { deriveStatusMembers } from "./shown-conditions.ts";

/** What a restore needs to know of a backup, beside the body. */
export type BackupDetail = Readonly<{ source?: DatabaseSourceRecord; engineBackupId?: string }>;
type BackupStatus = Readonly<{
  databaseId?: string;
  source?: DatabaseSourceRecord;
  engineBackupId?: string;
  expiresAt?: string;
  sizeBytes?: number;
  s3Path?: string;
  startedAt?: string;
  completedAt?: string;
}>;

/** Projects a DatabaseBackup; until its database is known it is not in REST. `observed_at` is added on read. */
export function projectBackup(
  backup: CustomResource<BackupSpec, BackupStatus>,
  context: ProjectionContext,
): ProjectedRow {
  const base = deriveBaseRow("DatabaseBackup", backup, context);
  const shown = deriveShownStatus("DatabaseBackup", backup);
  const { spec, status = {} } = backup;
  const databaseId = orNull(status.databaseId ?? context.databaseId);
  const body = {
    id: base.id,
    database_instance_id: databaseId,
    organization_id: base.organizationId,
    user_id: base.userId,
    backup_type: spec.backupType ?? "full",
    trigger: spec.trigger ?? "manual",
    status: shown.status,
    ...deriveStatusMembers(backup, shown),
    size_bytes: orNull(status.sizeBytes),
    s3_path: orNull(status.s3Path),
    created_at: base.createdAt,
    started_at: restTimeOrNull(status.startedAt),
    completed_at: restTimeOrNull(status.completedAt),
    expires_at: restTimeOrNull(status.expiresAt),
  };
  const columns = { clusterId: orNull(context.cluster?.id), hidden: databaseId === null };
  const { source, engineBackupId } = status;
  const detail: BackupDetail = { ...(source && { source }), ...(engineBackupId !== undefined && { engineBackupId }) };
  return { ...base, ...columns, status: shown.status, settled: shown.settled, body, detail };
}
