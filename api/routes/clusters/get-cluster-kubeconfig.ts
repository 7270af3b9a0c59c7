import { findRow } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { getClusterKubeconfig } from "../../../contract/rest/clusters.ts";
import { handOutKubeconfig } from "../../clusters/hand-out-kubeconfig.ts";
import type { Context, Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";

/** Mints a kubeconfig of an organization's cluster. */
export const handle: Handler<typeof getClusterKubeconfig> = async (context, { path, query }) => {
  await assertNotThePlatforms(context, path.cluster_id);
  return handOutKubeconfig(context, await loadResource(context, "Cluster", path.cluster_id), query.ttl);
};

/** To everybody else the platform's own clusters do not exist. */
async function assertNotThePlatforms({ principal, services }: Context, id: string): Promise<void> {
  if (principal.kind !== "user" || !principal.isPlatformAdmin) return;
  const row = await findRow(services.pool, "Cluster", id);
  if (row?.hidden !== true) return;
  const publicMessage = `This is a cluster of the platform: ask GET /admin/clusters/${id}/kubeconfig.`;
  throw new BerthError("forbidden", { publicMessage });
}
