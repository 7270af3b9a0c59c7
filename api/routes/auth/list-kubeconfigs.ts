import { listAccess, type HeldAccess } from "../../../adapters/postgres/resources/cluster-access-store.ts";
import type { IssuedKubeconfigResponse, listKubeconfigs } from "../../../contract/rest/kubeconfigs.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { pageOf } from "../../http/cursor.ts";

/** Lists the kubeconfigs that were handed out to the caller, newest first. */
export const handle: Handler<typeof listKubeconfigs> = async ({ services, principal }, { query }) => {
  const { items, ...page } = pageOf(await listAccess(services.pool, assertUser(principal).userId), query);
  return { body: { kubeconfigs: items.map(kubeconfigBody), ...page } };
};

function kubeconfigBody(held: HeldAccess): IssuedKubeconfigResponse {
  return {
    id: held.id,
    cluster_id: held.clusterId,
    cluster_name: held.clusterName,
    organization_id: held.organizationId,
    session_id: held.sessionId,
    api_key_id: held.apiKeyId,
    client_id: held.clientId,
    issued_at: held.createdAt.toISOString(),
    expires_at: held.expiresAt.toISOString(),
  };
}
