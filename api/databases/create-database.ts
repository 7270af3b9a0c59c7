import { DATABASE_INSTANCES } from "../../adapters/kubernetes/resource-types.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { databaseResource, type DatabaseSpec } from "../../contract/resources/database-instance.ts";
import type { DatabaseSource } from "../../render/database/database-input.ts";
import { clusterWarnings } from "../deployments/plan-warnings.ts";
import { assertUser } from "../http/authenticate.ts";
import type { Answer, Context } from "../http/context.ts";
import { onCluster } from "../resources/cluster-owners.ts";
import { createResource, rehearseCreate, type Wanted } from "../resources/create-resource.ts";
import { wantedOnCluster } from "../resources/wanted-on-cluster.ts";
import { writtenAnswer } from "../resources/written-answer.ts";
import { assertEngine } from "./assert-engine.ts";
import { planDatabase } from "./database-values.ts";

/** A database to be made, fresh, as a replica, or from an archive. */
export type NewDatabase = Readonly<{
  name: string;
  cluster: StoredResource;
  spec: Omit<DatabaseSpec, "cluster" | "name">;
  /** Whose archive it is filled from, for the plan. */
  source?: DatabaseSource;
  warnings?: readonly string[];
}>;
type Flags = Readonly<{ dry_run?: boolean | undefined; wait?: number | undefined }>;

/** Makes a database; every check that needs another resource has passed. */
export async function createDatabaseFrom(context: Context, made: NewDatabase, query: Flags): Promise<Answer> {
  assertEngine(made.cluster, made.spec.engine);
  const wanted = wantedDatabase(context, made);
  if (query.dry_run === true) return dryRun(context, wanted, made);
  const object = await createResource(context, wanted);
  const answer = await writtenAnswer(context, { kind: "DatabaseInstance", object, owners: wanted.owners }, query.wait);
  return { status: 201, ...answer };
}

function wantedDatabase(context: Context, { name, cluster, spec }: NewDatabase): Wanted {
  const { userId } = assertUser(context.principal);
  const { organizationId } = cluster;
  const owners = { organizationId, userId, ...onCluster(cluster) };
  return {
    ...wantedOnCluster({ kind: "DatabaseInstance", cluster, name, spec }),
    definition: databaseResource,
    type: DATABASE_INSTANCES,
    owners,
    quota: "databases",
    check: () => {
      if (cluster.status === "deleting") throw new BerthError("being_deleted");
      return Promise.resolve();
    },
  };
}

async function dryRun(
  context: Context,
  wanted: Wanted,
  { cluster, source, warnings = [] }: NewDatabase,
): Promise<Answer> {
  const { object, body: after, monthlyCost } = await rehearseCreate(context, wanted);
  const { name: objectName, namespace = "" } = object.metadata;
  const planned = { row: { id: String(after["id"]), objectName, namespace }, cluster, ...(source && { source }) };
  const all = [...warnings, ...clusterWarnings(cluster), ...archiveWarnings(context, after)];
  const plan = await planDatabase(context, planned, { after, warnings: all });
  return { status: 200, body: { ...after, plan: { ...plan, monthly_cost: monthlyCost } } };
}

function archiveWarnings({ services }: Context, after: Readonly<Record<string, unknown>>): string[] {
  if (services.config.archive !== undefined || after["backup_enabled"] !== true) return [];
  return ["The platform has no archive: no backups are made."];
}
