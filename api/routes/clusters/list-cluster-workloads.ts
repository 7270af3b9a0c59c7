import { listAdopters } from "../../../adapters/postgres/resources/resource-rows.ts";
import { FOUND_MAX, type listClusterWorkloads } from "../../../contract/rest/cluster-workloads.ts";
import { translateTenantFault } from "../../clusters/tenant-reader.ts";
import { describeWorkload, isOffered, keyOf } from "../../clusters/workloads/found-workload.ts";
import { readWorkloads, type ReadWorkloads } from "../../clusters/workloads/read-workloads.ts";
import type { Context, Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";

type Cluster = Awaited<ReturnType<typeof loadResource>>;

/** Lists what runs on a cluster, with the import of each. */
export const handle: Handler<typeof listClusterWorkloads> = async (context, { path, query }) => {
  const cluster = await loadResource(context, "Cluster", path.cluster_id);
  const [{ found, isComplete }, taken] = await Promise.all([
    askCluster(context, cluster, query.namespace),
    listAdopters(context.services.pool, cluster.id),
  ]);
  const adopters = new Map(taken.map(({ id, namespace, kind, name }) => [keyOf(kind, { namespace, name }), id]));
  const offered = found.filter(({ kind, live }) => isOffered(kind, live, adopters));
  const ambiguous = repeated(offered.map(({ live }) => live.metadata.name));
  const workloads = offered
    .map(({ kind, live }) => describeWorkload(kind, live, { adopters, ambiguous }))
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  return {
    body: {
      workloads: workloads.slice(0, FOUND_MAX),
      complete: isComplete && workloads.length <= FOUND_MAX,
      observed_at: new Date().toISOString(),
    },
  };
};

async function askCluster(
  { services }: Context,
  cluster: Cluster,
  namespace: string | undefined,
): Promise<ReadWorkloads> {
  const client = await services.tenantReader.open(cluster);
  try {
    return await readWorkloads(client, namespace);
  } catch (error) {
    throw translateTenantFault(error);
  } finally {
    await client.close();
  }
}

function repeated(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

function sortKey({ namespace, name, kind }: Readonly<{ namespace: string; name: string; kind: string }>): string {
  return `${namespace}/${name}/${kind}`;
}
