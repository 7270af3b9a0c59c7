import type { promoteDatabase } from "../../../contract/rest/database-actions.ts";
import type { DatabaseResponse } from "../../../contract/rest/databases.ts";
import { changeDatabase } from "../../databases/change-database.ts";
import { loadLiveDatabase } from "../../databases/load-database.ts";
import type { Handler } from "../../http/context.ts";
import { refusal } from "../../http/refusal.ts";

/** Ends that a replica follows its source. */
export const handle: Handler<typeof promoteDatabase> = async (context, { path, query }) => {
  const loaded = await loadLiveDatabase(context, path.database_id);
  const shown = loaded.row.body as DatabaseResponse;
  assertReplica(shown);
  return changeDatabase(context, loaded, {
    operations: [{ op: "add", path: "/spec/promoted", value: true }],
    members: ["promoted"],
    query,
    warnings: () => warningsOf(shown),
  });
};

function assertReplica(shown: DatabaseResponse): void {
  if (shown.replication_source_id === null) throw refusal("It follows no other database, so that it takes writes now.");
  // Its host is shown from when it first served.
  if (shown.connection_host === null)
    throw refusal("It has never served; wait until it has caught up with its source.");
}

function warningsOf({ promoted, replication_lag_bytes: lag }: DatabaseResponse): string[] {
  if (promoted) return ["It was promoted already: nothing changes."];
  const missing =
    lag === null
      ? "How far it is behind its source is not known: what has not come yet will be missing."
      : `It is ${lag} bytes behind its source: what has not come yet will be missing.`;
  return [missing, "There is no way back, and the source goes on taking writes: lead your applications here."];
}
