import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import type { DatabaseResponse } from "../../contract/rest/databases.ts";
import type { Context } from "../http/context.ts";
import { ValidationFault, valueFault, type Fault } from "../http/validation-fault.ts";
import { absent, loadResource } from "../resources/load-resource.ts";
import { isFollowing } from "./judge-update.ts";

/** Loads the database that a new one is to follow; one of another organization is as good as absent. */
export async function loadSource(
  context: Context,
  id: string | undefined,
  cluster: StoredResource,
): Promise<StoredResource | undefined> {
  if (id === undefined) return undefined;
  const source = await loadResource(context, "DatabaseInstance", id);
  if (source.organizationId !== cluster.organizationId) throw absent("DatabaseInstance");
  if (source.status === "deleting") throw new BerthError("being_deleted");
  const { restorable_from: begin } = source.body as DatabaseResponse;
  if (begin === null)
    throw new BerthError("conflict", {
      publicMessage: "The source has no backup that a replica could begin from; make one first.",
    });
  if (source.clusterId === cluster.id)
    throw new ValidationFault([fault("cluster_id", "a replica is on another cluster than its source")]);
  return source;
}

/** Derives the spec of a replica: what the source's data decides is the source's; lower limits than its are refused. */
export function followedSpec<Spec extends Omit<DatabaseSpec, "name" | "cluster">>(
  spec: Spec,
  source: StoredResource,
): Spec {
  const shown = source.body as DatabaseResponse;
  const faults = judgeReplica(spec, shown);
  if (faults.length > 0) throw new ValidationFault(faults);
  const { engine_version: engineVersion, database_name: databaseName, storage_size_gb: storageSizeGb } = shown;
  const connections = shown.max_connections === null ? {} : { maxConnections: shown.max_connections };
  return { storageSizeGb, ...connections, ...spec, engineVersion, databaseName };
}

function judgeReplica(spec: Omit<DatabaseSpec, "name" | "cluster">, source: DatabaseResponse): Fault[] {
  const most = source.max_connections ?? ENGINE_CONNECTIONS;
  const { engineVersion, databaseName, storageSizeGb, maxConnections, extensions = [] } = spec;
  const rules: readonly (readonly [isBroken: boolean, member: string, sentence: string])[] = [
    [source.engine !== "postgresql", "replication_source_id", "only a postgresql database can be followed"],
    [isFollowing(source), "replication_source_id", "this database follows another one itself"],
    [differs(engineVersion, source.engine_version), "engine_version", `the source has ${source.engine_version}`],
    [differs(databaseName, source.database_name), "database_name", `the source's is ${source.database_name}`],
    [isLess(storageSizeGb, source.storage_size_gb), "storage_size_gb", `the source has ${source.storage_size_gb} GB`],
    [isLess(maxConnections, most), "max_connections", `the source takes ${most} connections`],
    [extensions.length > 0, "extensions", "a replica has the extensions of its source"],
  ];
  return rules.flatMap(([isBroken, member, sentence]) => (isBroken ? [fault(member, sentence)] : []));
}

/** PostgreSQL's own default; a standby with fewer does not start. */
const ENGINE_CONNECTIONS = 100;

function differs(asked: string | undefined, actual: string): boolean {
  return asked !== undefined && asked !== actual;
}

function isLess(asked: number | undefined, least: number): boolean {
  return asked !== undefined && asked < least;
}

function fault(member: string, sentence: string): Fault {
  return valueFault(["body", member], sentence);
}
