import { findRow } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { deriveHandle } from "../../../contract/identity.ts";
import type { getDatabaseMetricsHistory } from "../../../contract/rest/metrics-history.ts";
import type { Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { answerHistory } from "../../usage/answer-history.ts";

/** Tells what the servers of a database took over time. */
export const handle: Handler<typeof getDatabaseMetricsHistory> = async (context, { path, query }) => {
  const row = await loadResource(context, "DatabaseInstance", path.database_id);
  const cluster = await findRow(context.services.pool, "Cluster", row.clusterId ?? "");
  if (cluster === undefined) throw new BerthError("cluster_unreachable");
  const namespace = deriveHandle("DatabaseInstance", row.objectName, row.id);
  return { body: await answerHistory(context, { cluster, namespace }, query) };
};
