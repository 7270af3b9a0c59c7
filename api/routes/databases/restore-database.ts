import type { BackupRow } from "../../../adapters/postgres/resources/backup-reads.ts";
import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { deriveHandle } from "../../../contract/identity.ts";
import { sourceAt } from "../../../contract/resources/database-source.ts";
import { DATABASE_DEFAULTS } from "../../../contract/resources/database-engines.ts";
import type { DatabaseBackupResponse } from "../../../contract/rest/database-backups.ts";
import type { DatabaseRestore, restoreDatabase } from "../../../contract/rest/database-restore.ts";
import type { DatabaseResponse } from "../../../contract/rest/databases.ts";
import type { BackupDetail } from "../../../render/projection/project-backup.ts";
import { createDatabaseFrom, type NewDatabase } from "../../databases/create-database.ts";
import { deriveWindow, judgeMoment, restoredSpec } from "../../databases/derive-restore.ts";
import { loadArchive, type Archive } from "../../databases/load-archive.ts";
import type { Context, Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { loadResource } from "../../resources/load-resource.ts";

/** Restores a backup, or the state at a moment, into a new database; the source is only read. */
export const handle: Handler<typeof restoreDatabase> = async (context, { path, query, body }) => {
  const archive = await loadArchive(context, path.database_id);
  const cluster = await loadCluster(context, archive, body);
  if (cluster.status === "deleting") throw new BerthError("being_deleted");
  return createDatabaseFrom(context, deriveNew(archive, cluster, body), query);
};

function deriveNew(archive: Archive, cluster: StoredResource, body: DatabaseRestore): NewDatabase {
  const backup = chooseBackup(archive, body);
  const point = choosePoint(archive, body);
  const { engineBackupId } = (backup?.detail ?? {}) as BackupDetail;
  const record = recordOf(archive, { backup, point });
  const spec = restoredSpec(archive.database?.body as DatabaseResponse | undefined, record);
  if (spec === undefined) throw nothing("What the backup was made of is not known; ask the platform's operator.");
  const id = archive.databaseId;
  const size = spec.storageSizeGb ?? DATABASE_DEFAULTS.storageSizeGb;
  return {
    name: body.new_name,
    cluster,
    spec: { ...spec, restore: { sourceId: id, ...(point ?? { backupId: backup?.id ?? "" }) } },
    source: { id, handle: handleOf(archive), follow: false, backup: engineBackupId, time: point?.pointInTime },
    warnings: [`The restored database is as large as its source: ${size} GB on each server.`],
  };
}

type Meant = Readonly<{ backup: BackupRow | undefined; point: ReturnType<typeof choosePoint> }>;

/** What the data was at the moment that is meant: its database may have been upgraded since. */
function recordOf({ backups }: Archive, { backup, point }: Meant): BackupDetail["source"] {
  const detailOf = ({ detail }: BackupRow): BackupDetail => detail ?? {};
  const own = backup && detailOf(backup).source;
  if (point === undefined) return own;
  const completed = backups.filter(({ status }) => status === "completed");
  const made = completed.map((one) => ({
    completedAt: (one.body as DatabaseBackupResponse).completed_at,
    source: detailOf(one).source,
  }));
  return sourceAt(made, Date.parse(point.pointInTime)) ?? own;
}

function handleOf({ database, backups }: Archive): string {
  if (database !== undefined) return deriveHandle("DatabaseInstance", database.objectName, database.id);
  const told = backups.map(({ detail }) => (detail as BackupDetail | null)?.source?.handle);
  return told.find((one) => one !== undefined) ?? "";
}

function nothing(publicMessage: string): BerthError {
  return new BerthError("conflict", { publicMessage });
}

async function loadCluster(context: Context, archive: Archive, body: DatabaseRestore): Promise<StoredResource> {
  const id = body.cluster_id ?? archive.database?.clusterId ?? archive.backups[0]?.clusterId;
  if (id === null || id === undefined)
    throw refusedValue(["body", "cluster_id"], "the cluster of the source is gone; name another one");
  const cluster = await loadResource(context, "Cluster", id);
  if (cluster.organizationId !== archive.organizationId) throw new BerthError("not_found");
  return cluster;
}

/** The backup that is named; of a database that is gone, the newest one, which tells what that was. */
function chooseBackup({ backups, database }: Archive, { backup_id: id }: DatabaseRestore): BackupRow | undefined {
  const completed = backups.filter(({ status }) => status === "completed");
  if (typeof id !== "string") return database === undefined ? completed[0] : undefined;
  const found = backups.find((one) => one.id === id);
  if (found === undefined) throw new BerthError("not_found");
  if (found.status === "completed") return found;
  throw nothing(`The backup is ${found.status}; only one that has completed can be restored.`);
}

function choosePoint(
  { backups, database }: Archive,
  { point_in_time: time }: DatabaseRestore,
): Readonly<{ pointInTime: string }> | undefined {
  if (typeof time !== "string") return undefined;
  const nowMs = Date.now();
  const completed = backups.filter(({ status }) => status === "completed");
  const bodies = completed.map(({ body }) => body as DatabaseBackupResponse);
  const window = deriveWindow(database?.body as DatabaseResponse | undefined, bodies);
  if (window === undefined) throw nothing("There is nothing to restore yet: no backup has completed.");
  const refusal = judgeMoment(time, window, nowMs);
  if (refusal !== undefined) throw refusedValue(["body", "point_in_time"], refusal);
  return { pointInTime: new Date(time).toISOString() };
}
