import { createKubeClient, type KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { SERVICE_ACCOUNTS } from "../../adapters/kubernetes/resource-types.ts";
import { roleManifests, type RoleSurroundings } from "../../scripts/role-manifests.ts";
import type { ApiServer } from "./api-server.ts";
import { applyAll } from "./apply-all.ts";

/** Makes an account that has exactly the operator's declared rights, the namespaced ones in these namespaces, and a client that is it. */
export async function operatorClient(
  api: ApiServer,
  admin: KubeClient,
  namespaces: RoleSurroundings["namespaces"],
  namespace: string,
): Promise<KubeClient> {
  const account = (name: string): { kind: string; name: string; namespace: string } => ({
    kind: "ServiceAccount",
    name,
    namespace,
  });
  await applyAll(admin, [
    ...roleManifests({ subjects: { gateway: account("gateway"), operator: account("operator") }, namespaces }),
    { apiVersion: "v1", kind: SERVICE_ACCOUNTS.kind, metadata: { name: "operator", namespace } },
  ]);
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/operator/token`;
  const { status } = (await admin.request("POST", path, { body })) as { status: { token: string } };
  return createKubeClient({ server: api.server, caData: api.caData, token: status.token });
}
