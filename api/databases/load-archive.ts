import { listBackupsOf, type BackupRow } from "../../adapters/postgres/resources/backup-reads.ts";
import { findRow, type StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { assertUser } from "../http/authenticate.ts";
import type { Context } from "../http/context.ts";
import { absent, assertRoleIn, loadResource } from "../resources/load-resource.ts";

/** What there is of a database to restore; `database` is undefined when it is gone and its backups are not. */
export type Archive = Readonly<{
  databaseId: string;
  organizationId: string;
  database: StoredResource | undefined;
  backups: readonly BackupRow[];
}>;

/** Loads what there is of a database; of one that is gone, what its backups tell. */
export async function loadArchive(context: Context, databaseId: string): Promise<Archive> {
  const { organizationId, database } = await loadArchiveOwner(context, databaseId);
  const organizationIds = [organizationId];
  const backups = await listBackupsOf(context.services.pool, { databaseId, organizationIds });
  return { databaseId, organizationId, database, backups };
}

/** Finds whose a database is, also when it is gone and a backup of it is there. */
export async function loadArchiveOwner(
  context: Context,
  databaseId: string,
): Promise<Pick<Archive, "organizationId" | "database">> {
  const { pool } = context.services;
  if ((await findRow(pool, "DatabaseInstance", databaseId)) === undefined) {
    const organizationIds = assertUser(context.principal).memberships.map((one) => one.organizationId);
    const [newest] = await listBackupsOf(pool, { databaseId, organizationIds, limit: 1 });
    if (newest === undefined) throw absent("DatabaseInstance");
    const { who } = context.operation;
    if (who.kind === "role") assertRoleIn(context, newest.organizationId, who.role);
    return { organizationId: newest.organizationId, database: undefined };
  }
  const database = await loadResource(context, "DatabaseInstance", databaseId);
  return { organizationId: database.organizationId, database };
}

/** Loads a backup of a database. */
export async function loadBackup(
  context: Context,
  path: Readonly<{ database_id: string; backup_id: string }>,
): Promise<StoredResource> {
  const row = await loadResource(context, "DatabaseBackup", path.backup_id);
  if (row.body["database_instance_id"] !== path.database_id) throw absent("DatabaseBackup");
  return row;
}
