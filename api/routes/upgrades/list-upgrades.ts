import type { listUpgrades } from "../../../contract/rest/upgrades.ts";
import type { Handler } from "../../http/context.ts";
import { hotList, hotRead } from "../../resources/hot-read.ts";
import { toFilter } from "../../resources/list-filters.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Lists the upgrade requests of a cluster, newest first. */
export const handle: Handler<typeof listUpgrades> = async (context, { path, query }) => {
  const { id: clusterId } = await hotRead(context, "Cluster", path.cluster_id);
  return hotList(context, { kind: "UpgradeRequest", clusterId, ...toFilter(query) }, query, "upgrades");
};
