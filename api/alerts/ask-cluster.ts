import type { RouteRates } from "../../adapters/history/history-client.ts";
import type { WatchedCluster } from "../../adapters/postgres/alerts/alert-watch-store.ts";
import { deriveHandle } from "../../contract/identity.ts";
import type { Services } from "../services.ts";
import type { ClusterUsage } from "../usage/read-cluster-usage.ts";
import type { UsageLooks } from "../usage/usage-looks.ts";

/** What a cluster is asked with. */
export type AskParts = Pick<Services, "tenantReader" | "metricsHistory"> &
  Readonly<{ usageLooks: Pick<UsageLooks, "look"> }>;
/** What of the things on a cluster was asked, by namespace. */
export type Routes = ReadonlyMap<string, RouteRates>;
/** What was asked about a cluster; what did not answer is undefined, and none of both rejects. */
export type Asked = Readonly<{ usage: Promise<ClusterUsage | undefined>; routes: Promise<Routes | undefined> }>;

/** Whose looks they are; people's are counted apart, and so are those at another cluster, which may take long. */
const LOOKER = "alerts";
/** What had not come in time. */
export const LATE = Symbol("late");

/** Asks what is on a cluster: itself what its pods are, the store of metrics, by one query, what all of it was asked. */
export function askCluster(parts: AskParts, cluster: WatchedCluster): Asked {
  return {
    usage: askForPods(parts, cluster).catch(() => undefined),
    routes: askForRoutes(parts, cluster).catch(() => undefined),
  };
}

async function askForPods({ tenantReader, usageLooks }: AskParts, cluster: WatchedCluster): Promise<ClusterUsage> {
  const open = () => tenantReader.open(cluster);
  return usageLooks.look({ clusterId: cluster.id, userId: `${LOOKER} ${cluster.id}`, open });
}

async function askForRoutes(
  { metricsHistory }: AskParts,
  { id, objectName }: WatchedCluster,
): Promise<Routes | undefined> {
  return metricsHistory.readRoutes(deriveHandle("Cluster", objectName, id));
}

/** Waits for an answer for so long; a gateway that stops waits for none. */
export async function waitFor<T>(
  { stopping }: Pick<Services, "stopping">,
  answer: Promise<T>,
  ms: number,
): Promise<T | typeof LATE> {
  const { promise: over, resolve } = Promise.withResolvers<typeof LATE>();
  const end = (): void => resolve(LATE);
  const timer = setTimeout(end, ms);
  stopping.addEventListener("abort", end);
  if (stopping.aborted) end();
  return Promise.race([answer, over]).finally(() => {
    clearTimeout(timer);
    stopping.removeEventListener("abort", end);
  });
}
