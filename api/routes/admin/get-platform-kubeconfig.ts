import { findRow } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { getPlatformKubeconfig } from "../../../contract/rest/admin-clusters.ts";
import { handOutKubeconfig } from "../../clusters/hand-out-kubeconfig.ts";
import type { Handler } from "../../http/context.ts";

/** Mints a kubeconfig of a cluster of the platform's own; an organization's cluster is not found here. */
export const handle: Handler<typeof getPlatformKubeconfig> = async (context, { path, query }) => {
  const row = await findRow(context.services.pool, "Cluster", path.cluster_id);
  if (row?.hidden !== true) throw new BerthError("not_found");
  return handOutKubeconfig(context, row, query.ttl);
};
