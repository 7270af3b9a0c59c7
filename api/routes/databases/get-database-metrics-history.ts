import { deriveHandle } from "../../../contract/identity.ts";
import type { getDatabaseMetricsHistory } from "../../../contract/rest/metrics-history.ts";
import type { Handler } from "../../http/context.ts";
import { findClusterOf } from "../../resources/find-cluster.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { answerHistory } from "../../usage/answer-history.ts";

/** Tells what the servers of a database took over time. */
export const handle: Handler<typeof getDatabaseMetricsHistory> = async (context, { path, query }) => {
  const row = await loadResource(context, "DatabaseInstance", path.database_id);
  const cluster = await findClusterOf(context, row);
  const namespace = deriveHandle("DatabaseInstance", row.objectName, row.id);
  return { body: await answerHistory(context, { cluster, namespace }, query) };
};
