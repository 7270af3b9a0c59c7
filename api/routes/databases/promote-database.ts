import { DATABASE_INSTANCES } from "../../../adapters/kubernetes/resource-types.ts";
import { BerthError } from "../../../contract/errors.ts";
import { databaseResource } from "../../../contract/resources/database-instance.ts";
import type { promoteDatabase } from "../../../contract/rest/database-actions.ts";
import type { DatabaseResponse } from "../../../contract/rest/databases.ts";
import { planDatabase } from "../../databases/database-values.ts";
import { loadLiveDatabase, type LoadedDatabase } from "../../databases/load-database.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import { actOnResource, rehearseAct, type Act } from "../../resources/act-on-resource.ts";
import { writtenAnswer } from "../../resources/written-answer.ts";

/** Ends that a replica follows its source. */
export const handle: Handler<typeof promoteDatabase> = async (context, { path, query }) => {
  const loaded = await loadLiveDatabase(context, path.database_id);
  const { row, owners } = loaded;
  assertReplica(row.body as DatabaseResponse);
  const act: Act = {
    definition: databaseResource,
    kind: "DatabaseInstance",
    type: DATABASE_INSTANCES,
    row,
    owners,
    operations: [{ op: "add", path: "/spec/promoted", value: true }],
    members: ["promoted"],
  };
  if (query.dry_run === true) return dryRun(context, act, loaded);
  const object = await actOnResource(context, act);
  return writtenAnswer(context, { kind: "DatabaseInstance", object, owners }, query.wait);
};

function assertReplica(shown: DatabaseResponse): void {
  if (shown.replication_source_id === null) throw refusal("It follows no other database, so that it takes writes now.");
  // Its host is shown from when it first served.
  if (shown.connection_host === null)
    throw refusal("It has never served; wait until it has caught up with its source.");
}

function refusal(publicMessage: string): BerthError {
  return new BerthError("conflict", { publicMessage });
}

async function dryRun(context: Context, act: Act, { row, cluster }: LoadedDatabase): Promise<Answer> {
  const { body: after } = await rehearseAct(context, act);
  const warnings = warningsOf(row.body as DatabaseResponse);
  const plan = await planDatabase(context, { row, cluster }, { before: row.body, after, warnings });
  return { status: 200, body: { ...after, plan } };
}

function warningsOf({ promoted, replication_lag_bytes: lag }: DatabaseResponse): string[] {
  if (promoted) return ["It was promoted already: nothing changes."];
  const missing =
    lag === null
      ? "How far it is behind its source is not known: what has not come yet will be missing."
      : `It is ${lag} bytes behind its source: what has not come yet will be missing.`;
  return [missing, "There is no way back, and the source goes on taking writes: lead your applications here."];
}
