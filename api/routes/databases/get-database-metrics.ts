import { deriveHandle } from "../../../contract/identity.ts";
import type { getDatabaseMetrics } from "../../../contract/rest/metrics.ts";
import type { Handler } from "../../http/context.ts";
import { findClusterOf } from "../../resources/find-cluster.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { lookAtNamespace } from "../../usage/look-at-cluster.ts";
import { workloadMetrics } from "../../usage/metrics-bodies.ts";

/** Tells what the servers of a database take; its namespace holds nothing else. */
export const handle: Handler<typeof getDatabaseMetrics> = async (context, { path }) => {
  const row = await loadResource(context, "DatabaseInstance", path.database_id);
  const cluster = await findClusterOf(context, row);
  const namespace = deriveHandle("DatabaseInstance", row.objectName, row.id);
  const usage = await lookAtNamespace(context, cluster, namespace);
  return { body: workloadMetrics(usage, usage.pods.get(namespace) ?? []) };
};
