import type { getClusterMetrics } from "../../../contract/rest/metrics.ts";
import type { Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { lookAtCluster } from "../../usage/look-at-cluster.ts";
import { clusterMetrics } from "../../usage/metrics-bodies.ts";

/** Tells what is taken of the nodes of a cluster. */
export const handle: Handler<typeof getClusterMetrics> = async (context, { path }) => {
  const row = await loadResource(context, "Cluster", path.cluster_id);
  return { body: clusterMetrics(await lookAtCluster(context, row)) };
};
