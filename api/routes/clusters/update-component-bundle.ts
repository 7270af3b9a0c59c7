import type { updateComponentBundle } from "../../../contract/rest/cluster-bundle.ts";
import { changeCluster, loadCluster } from "../../clusters/change-cluster.ts";
import type { Handler } from "../../http/context.ts";

/** Moves a cluster to a channel of the component bundle; the operator stamps its registration anew. */
export const handle: Handler<typeof updateComponentBundle> = async (context, { path, body, query, headers }) => {
  const row = await loadCluster(context, path.cluster_id);
  const spec = { componentBundleVersion: body.version };
  return changeCluster(context, { row, spec, query, ifMatch: headers["if-match"] });
};
