import { unlessGone } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, PERSISTENT_VOLUME_CLAIMS } from "../../adapters/kubernetes/resource-types.ts";
import { messageOf } from "../../adapters/log/thrown.ts";
import { FIELD_MANAGERS, LABELS } from "../../contract/identity.ts";
import type { NamespaceView } from "../machines/deployment/observe-types.ts";

const CALL = { timeoutMs: 10_000 } as const;

/** Looks at a deployment's namespace on its cluster. `ours` says that we chose its name, which nobody else can know. */
export async function observeTenantNamespace(client: KubeClient, name: string, ours: boolean): Promise<NamespaceView> {
  if (!ours) return { kind: "foreign" };
  try {
    const found = await client.get(NAMESPACES, { name }, CALL);
    if (found === undefined) return { kind: "absent" };
    const deleting = found.metadata.deletionTimestamp !== undefined;
    const claims = deleting
      ? 0
      : (await client.list(PERSISTENT_VOLUME_CLAIMS, { namespace: name, ...CALL })).items.length;
    return { kind: "present", deleting, claims, labelledKept: found.metadata.labels?.[LABELS.keptVolumes] === "true" };
  } catch (error) {
    return { kind: "unreachable", message: messageOf(error) };
  }
}

export async function deleteTenantNamespace(client: KubeClient, name: string): Promise<void> {
  await client.delete(NAMESPACES, { name }, CALL);
}

/** Labels a namespace that stays behind for the volumes in it. */
export async function keepTenantNamespace(client: KubeClient, name: string): Promise<void> {
  const body = { metadata: { labels: { [LABELS.keptVolumes]: "true" } } };
  const by = { ...CALL, fieldManager: FIELD_MANAGERS.operator };
  await client.patch(NAMESPACES, { name }, { kind: "merge", body }, by).catch(unlessGone);
}
