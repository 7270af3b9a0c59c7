import type { getClusterMetricsHistory } from "../../../contract/rest/metrics-history.ts";
import type { Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { answerHistory } from "../../usage/answer-history.ts";

/** Tells what the pods of a cluster took over time. */
export const handle: Handler<typeof getClusterMetricsHistory> = async (context, { path, query }) => {
  const cluster = await loadResource(context, "Cluster", path.cluster_id);
  return { body: await answerHistory(context, { cluster }, query) };
};
