import type { updateAutoscaling } from "../../../contract/rest/cluster-changes.ts";
import { changeCluster, loadManagedCluster } from "../../clusters/change-cluster.ts";
import type { Handler } from "../../http/context.ts";

/** Sets whether and within which bounds the node count follows the load. */
export const handle: Handler<typeof updateAutoscaling> = async (context, { path, query, body, headers }) => {
  const row = await loadManagedCluster(context, path.cluster_id);
  const { autoscaling_enabled: autoscalingEnabled, min_nodes: minNodes, max_nodes: maxNodes } = body;
  const spec = { autoscalingEnabled, minNodes, maxNodes };
  return changeCluster(context, { row, spec, ifMatch: headers["if-match"], query });
};
