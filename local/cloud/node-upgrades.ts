import type { LocalNode } from "../../adapters/providers/local-cloud-protocol.ts";
import { callKube, describeRefusal } from "../cluster/kube-access.ts";
import type { KubeAccess } from "../cluster/kube-access.ts";
import { setSchedulable, stepDrain } from "./drain-node.ts";

/**
 * Takes one step towards kubelets of one version and answers whether all have it: one node at a time is emptied, by
 * eviction, gets the version and is opened again.
 */
export async function stepKubelets(
  access: KubeAccess,
  { present, kubeletVersion }: Readonly<{ present: readonly LocalNode[]; kubeletVersion: string }>,
): Promise<boolean> {
  const next = present.find((node) => node.kubelet_version !== kubeletVersion);
  if (next === undefined) return true;
  if (!(await stepDrain(access, next.name))) return false;
  // Opened first: a node that already has the version is not looked at again.
  await setSchedulable(access, next.name, true);
  const answer = await callKube(access, {
    method: "PATCH",
    path: `/api/v1/nodes/${next.name}/status`,
    contentType: "application/merge-patch+json",
    body: { status: { nodeInfo: { kubeletVersion } } },
  });
  if (answer.status >= 300 && answer.status !== 404)
    throw new Error(`The kubelet of ${next.name} could not be replaced: ${describeRefusal(answer)}`);
  return false;
}
