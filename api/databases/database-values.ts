import { findRow, type StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { deriveHandle } from "../../contract/identity.ts";
import { databaseSpec, type DatabaseSpec } from "../../contract/resources/database-instance.ts";
import { fromRest } from "../../contract/rest-case.ts";
import type { DatabaseSource, RenderDatabaseInput } from "../../render/database/database-input.ts";
import { deriveDatabaseValues } from "../../render/database/database-values.ts";
import { databaseFolder } from "../../render/delivery-names.ts";
import { formatYaml } from "../../render/text/yaml-text.ts";
import type { Context } from "../http/context.ts";
import { clusterContext } from "../resources/cluster-owners.ts";
import type { Plan } from "../resources/dry-run-plan.ts";
import { unifiedDiff } from "../resources/unified-diff.ts";
import { planDatabaseObjects, type PlannedValues } from "./plan-objects.ts";

/** A database as REST shows it, before or after a change. */
type DatabaseBody = Readonly<Record<string, unknown>>;
/** The object that is planned for. */
type Planned = Readonly<{
  row: Pick<StoredResource, "id" | "objectName" | "namespace">;
  cluster: StoredResource | undefined;
  /** Whose archive it is filled from, where that is known already. */
  source?: DatabaseSource;
}>;

/** What is planned; `before` is absent on create, `after` on delete. */
type PlannedDatabase = Readonly<{
  before?: DatabaseBody;
  after?: DatabaseBody;
  warnings: readonly string[];
  /** What else cannot be known. */
  unknowns?: readonly string[];
}>;

/** Makes the plan of a database's change. */
export async function planDatabase(
  context: Context,
  planned: Planned,
  { before, after, warnings, unknowns: beyond = [] }: PlannedDatabase,
): Promise<Plan> {
  const path = valuesPath(planned);
  const [old, fresh] = await Promise.all([valuesOf(context, planned, before), valuesOf(context, planned, after)]);
  const values_diff = unifiedDiff(path ?? "values.yaml", textOf(old), textOf(fresh));
  const { objects, unknowns: unlisted } = planDatabaseObjects(old, fresh);
  const unknowns = [...beyond, ...unlisted];
  const objects_complete = unknowns.length === 0;
  return { values_diff, git_path: path, objects, objects_complete, warnings: [...warnings, ...unknowns] };
}

function textOf(values: PlannedValues): string {
  return values === undefined || values === "unrendered" ? "" : formatYaml(values);
}

/** Derives where a database's values file lies, also before it was committed. */
function valuesPath({ row, cluster }: Planned): string | null {
  return cluster === undefined ? null : `${databaseFolder(clusterContext(cluster).handle, handleOf(row))}/values.yaml`;
}

function handleOf({ objectName, id }: Pick<StoredResource, "objectName" | "id">): string {
  return deriveHandle("DatabaseInstance", objectName, id);
}

/** Renders what the operator would commit; the version of its credentials alone is not known here. */
async function valuesOf(context: Context, planned: Planned, body: DatabaseBody | undefined): Promise<PlannedValues> {
  const { cluster } = planned;
  if (body === undefined) return undefined;
  if (cluster === undefined) return "unrendered";
  const { archive } = context.services.config;
  const source = archive === undefined ? undefined : (planned.source ?? (await sourceOf(context, body)));
  try {
    return deriveDatabaseValues(inputOf(context, { planned, body, cluster, source }));
  } catch (error) {
    if (error instanceof BerthError && error.code === "render_failed") return "unrendered";
    throw error;
  }
}

type Rendered = Readonly<{
  planned: Planned;
  body: DatabaseBody;
  cluster: StoredResource;
  source: DatabaseSource | undefined;
}>;

function inputOf({ services }: Context, { planned, body, cluster, source }: Rendered): RenderDatabaseInput {
  const { archive, vault } = services.config;
  const { id, objectName: name, namespace } = planned.row;
  const { handle, provider, region, tier } = clusterContext(cluster);
  const platform = { repoUrl: "", branch: "", argocdNamespace: "", project: "", chartVersion: "", archive };
  return {
    metadata: { name, namespace, id },
    handle: handleOf(planned.row),
    spec: specOf(body, source),
    cluster: { handle, provider, region, tier },
    channel: cluster.body["component_bundle_version"] === "latest" ? "latest" : "stable",
    platform: { ...platform, secretsDriver: vault === undefined ? "kubernetes" : "vault" },
    ...(source !== undefined && { source }),
  };
}

/** Every member of the spec that the values depend on is in the body, but for what a restore was asked for. */
function specOf(body: DatabaseBody, source?: DatabaseSource): DatabaseSpec {
  const spec = fromRest(databaseSpec, { ...body, replication_source_id: null }) as DatabaseSpec;
  if (source === undefined) return spec;
  return source.follow
    ? { ...spec, replicationSourceId: source.id }
    : { ...spec, restore: { sourceId: source.id, pointInTime: source.time } };
}

async function sourceOf({ services }: Context, body: DatabaseBody): Promise<DatabaseSource | undefined> {
  const { replication_source_id: followed, restored_from: restored } = body;
  const id = followed ?? restored;
  if (typeof id !== "string") return undefined;
  const row = await findRow(services.pool, "DatabaseInstance", id);
  return { id, handle: row === undefined ? "" : handleOf(row), follow: followed !== null };
}
