import { callKube, describeRefusal, listObjects } from "../cluster/kube-access.ts";
import type { KubeAccess } from "../cluster/kube-access.ts";

/** What draining reads of a pod. */
type DrainedPod = Readonly<{
  metadata: {
    name: string;
    namespace: string;
    annotations?: Record<string, string>;
    ownerReferences?: readonly { kind: string }[];
  };
  spec: { nodeName?: string };
  status?: { phase?: string; conditions?: readonly { type: string; status: string; reason?: string }[] };
}>;

const FINISHED: ReadonlySet<string | undefined> = new Set(["Succeeded", "Failed"]);
const GONE: ReadonlySet<number> = new Set([200, 201, 404, 429]);

/** Lists the pods of a cluster that match a field selector. */
export function listPods(access: KubeAccess, fieldSelector: string): Promise<readonly DrainedPod[]> {
  return listObjects(access, `/api/v1/pods?limit=500&fieldSelector=${encodeURIComponent(fieldSelector)}`, "pods");
}

/** Tells whether a pod has to leave its node before the node does; mirror pods and those of a DaemonSet do not. */
export function isMovable({ metadata, status }: DrainedPod): boolean {
  if (FINISHED.has(status?.phase) || metadata.annotations?.["kubernetes.io/config.mirror"] !== undefined) return false;
  return !(metadata.ownerReferences ?? []).some(({ kind }) => kind === "DaemonSet");
}

/** Takes one step of a drain, cordon first, and answers whether the node is empty; a budget's "not now" is no fault. */
export async function stepDrain(access: KubeAccess, node: string): Promise<boolean> {
  await setSchedulable(access, node, false);
  const pods = (await listPods(access, `spec.nodeName=${node}`)).filter(isMovable);
  for (const { metadata } of pods) {
    const answer = await callKube(access, {
      method: "POST",
      path: `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/eviction`,
      contentType: "application/json",
      body: {
        apiVersion: "policy/v1",
        kind: "Eviction",
        metadata: { name: metadata.name, namespace: metadata.namespace },
      },
    });
    if (!GONE.has(answer.status)) throw new Error(`Evicting ${metadata.name} failed: ${describeRefusal(answer)}`);
  }
  return pods.length === 0;
}

/** Opens a node for new pods, or closes it; one that is gone is no fault. */
export async function setSchedulable(access: KubeAccess, node: string, schedulable: boolean): Promise<void> {
  const answer = await callKube(access, {
    method: "PATCH",
    path: `/api/v1/nodes/${node}`,
    contentType: "application/merge-patch+json",
    body: { spec: { unschedulable: schedulable ? null : true } },
  });
  if (answer.status >= 300 && answer.status !== 404)
    throw new Error(`Cordoning ${node} failed: ${describeRefusal(answer)}`);
}
