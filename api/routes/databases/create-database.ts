import { BerthError } from "../../../contract/errors.ts";
import { databaseSpec, type DatabaseSpec } from "../../../contract/resources/database-instance.ts";
import type { createDatabase } from "../../../contract/rest/databases.ts";
import { fromRest } from "../../../contract/rest-case.ts";
import { createDatabaseFrom } from "../../databases/create-database.ts";
import { followedSpec, loadSource } from "../../databases/replication-source.ts";
import type { Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";

/** Creates a database on a cluster of one of the caller's organizations. */
export const handle: Handler<typeof createDatabase> = async (context, { body, query }) => {
  const cluster = await loadResource(context, "Cluster", body.cluster_id);
  if (typeof body.organization_id === "string" && body.organization_id !== cluster.organizationId)
    throw new BerthError("not_found");
  if (cluster.status === "deleting") throw new BerthError("being_deleted");
  const spec = fromRest(databaseSpec.omit({ name: true, cluster: true }), body) as DatabaseSpec;
  const source = await loadSource(context, spec.replicationSourceId, cluster);
  return createDatabaseFrom(
    context,
    { name: body.name, cluster, spec: source === undefined ? spec : followedSpec(spec, source) },
    query,
  );
};
