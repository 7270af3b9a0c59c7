import { findRow } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { deriveHandle } from "../../../contract/identity.ts";
import type { getDatabaseMetrics } from "../../../contract/rest/metrics.ts";
import type { Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { lookAtCluster } from "../../usage/look-at-cluster.ts";
import { workloadMetrics } from "../../usage/metrics-bodies.ts";

/** Tells what the servers of a database take; its namespace holds nothing else. */
export const handle: Handler<typeof getDatabaseMetrics> = async (context, { path }) => {
  const row = await loadResource(context, "DatabaseInstance", path.database_id);
  const cluster = await findRow(context.services.pool, "Cluster", row.clusterId ?? "");
  if (cluster === undefined) throw new BerthError("cluster_unreachable");
  const usage = await lookAtCluster(context, cluster);
  const namespace = deriveHandle("DatabaseInstance", row.objectName, row.id);
  return { body: workloadMetrics(usage, usage.pods.get(namespace) ?? []) };
};
