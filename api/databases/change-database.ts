import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { DATABASE_INSTANCES } from "../../adapters/kubernetes/resource-types.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { databaseResource, type DatabaseStatus } from "../../contract/resources/database-instance.ts";
import type { DatabaseResponse } from "../../contract/rest/databases.ts";
import type { FlagQuery } from "../../contract/rest/operation.ts";
import type { Answer, Context } from "../http/context.ts";
import { actOnResource, rehearseAct, type Act } from "../resources/act-on-resource.ts";
import { chartWarnings } from "../resources/chart-versions.ts";
import { writtenAnswer } from "../resources/written-answer.ts";
import { planDatabase } from "./database-values.ts";
import type { LoadedDatabase } from "./load-database.ts";

/** What is set in the spec of a database, and what a person should know before. */
type DatabaseWish = Pick<Act, "operations" | "members" | "generation"> &
  Readonly<{ query: FlagQuery; warnings: (after: DatabaseResponse) => readonly string[] }>;

/** Changes a database and answers it, or what it would be. */
export async function changeDatabase(
  context: Context,
  { row, cluster, owners }: LoadedDatabase,
  { query, warnings, ...wanted }: DatabaseWish,
): Promise<Answer> {
  const kind = "DatabaseInstance";
  const act: Act = { definition: databaseResource, kind, type: DATABASE_INSTANCES, row, owners, ...wanted };
  if (query.dry_run !== true)
    return writtenAnswer(context, { kind, object: await actOnResource(context, act), owners }, query.wait);
  const { object, body: after, monthlyCost } = await rehearseAct(context, act);
  const unknowns = chartUnknowns(context, row, object);
  const change = { before: row.body, after, warnings: warnings(after as DatabaseResponse), unknowns };
  const plan = await planDatabase(context, { row, cluster }, change);
  return { status: 200, body: { ...after, plan: { ...plan, monthly_cost: monthlyCost } } };
}

/** Any change of the spec brings the newest chart along; what changes nothing moves nothing. */
function chartUnknowns({ services }: Context, row: StoredResource, { metadata, status }: KubeObject): string[] {
  if (String(metadata.generation) === row.generation) return [];
  const { chartVersion } = (status ?? {}) as DatabaseStatus;
  return chartWarnings(chartVersion, services.chartVersions.database, "its servers may restart");
}
