import { DATABASE_INSTANCES } from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS } from "../../../contract/identity.ts";
import { databaseResource } from "../../../contract/resources/database-instance.ts";
import type { deleteDatabase } from "../../../contract/rest/databases.ts";
import { planDatabase } from "../../databases/database-values.ts";
import { loadDatabase } from "../../databases/load-database.ts";
import type { Handler } from "../../http/context.ts";
import { deleteResource, dryRunDelete, type Deletion } from "../../resources/delete-resource.ts";
import { assertRoleIn, wantedGeneration } from "../../resources/load-resource.ts";

/** Begins the deletion of a database; a last backup is made only when asked for. */
export const handle: Handler<typeof deleteDatabase> = async (context, { path, query, headers }) => {
  const { row, cluster, owners } = await loadDatabase(context, path.database_id);
  if (query.force === true) assertRoleIn(context, row.organizationId, "admin");
  const keeps = query.final_backup === true;
  const first = keeps ? " once a last backup is made" : "";
  const deletion: Deletion = {
    definition: databaseResource,
    kind: "DatabaseInstance",
    type: DATABASE_INSTANCES,
    row,
    owners,
    generation: wantedGeneration(row, headers["if-match"]),
    options: { [ANNOTATIONS.finalBackup]: query.final_backup, [ANNOTATIONS.force]: query.force },
    message: `The database is being deleted${first}; it is gone once its servers, volumes and files are.`,
  };
  if (query.dry_run !== true) return deleteResource(context, deletion, query.wait);
  const warnings = ["Its volumes and its credentials go with it.", ...(keeps ? [] : [WITHOUT_BACKUP])];
  return dryRunDelete(context, deletion, await planDatabase(context, { row, cluster }, { before: row.body, warnings }));
};

const WITHOUT_BACKUP = "No last backup is made; ask for one with final_backup=true.";
