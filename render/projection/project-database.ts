import { askedByDatabase } from "../../contract/asked.ts";
import {
  DATABASE_DEFAULTS,
  TIER_REPLICAS,
  defaultDatabaseName,
  defaultVersion,
} from "../../contract/resources/database-engines.ts";
import type { DatabaseSpec, DatabaseStatus } from "../../contract/resources/database-instance.ts";
import type { CustomResource, ProjectionContext } from "./custom-resource.ts";
import { deriveShownStatus } from "./derive-status.ts";
import { askedColumns, deriveBaseRow, type ProjectedRow } from "./resource-row.ts";
import { orNull, restTimeOrNull } from "./rest-time.ts";
import { deriveStatusMembers } from "./shown-conditions.ts";

type DatabaseObject = CustomResource<DatabaseSpec, DatabaseStatus>;
type Members = Record<string, unknown>;

/** Projects a DatabaseInstance; until its cluster is known it is not in REST. `observed_at` is added on read. */
export function projectDatabase(database: DatabaseObject, context: ProjectionContext): ProjectedRow {
  const base = deriveBaseRow("DatabaseInstance", database, context);
  const shown = deriveShownStatus("DatabaseInstance", database);
  const { spec } = database;
  const clusterId = orNull(database.status?.clusterId ?? context.cluster?.id);
  const tier = spec.tier ?? DATABASE_DEFAULTS.tier;
  const body = {
    id: base.id,
    user_id: base.userId,
    organization_id: base.organizationId,
    cluster_id: clusterId,
    name: base.displayName,
    status: shown.status,
    ...deriveStatusMembers(database, shown),
    ...specMembers(database),
    tier,
    replicas: TIER_REPLICAS[tier],
    ...backupMembers(database),
    ...observedMembers(database),
    created_at: base.createdAt,
    updated_at: base.updatedAt,
  };
  const columns = { clusterId, hidden: clusterId === null, ...askedColumns(askedByDatabase(spec)) };
  return { ...base, ...columns, status: shown.status, settled: shown.settled, body };
}

function specMembers({ metadata, spec, status }: DatabaseObject): Members {
  return {
    engine: spec.engine,
    engine_version: spec.engineVersion ?? status?.engineVersion ?? defaultVersion(spec.engine),
    cpu_request: orNull(spec.cpuRequest),
    memory_request_mb: orNull(spec.memoryRequestMb),
    storage_size_gb: spec.storageSizeGb ?? DATABASE_DEFAULTS.storageSizeGb,
    database_name: spec.databaseName ?? status?.databaseName ?? defaultDatabaseName(metadata.name),
    max_connections: orNull(spec.maxConnections),
    extensions: orNull(spec.extensions),
    external_access: spec.externalAccess ?? false,
    replication_source_id: orNull(spec.replicationSourceId),
    preview_of: orNull(spec.previewOf),
    fee_exempt_until: restTimeOrNull(spec.feeExemptUntil),
  };
}

function backupMembers({ spec, status = {} }: DatabaseObject): Members {
  return {
    backup_enabled: spec.backupEnabled ?? true,
    backup_schedule: spec.backupSchedule ?? DATABASE_DEFAULTS.backupSchedule,
    backup_retention_days: spec.backupRetentionDays ?? DATABASE_DEFAULTS.backupRetentionDays,
    restorable_from: restTimeOrNull(status.restorableFrom),
    restorable_until: restTimeOrNull(status.restorableUntil),
    last_backup_at: restTimeOrNull(status.lastBackupAt),
    restored_from: orNull(spec.restore?.sourceId),
  };
}

function observedMembers({ spec, status = {} }: DatabaseObject): Members {
  return {
    external_host: orNull(status.externalHost),
    connection_host: orNull(status.connectionHost),
    connection_port: orNull(status.connectionPort),
    connection_secret_name: orNull(status.connectionSecretName),
    git_path: orNull(status.git?.path),
    argocd_app_name: orNull(status.application),
    // The first of a group gives it its id; a replica's group is its source's.
    replication_group_id: orNull(spec.replicationSourceId),
    replication_role: orNull(status.replicationRole),
    replication_host: null,
    replication_lag_bytes: orNull(status.replicationLagBytes),
    replication_status: orNull(status.replicationStatus),
    promoted: spec.promoted ?? false,
  };
}
