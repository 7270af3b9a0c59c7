import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import {
  CLUSTER_ROLES,
  CLUSTER_ROLE_BINDINGS,
  NAMESPACES,
  SERVICE_ACCOUNTS,
} from "../../adapters/kubernetes/resource-types.ts";
import { FIELD_MANAGERS, LABELS } from "../../contract/identity.ts";
import { TOKEN_SECONDS, type TokenLife } from "./token-life.ts";

/** A credential of our own on a cluster. */
export type TenantCredential = Readonly<{ token: string; life: TokenLife }>;

/** Names the API group of roles and their bindings. */
export const RIGHTS_GROUP = "rbac.authorization.k8s.io";
/** Names what we make on each cluster to reach it. */
export const TENANT_NAMESPACE = "berth-system";
/** Names our service account, and its binding, on each cluster. */
export const TENANT_ACCOUNT = "berth-delivery";
const CALL_TIMEOUT_MS = 10_000;

/** The labels of what we make on a cluster. */
export const MARKED = { [LABELS.managed]: "true" };
/** How we write it. */
export const APPLY = { fieldManager: FIELD_MANAGERS.operator, force: true, timeoutMs: CALL_TIMEOUT_MS };

/** Makes the service account, its rights and a token; each step can be repeated. */
export async function issueTenantCredential(client: KubeClient, nowMs: number): Promise<TenantCredential> {
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: TENANT_NAMESPACE, labels: MARKED } };
  await client.patch(NAMESPACES, { name: TENANT_NAMESPACE }, { kind: "apply", body: namespace }, APPLY);
  await applyAccount(client, TENANT_ACCOUNT);
  return issueToken(client, TENANT_ACCOUNT, nowMs);
}

/** Makes one of our accounts, with the rights that are given, or with all. */
export async function applyAccount(client: KubeClient, account: string, rules?: readonly object[]): Promise<void> {
  const ref = { namespace: TENANT_NAMESPACE, name: account };
  const made = { apiVersion: "v1", kind: "ServiceAccount", metadata: { ...ref, labels: MARKED } };
  await client.patch(SERVICE_ACCOUNTS, ref, { kind: "apply", body: made }, APPLY);
  const apiVersion = `${RIGHTS_GROUP}/v1`;
  if (rules !== undefined) {
    const role = { apiVersion, kind: "ClusterRole", metadata: { name: account, labels: MARKED }, rules };
    await client.patch(CLUSTER_ROLES, { name: account }, { kind: "apply", body: role }, APPLY);
  }
  const binding = {
    apiVersion,
    kind: "ClusterRoleBinding",
    metadata: { name: account, labels: MARKED },
    roleRef: { apiGroup: RIGHTS_GROUP, kind: "ClusterRole", name: rules === undefined ? "cluster-admin" : account },
    subjects: [{ kind: "ServiceAccount", ...ref }],
  };
  await client.patch(CLUSTER_ROLE_BINDINGS, { name: account }, { kind: "apply", body: binding }, APPLY);
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
