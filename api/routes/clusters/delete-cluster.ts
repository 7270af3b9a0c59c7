import { CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import { listOnCluster, type StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { ANNOTATIONS } from "../../../contract/identity.ts";
import { clusterResource } from "../../../contract/resources/cluster.ts";
import { CLUSTER_TRAITS } from "../../../contract/resources/cluster-traits.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import type { deleteCluster } from "../../../contract/rest/clusters.ts";
import type { Context, Handler } from "../../http/context.ts";
import { deleteResource, dryRunDelete, type Deletion } from "../../resources/delete-resource.ts";
import { planCluster } from "../../resources/dry-run-plan.ts";
import { loadResource, wantedGeneration } from "../../resources/load-resource.ts";

type Options = Readonly<{ cascade?: boolean; force?: boolean }>;

/** Begins the deletion of a cluster, or detaches an imported one. */
export const handle: Handler<typeof deleteCluster> = async (context, { path, query, headers }) => {
  const row = await loadResource(context, "Cluster", path.cluster_id);
  const generation = wantedGeneration(row, headers["if-match"]);
  const warnings = await check(context, row, query);
  const deletion: Deletion = {
    definition: clusterResource,
    kind: "Cluster",
    type: CLUSTERS,
    row,
    owners: { organizationId: row.organizationId, userId: String(row.body["user_id"]) },
    generation,
    options: {
      [ANNOTATIONS.cascade]: query.cascade,
      [ANNOTATIONS.force]: query.force,
      [ANNOTATIONS.removeBundle]: query.remove_bundle,
    },
    message: "The cluster is being deleted; its name is free again once it is gone.",
  };
  if (query.dry_run === true) return dryRunDelete(context, deletion, planCluster(warnings));
  return deleteResource(context, deletion, query.wait);
};

async function check({ services }: Context, row: StoredResource, query: Options): Promise<string[]> {
  if (query.force === true && traitsOf(CLUSTER_TRAITS, row.status).well)
    throw new BerthError("conflict", { publicMessage: "force is only for a cluster that cannot be reached." });
  const carried = await listOnCluster(services.pool, row.id);
  if (carried.length > 0 && query.cascade !== true)
    throw new BerthError("cluster_in_use", { details: { conflicts: carried } });
  return carried.map(({ kind, name }) => `${kind} ${name} is deleted with it.`);
}
