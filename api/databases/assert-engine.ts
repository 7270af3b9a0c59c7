import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import type { ClusterSpec } from "../../contract/resources/cluster.ts";
import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import { NO_ENGINE, runsEngine } from "../../render/bundle/runs-engine.ts";
import { clusterContext } from "../resources/cluster-owners.ts";

/** Refuses a database that nobody on the cluster would make a server of. */
export function assertEngine(cluster: StoredResource, engine: DatabaseSpec["engine"]): void {
  const { provider, tier } = clusterContext(cluster);
  if (!runsEngine({ provider, tier: tier as ClusterSpec["tier"] }, engine))
    throw new BerthError("conflict", { publicMessage: NO_ENGINE });
}
