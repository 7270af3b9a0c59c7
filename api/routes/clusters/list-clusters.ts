import type { listClusters } from "../../../contract/rest/clusters.ts";
import type { Handler } from "../../http/context.ts";
import { hotList } from "../../resources/hot-read.ts";
import { toFilter } from "../../resources/list-filters.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Lists clusters, newest first. */
export const handle: Handler<typeof listClusters> = (context, { query }) => {
  return hotList(context, { kind: "Cluster", ...toFilter(query) }, query, "clusters");
};
