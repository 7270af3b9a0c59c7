import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { listIfServed } from "../../adapters/kubernetes/list-if-served.ts";
import { VELERO_SCHEDULES } from "../../adapters/kubernetes/resource-types.ts";
import { VELERO } from "../../render/bundle/velero-component.ts";

const { namespace: NAMESPACE } = VELERO;
const CALL = { timeoutMs: 5_000 } as const;

/** Tells whether the Schedule of a deployment's backups is on its cluster still; throws where that cannot be asked. */
export async function hasSchedule(client: KubeClient | undefined, handle: string): Promise<boolean> {
  if (client === undefined) throw new Error("Nobody knows the way to the cluster");
  return (await listSchedules(client, handle)).length > 0;
}

/** Removes the Schedule of a deployment's backups, which stay as long as they were to. */
export async function deleteSchedule(client: KubeClient, handle: string): Promise<void> {
  for (const { metadata } of await listSchedules(client, handle))
    await client.delete(VELERO_SCHEDULES, { namespace: NAMESPACE, name: metadata.name }, CALL);
}

/** Lists it by what charts/workload writes on it; a cluster without Velero has no such kind. */
async function listSchedules(client: KubeClient, handle: string): Promise<readonly KubeObject[]> {
  const labelSelector = `app.kubernetes.io/instance=${handle},app.kubernetes.io/managed-by=berth`;
  return (await listIfServed(client, VELERO_SCHEDULES, { ...CALL, namespace: NAMESPACE, labelSelector })) ?? [];
}
