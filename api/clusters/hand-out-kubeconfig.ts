import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { noteAccess } from "../../adapters/postgres/resources/cluster-access-store.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { CLUSTER_TRAITS } from "../../contract/resources/cluster-traits.ts";
import { traitsOf } from "../../contract/resources/phase-traits.ts";
import { assertUser } from "../http/authenticate.ts";
import type { Answer, Context } from "../http/context.ts";
import { auditOf } from "../resources/audit-of.ts";
import type { ClusterEndpoint } from "./cluster-access.ts";
import { mintKubeconfig } from "./mint-kubeconfig.ts";

const TTL_SECONDS_DEFAULT = 8 * 3_600;

/** Mints a kubeconfig for the caller, who may have it; each one is in the audit log. */
export async function handOutKubeconfig(
  context: Context,
  row: StoredResource,
  ttl: number | undefined,
): Promise<Answer> {
  const { userId, via, credentialId } = assertUser(context.principal);
  if (row.status === "deleting") throw new BerthError("being_deleted");
  if (!traitsOf(CLUSTER_TRAITS, row.status).live) throw new BerthError("cluster_not_ready");
  const endpoint = await context.services.clusterAccess.open(row);
  if (endpoint === undefined) throw new BerthError("cluster_not_ready");
  await context.services.ledger.audit(
    auditOf(context, { kind: "Cluster", id: row.id, organizationId: row.organizationId }),
    "succeeded",
  );
  const ttlSeconds = ttl ?? TTL_SECONDS_DEFAULT;
  const endsWith =
    via === "session" ? { sessionId: credentialId, apiKeyId: null } : { sessionId: null, apiKeyId: credentialId };
  const secretName = await noteAccess(context.services.pool, { clusterId: row.id, userId, ...endsWith }, ttlSeconds);
  const wanted = { clusterName: row.objectName, userId, secretName, ttlSeconds };
  return answer(context, row, await mint(endpoint, wanted));
}

type Minted = Awaited<ReturnType<typeof mintKubeconfig>>;

async function mint(endpoint: ClusterEndpoint, wanted: Parameters<typeof mintKubeconfig>[1]): Promise<Minted> {
  try {
    return await mintKubeconfig(endpoint, wanted);
  } catch (cause) {
    throw cause instanceof KubeError ? new BerthError("cluster_unreachable", { cause }) : cause;
  } finally {
    await endpoint.client.close();
  }
}

function answer(context: Context, row: StoredResource, { kubeconfig, expiresAt }: Minted): Answer {
  const headers = { "Cache-Control": "no-store" };
  if (/\bapplication\/yaml\b/i.test(context.accept))
    return { text: kubeconfig, contentType: "application/yaml; charset=utf-8", headers };
  return { body: { kubeconfig, expires_at: expiresAt, cluster_id: row.id }, headers };
}
