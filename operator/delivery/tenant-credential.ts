import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { CLUSTER_ROLE_BINDINGS, NAMESPACES, SERVICE_ACCOUNTS } from "../../adapters/kubernetes/resource-types.ts";
import { FIELD_MANAGERS, LABELS } from "../../contract/identity.ts";
import { TOKEN_SECONDS, type TokenLife } from "./token-life.ts";

/** A credential of our own on a cluster. */
export type TenantCredential = Readonly<{ token: string; life: TokenLife }>;

/** Names what we make on each cluster to reach it. */
export const TENANT_NAMESPACE = "berth-system";
/** Names our service account, and its binding, on each cluster. */
export const TENANT_ACCOUNT = "berth-delivery";
export const CALL_TIMEOUT_MS = 10_000;

/** Makes the service account, its rights and a token; each step can be repeated. */
export async function issueTenantCredential(client: KubeClient, nowMs: number): Promise<TenantCredential> {
  const labels = { [LABELS.managed]: "true" };
  const options = { fieldManager: FIELD_MANAGERS.operator, force: true, timeoutMs: CALL_TIMEOUT_MS };
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: TENANT_NAMESPACE, labels } };
  await client.patch(NAMESPACES, { name: TENANT_NAMESPACE }, { kind: "apply", body: namespace }, options);
  const ref = { namespace: TENANT_NAMESPACE, name: TENANT_ACCOUNT };
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { ...ref, labels } };
  await client.patch(SERVICE_ACCOUNTS, ref, { kind: "apply", body: account }, options);
  const binding = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: TENANT_ACCOUNT, labels },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ kind: "ServiceAccount", ...ref }],
  };
  await client.patch(CLUSTER_ROLE_BINDINGS, { name: TENANT_ACCOUNT }, { kind: "apply", body: binding }, options);
  return issueToken(client, TENANT_ACCOUNT, nowMs);
}

/** Asks for a token of one of our accounts; the cluster decides how long it lives. */
export async function issueToken(client: KubeClient, account: string, nowMs: number): Promise<TenantCredential> {
  const path = `/api/v1/namespaces/${TENANT_NAMESPACE}/serviceaccounts/${account}/token`;
  const body = {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: { expirationSeconds: TOKEN_SECONDS },
  };
  const answer = await client.request("POST", path, { body, timeoutMs: CALL_TIMEOUT_MS });
  return parseToken(answer, nowMs);
}

function parseToken(answer: unknown, issuedAtMs: number): TenantCredential {
  const { status } = answer as { status?: { token?: unknown; expirationTimestamp?: unknown } };
  const expiresAtMs = Date.parse(typeof status?.expirationTimestamp === "string" ? status.expirationTimestamp : "");
  if (typeof status?.token !== "string" || Number.isNaN(expiresAtMs))
    throw new Error("The cluster answered a TokenRequest without a token");
  return { token: status.token, life: { issuedAtMs, expiresAtMs } };
}
