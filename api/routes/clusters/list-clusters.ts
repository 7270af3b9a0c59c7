import type { listClusters } from "../../../contract/rest/clusters.ts";
import type { Handler } from "../../http/context.ts";
import { hotList } from "../../resources/hot-read.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Lists clusters, newest first. */
export const handle: Handler<typeof listClusters> = (context, { query }) => {
  const { organization_id: organizationId, status, provider, tier, q: namePrefix } = query;
  const filter = { kind: "Cluster", organizationId, status, provider, tier, namePrefix } as const;
  return hotList(context, filter, query, "clusters");
};
