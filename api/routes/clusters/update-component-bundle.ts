import type { updateComponentBundle } from "../../../contract/rest/cluster-bundle.ts";
import { changeCluster, loadCluster } from "../../clusters/change-cluster.ts";
import type { Handler } from "../../http/context.ts";

const NO_INGRESS =
  "The platform's Ingress controller goes: an Ingress of a chart or of a workload that was taken over answers no more. With both it stays.";

/** Moves a cluster to a channel of the component bundle, or another way of requests; the operator stamps its registration anew. */
export const handle: Handler<typeof updateComponentBundle> = async (context, { path, body, query, headers }) => {
  const row = await loadCluster(context, path.cluster_id);
  const { version, routing } = body;
  const spec = {
    ...(version === undefined ? {} : { componentBundleVersion: version }),
    ...(routing === undefined ? {} : { routing }),
  };
  const warnings = routing === "gateway" ? [NO_INGRESS] : [];
  return changeCluster(context, { row, spec, query, ifMatch: headers["if-match"], warnings });
};
