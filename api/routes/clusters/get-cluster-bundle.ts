import type { getClusterBundle } from "../../../contract/rest/cluster-bundle.ts";
import { showBundle } from "../../clusters/show-bundle.ts";
import type { Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";

/** Shows the component bundle of a cluster as the projection has it: one row, no trip to the cluster. */
export const handle: Handler<typeof getClusterBundle> = async (context, { path }) => ({
  body: showBundle(await loadResource(context, "Cluster", path.cluster_id)),
});
