import type { PlannedObject } from "../../contract/rest/values.ts";
import type { DatabaseValues } from "../../render/charts/database-chart-values.ts";
import { listDatabaseObjects, usersJobContent } from "../../render/plan/database-objects.ts";
import { planObjects } from "../../render/plan/plan-objects.ts";

/** What a database is rendered to; undefined where there is none, before or after. */
export type PlannedValues = DatabaseValues | "unrendered" | undefined;

/** Says what becomes of a database's objects on its cluster, and what of them cannot be known. */
export function planDatabaseObjects(
  before: PlannedValues,
  after: PlannedValues,
): Readonly<{ objects: readonly PlannedObject[]; unknowns: readonly string[] }> {
  if (before === "unrendered" || after === "unrendered") return { objects: [], unknowns: [UNRENDERED] };
  const [old, fresh] = [before, after].map((values) => (values === undefined ? [] : listDatabaseObjects(values)));
  const objects = planObjects(old ?? [], fresh ?? []).map(
    ({ apiVersion, kind, namespace, name, action, restart }): PlannedObject => ({
      api_version: apiVersion,
      kind,
      namespace: namespace ?? null,
      name,
      action,
      restart,
    }),
  );
  const [was, is] = [before, after].map((values) => JSON.stringify(values && usersJobContent(values)));
  return { objects, unknowns: was === is ? [] : [USERS_JOB] };
}

const UNRENDERED = "Its values cannot be rendered, before or after: what changes on the cluster is not known.";
const USERS_JOB = "The Job that makes its user on MySQL is not listed: its name hangs on its credentials.";
