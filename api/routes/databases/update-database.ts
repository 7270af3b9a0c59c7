import { databaseUpdatable } from "../../../contract/resources/database-instance.ts";
import type { DatabaseResponse, updateDatabase } from "../../../contract/rest/databases.ts";
import { changeDatabase } from "../../databases/change-database.ts";
import { judgeUpdate } from "../../databases/judge-update.ts";
import { loadLiveDatabase } from "../../databases/load-database.ts";
import { updateWarnings } from "../../databases/update-warnings.ts";
import type { Handler } from "../../http/context.ts";
import { ValidationFault } from "../../http/validation-fault.ts";
import { specOperations } from "../../resources/json-patch.ts";
import { wantedGeneration } from "../../resources/load-resource.ts";

/** Changes the members of a database that were sent; all others stay, whoever set them. */
export const handle: Handler<typeof updateDatabase> = async (context, { path, query, body, headers }) => {
  const loaded = await loadLiveDatabase(context, path.database_id);
  const generation = wantedGeneration(loaded.row, headers["if-match"]);
  const shown = loaded.row.body as DatabaseResponse;
  const faults = judgeUpdate(shown, body);
  if (faults.length > 0) throw new ValidationFault(faults);
  return changeDatabase(context, loaded, {
    operations: specOperations(databaseUpdatable, body),
    members: Object.keys(body),
    generation,
    query,
    warnings: (after) => updateWarnings(shown, after),
  });
};
