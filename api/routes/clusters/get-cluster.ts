import type { getCluster } from "../../../contract/rest/clusters.ts";
import type { Handler } from "../../http/context.ts";
import { hotRead } from "../../resources/hot-read.ts";
import { resourceAnswer } from "../../resources/resource-text.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Reads a cluster. */
export const handle: Handler<typeof getCluster> = async (context, { path }) => {
  const row = await hotRead(context, "Cluster", path.cluster_id);
  return resourceAnswer("Cluster", row);
};
