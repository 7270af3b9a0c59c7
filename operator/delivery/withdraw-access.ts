/**
 * Takes back what the platform made on a cluster that is its customer's to keep: the accounts of people's kubeconfigs,
 * our own namespace, and last of all our own rights, without which nothing else could be removed.
 */
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  NAMESPACES,
  SECRETS,
  SERVICE_ACCOUNTS,
} from "../../adapters/kubernetes/resource-types.ts";
import { ACCESS_NAMESPACE, LABELS } from "../../contract/identity.ts";
import { ACME_BINDING } from "../../render/bundle/issuer-component.ts";
import { TENANT_ACCOUNT, TENANT_NAMESPACE } from "./tenant-credential.ts";

/** What of ours is left on a cluster. */
type OwnTraces = "none" | "present" | "unreachable";

const CALL = { timeoutMs: 10_000 } as const;
const OURS = { ...CALL, labelSelector: `${LABELS.managed}=true` } as const;

/** Looks whether our account still works there; one that is refused has nothing left to take back. */
export async function observeTraces(client: Pick<KubeClient, "get">): Promise<OwnTraces> {
  try {
    return (await client.get(NAMESPACES, { name: TENANT_NAMESPACE }, CALL)) === undefined ? "none" : "present";
  } catch (error) {
    if (error instanceof KubeError && (error.status === 401 || error.status === 403)) return "none";
    if (error instanceof KubeError) return "unreachable";
    throw error;
  }
}

/** Removes all of it; every step can be repeated. */
export async function withdrawAccess(client: Pick<KubeClient, "list" | "delete">): Promise<void> {
  for (const type of [CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES]) {
    const { items } = await client.list(type, OURS);
    for (const { metadata } of items.filter(({ metadata: { name } }) => name !== TENANT_ACCOUNT))
      await client.delete(type, { name: metadata.name }, CALL);
  }
  for (const type of [SECRETS, SERVICE_ACCOUNTS]) {
    const { items } = await client.list(type, { ...OURS, namespace: ACCESS_NAMESPACE });
    for (const { metadata } of items)
      await client.delete(type, { namespace: ACCESS_NAMESPACE, name: metadata.name }, CALL);
  }
  const { namespace, name } = ACME_BINDING;
  await client.delete(SECRETS, { namespace, name }, CALL);
  for (const own of [ACCESS_NAMESPACE, TENANT_NAMESPACE]) await client.delete(NAMESPACES, { name: own }, CALL);
  await client.delete(CLUSTER_ROLE_BINDINGS, { name: TENANT_ACCOUNT }, CALL);
}
