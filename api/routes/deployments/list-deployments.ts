import type { listDeployments } from "../../../contract/rest/deployments.ts";
import type { Handler } from "../../http/context.ts";
import { hotList } from "../../resources/hot-read.ts";
import { toFilter } from "../../resources/list-filters.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Lists deployments, newest first. */
export const handle: Handler<typeof listDeployments> = (context, { query }) => {
  return hotList(context, { kind: "Deployment", ...toFilter(query) }, query, "deployments");
};
