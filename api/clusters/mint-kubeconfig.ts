import { stringify } from "yaml";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { SECRETS, SERVICE_ACCOUNTS } from "../../adapters/kubernetes/resource-types.ts";
import { ACCESS_NAMESPACE, FIELD_MANAGERS, LABELS } from "../../contract/identity.ts";
import type { ClusterEndpoint } from "./cluster-access.ts";

/**
 * Mints a kubeconfig of a user's own (docs/adr/0026):
 * 1. a ServiceAccount per user and a Secret per session, API key or application, in the namespace berth-access of the tenant cluster; the
 *    operator made it, and all accounts in it administrators;
 * 2. a TokenRequest for that account, bound to the Secret: deleting the Secret revokes its tokens (revoke-access.ts);
 * 3. the file, with the cluster's address and certificate authority.
 */
export async function mintKubeconfig(
  endpoint: ClusterEndpoint,
  wanted: Readonly<{ clusterName: string; userId: string; secretName: string; ttlSeconds: number }>,
): Promise<Readonly<{ kubeconfig: string; expiresAt: string }>> {
  const name = accountNameOf(wanted.userId);
  const secret = await ensureAccount(endpoint.client, wanted);
  const path = `/api/v1/namespaces/${ACCESS_NAMESPACE}/serviceaccounts/${name}/token`;
  const bound = { apiVersion: "v1", kind: "Secret", name: wanted.secretName, uid: secret.metadata.uid };
  const answer = (await endpoint.client.request("POST", path, {
    body: {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      spec: { expirationSeconds: wanted.ttlSeconds, boundObjectRef: bound },
    },
  })) as TokenAnswer;
  const { token, expirationTimestamp } = answer.status;
  return {
    kubeconfig: kubeconfigText(endpoint, wanted.clusterName, token),
    expiresAt: new Date(expirationTimestamp).toISOString(),
  };
}

/** Names a user's ServiceAccount. */
export function accountNameOf(userId: string): string {
  return `user-${userId}`;
}

type TokenAnswer = Readonly<{ status: Readonly<{ token: string; expirationTimestamp: string }> }>;

const OPTIONS = { fieldManager: FIELD_MANAGERS.api, force: true };

async function ensureAccount(
  client: KubeClient,
  { userId, secretName }: Readonly<{ userId: string; secretName: string }>,
): Promise<KubeObject> {
  const name = accountNameOf(userId);
  const labels = { [LABELS.managed]: "true", [LABELS.userId]: userId };
  const metadata = { name, namespace: ACCESS_NAMESPACE, labels };
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata, automountServiceAccountToken: false };
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { ...metadata, name: secretName }, type: "Opaque" };
  const namespaced = { namespace: ACCESS_NAMESPACE };
  const [made] = await Promise.all([
    client.patch(SECRETS, { ...namespaced, name: secretName }, { kind: "apply", body: secret }, OPTIONS),
    client.patch(SERVICE_ACCOUNTS, { ...namespaced, name }, { kind: "apply", body: account }, OPTIONS),
  ]);
  return made;
}

function kubeconfigText({ server, caData }: ClusterEndpoint, name: string, token: string): string {
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    clusters: [
      { name, cluster: { server, ...(caData === undefined ? {} : { "certificate-authority-data": caData }) } },
    ],
    contexts: [{ name, context: { cluster: name, user: name } }],
    users: [{ name, user: { token } }],
  });
}
