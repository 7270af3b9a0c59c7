import { DATABASE_BACKUPS } from "../../../adapters/kubernetes/resource-types.ts";
import { findRow } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { BACKUP_TRAITS, backupResource } from "../../../contract/resources/database-backup.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import type { deleteDatabaseBackup } from "../../../contract/rest/database-backups.ts";
import { loadBackup } from "../../databases/load-archive.ts";
import type { Handler } from "../../http/context.ts";
import { ownersOf } from "../../resources/cluster-owners.ts";
import { deleteResource } from "../../resources/delete-resource.ts";
import { wantedGeneration } from "../../resources/load-resource.ts";

/** Begins the deletion of a backup that has ended. */
export const handle: Handler<typeof deleteDatabaseBackup> = async (context, { path, query, headers }) => {
  const row = await loadBackup(context, path);
  const generation = wantedGeneration(row, headers["if-match"]);
  if (traitsOf(BACKUP_TRAITS, row.status).open)
    throw new BerthError("conflict", { publicMessage: "The backup is under way; wait until it has ended." });
  const cluster = await findRow(context.services.pool, "Cluster", row.clusterId ?? "");
  const deletion = {
    definition: backupResource,
    kind: "DatabaseBackup",
    type: DATABASE_BACKUPS,
    row,
    owners: { ...ownersOf(row, cluster), databaseId: path.database_id },
    generation,
    options: {},
    message: "The backup is being deleted; its data leaves the archive by the retention.",
  } as const;
  return deleteResource(context, deletion, query.wait);
};
