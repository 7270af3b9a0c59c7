import type { listUpgradeRequests } from "../../../contract/rest/upgrades.ts";
import type { Handler } from "../../http/context.ts";
import { hotList } from "../../resources/hot-read.ts";
import { toFilter } from "../../resources/list-filters.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Lists upgrade requests over all clusters, newest first. */
export const handle: Handler<typeof listUpgradeRequests> = (context, { query }) => {
  return hotList(context, { kind: "UpgradeRequest", ...toFilter(query) }, query, "upgrades");
};
