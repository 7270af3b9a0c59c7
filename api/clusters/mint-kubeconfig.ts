import { stringify } from "yaml";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import {
  CLUSTER_ROLE_BINDINGS,
  NAMESPACES,
  SECRETS,
  SERVICE_ACCOUNTS,
} from "../../adapters/kubernetes/resource-types.ts";
import { FIELD_MANAGERS, LABELS } from "../../contract/identity.ts";
import type { ClusterEndpoint } from "./cluster-access.ts";

/**
 * Mints a kubeconfig of a user's own (decisions.md 5):
 * 1. namespace berth-access, a ServiceAccount per user, its binding to cluster-admin, and a Secret, all on the tenant cluster;
 * 2. a TokenRequest for that account, bound to the Secret: deleting the Secret revokes every token of the user;
 * 3. the file, with the cluster's address and certificate authority.
 */
export async function mintKubeconfig(
  endpoint: ClusterEndpoint,
  wanted: Readonly<{ clusterName: string; userId: string; ttlSeconds: number }>,
): Promise<Readonly<{ kubeconfig: string; expiresAt: string }>> {
  const name = `user-${wanted.userId}`;
  const secret = await ensureAccount(endpoint.client, name, wanted.userId);
  const path = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/${name}/token`;
  const bound = { apiVersion: "v1", kind: "Secret", name, uid: secret.metadata.uid };
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

type TokenAnswer = Readonly<{ status: Readonly<{ token: string; expirationTimestamp: string }> }>;

const NAMESPACE = "berth-access";
const OPTIONS = { fieldManager: FIELD_MANAGERS.api, force: true };

async function ensureAccount(client: KubeClient, name: string, userId: string): Promise<KubeObject> {
  const labels = { [LABELS.managed]: "true", [LABELS.userId]: userId };
  const metadata = { name, namespace: NAMESPACE, labels };
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } };
  await client.patch(NAMESPACES, { name: NAMESPACE }, { kind: "apply", body: namespace }, OPTIONS);
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata, automountServiceAccountToken: false };
  const secret = { apiVersion: "v1", kind: "Secret", metadata, type: "Opaque" };
  const ref = { namespace: NAMESPACE, name };
  const [made] = await Promise.all([
    client.patch(SECRETS, ref, { kind: "apply", body: secret }, OPTIONS),
    client.patch(SERVICE_ACCOUNTS, ref, { kind: "apply", body: account }, OPTIONS),
    client.patch(
      CLUSTER_ROLE_BINDINGS,
      { name: `${NAMESPACE}-${name}` },
      { kind: "apply", body: bindingOf(name, labels) },
      OPTIONS,
    ),
  ]);
  return made;
}

function bindingOf(name: string, labels: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: `${NAMESPACE}-${name}`, labels },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ kind: "ServiceAccount", name, namespace: NAMESPACE }],
  };
}

function kubeconfigText(endpoint: ClusterEndpoint, name: string, token: string): string {
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    clusters: [{ name, cluster: { server: endpoint.server, "certificate-authority-data": endpoint.caData } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    users: [{ name, user: { token } }],
  });
}
