import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { NAMESPACES, WORKLOADS } from "../../adapters/kubernetes/resource-types.ts";

const BY = { fieldManager: "test" };
const LABELS = { app: "web" };

/** What a workload of people's is made of. */
export const WORKLOAD_SPEC = {
  selector: { matchLabels: LABELS },
  template: { metadata: { labels: LABELS }, spec: { containers: [{ name: "main", image: "shop:1" }] } },
} as const;

/** Runs a workload in a namespace of its own, past the platform: one named `web` can be taken over. */
export async function runWorkload(kube: Pick<KubeClient, "create">, namespace: string, name = "web"): Promise<void> {
  await kube.create(NAMESPACES, { metadata: { name: namespace } }, BY);
  await kube.create(WORKLOADS, { metadata: { name, namespace }, spec: WORKLOAD_SPEC }, BY);
}
