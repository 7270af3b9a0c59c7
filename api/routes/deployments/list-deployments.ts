import type { listDeployments } from "../../../contract/rest/deployments.ts";
import type { Handler } from "../../http/context.ts";
import { hotList } from "../../resources/hot-read.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Lists deployments, newest first. */
export const handle: Handler<typeof listDeployments> = (context, { query }) => {
  const { organization_id: organizationId, cluster_id: clusterId, status, q: namePrefix } = query;
  const filter = { kind: "Deployment", organizationId, clusterId, status, namePrefix } as const;
  return hotList(context, filter, query, "deployments");
};
