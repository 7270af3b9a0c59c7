import type { Schemas } from "../client/main.ts";
import type { Means } from "./means.ts";
import { UsageError } from "./output/explain-fault.ts";

type Deployment = Schemas["DeploymentResponse"];
type Cluster = Schemas["ClusterResponse"];
type Database = Schemas["DatabaseResponse"];
type Named = Readonly<{ id: string; name: string; cluster_id?: string }>;

/** Tells an id from a name. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds a deployment by name or id; `cluster` tells those of one name apart. */
export async function findDeployment(means: Means, ref: string, cluster?: string): Promise<Deployment> {
  return only(await searchDeployment(means, ref, cluster), "deployment", ref);
}

/** Finds the deployment of a name, or none. */
export async function searchDeployment(means: Means, ref: string, cluster?: string): Promise<Deployment[]> {
  const { berth } = means;
  if (UUID.test(ref)) return [await berth.getDeployment({ path: { deployment_id: ref } })];
  const query = { q: ref, ...(await means.organizationId()), ...(await placeOf(means, cluster)) };
  return named(ref, berth.pages("listDeployments", { query }));
}

/** Finds a cluster by name or id. */
export async function findCluster(means: Means, ref: string): Promise<Cluster> {
  const { berth } = means;
  if (UUID.test(ref)) return berth.getCluster({ path: { cluster_id: ref } });
  const query = { q: ref, ...(await means.organizationId()) };
  return only(await named(ref, berth.pages("listClusters", { query })), "cluster", ref);
}

/** Finds a database by name or id. */
export async function findDatabase(means: Means, ref: string, cluster?: string): Promise<Database> {
  const { berth } = means;
  if (UUID.test(ref)) return berth.getDatabase({ path: { database_id: ref } });
  const query = { q: ref, ...(await means.organizationId()), ...(await placeOf(means, cluster)) };
  return only(await named(ref, berth.pages("listDatabases", { query })), "database", ref);
}

async function placeOf(means: Means, cluster: string | undefined): Promise<{ cluster_id?: string }> {
  return cluster === undefined ? {} : { cluster_id: (await findCluster(means, cluster)).id };
}

/** The server finds what begins so. */
async function named<T extends Named>(name: string, items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) if (item.name === name) found.push(item);
  return found;
}

function only<T extends Named>(found: readonly T[], what: string, ref: string): T {
  const [first, ...others] = found;
  if (first === undefined) throw new UsageError(`There is no ${what} "${ref}" that you may see.`);
  if (others.length === 0) return first;
  const ids = found.map(({ id }) => id).join(", ");
  throw new UsageError(
    `There are ${found.length} of the name "${ref}": say which by --cluster, --organization or its id (${ids}).`,
  );
}
