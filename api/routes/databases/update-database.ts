import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { DATABASE_INSTANCES } from "../../../adapters/kubernetes/resource-types.ts";
import { BerthError } from "../../../contract/errors.ts";
import { databaseResource, databaseUpdatable } from "../../../contract/resources/database-instance.ts";
import type { DatabaseResponse, updateDatabase } from "../../../contract/rest/databases.ts";
import { planDatabase } from "../../databases/database-values.ts";
import { judgeUpdate } from "../../databases/judge-update.ts";
import { loadLiveDatabase, type LoadedDatabase } from "../../databases/load-database.ts";
import { updateWarnings } from "../../databases/update-warnings.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import { ValidationFault } from "../../http/validation-fault.ts";
import { auditOf } from "../../resources/audit-of.ts";
import { requestAnnotation, specOperations } from "../../resources/json-patch.ts";
import { translateKubeFault } from "../../resources/kube-faults.ts";
import { wantedGeneration } from "../../resources/load-resource.ts";
import { patchResource, type Change } from "../../resources/patch-resource.ts";
import { runWrite } from "../../resources/run-write.ts";
import { textOf } from "../../resources/resource-text.ts";
import { writtenAnswer } from "../../resources/written-answer.ts";

/** Changes the members of a database that were sent; all others stay, whoever set them. */
export const handle: Handler<typeof updateDatabase> = async (context, { path, query, body, headers }) => {
  const loaded = await loadLiveDatabase(context, path.database_id);
  const { row, owners } = loaded;
  const generation = wantedGeneration(row, headers["if-match"]);
  const faults = judgeUpdate(row.body as DatabaseResponse, body);
  if (faults.length > 0) throw new ValidationFault(faults);
  const change: Change = {
    type: DATABASE_INSTANCES,
    row,
    generation,
    operations: specOperations(databaseUpdatable, body),
    annotations: requestAnnotation(context.requestId),
    dryRun: query.dry_run === true,
  };
  if (change.dryRun) return dryRun(context, change, loaded);
  const object = await write(context, change, { ...loaded, members: Object.keys(body) });
  return writtenAnswer(context, { kind: "DatabaseInstance", object, owners }, query.wait);
};

async function write(
  context: Context,
  change: Change,
  { row, owners, members }: LoadedDatabase & Readonly<{ members: readonly string[] }>,
): Promise<KubeObject> {
  const { id, organizationId, generation } = row;
  const written = await runWrite(context, {
    definition: databaseResource,
    kind: "DatabaseInstance",
    owners,
    intent: { audit: auditOf(context, { kind: "DatabaseInstance", id, organizationId, members }), generation },
    write: () => patchResource(context, change),
  });
  if (written === undefined) throw new BerthError("not_found");
  return written;
}

async function dryRun(context: Context, change: Change, { row, cluster, owners }: LoadedDatabase): Promise<Answer> {
  const object = await patchResource(context, change).catch((error: unknown) => {
    throw translateKubeFault(error, databaseResource);
  });
  const would = context.services.projection.toRow("DatabaseInstance", object, owners);
  const after = JSON.parse(textOf("DatabaseInstance", would)) as DatabaseResponse;
  const warnings = updateWarnings(row.body as DatabaseResponse, after);
  const plan = await planDatabase(context, { row, cluster }, { before: row.body, after, warnings });
  return { body: { ...after, plan } };
}
