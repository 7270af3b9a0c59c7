import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";

type Group = Readonly<{ name: string; preferredVersion: Readonly<{ groupVersion: string }> }>;
type Resource = Readonly<{ name: string; verbs: readonly string[] }>;
type Item = Readonly<{ metadata: Readonly<{ name: string; namespace?: string; resourceVersion: string }> }>;

/** An API server renews its own Leases, whatever others do. */
const RESTLESS = new Set(["leases", "events"]);

/** What it only passes on is measured anew each time, and stored nowhere. */
const PASSED_ON = "metrics.k8s.io";

/** Lists everything that an API server stores, with its version: what was written in between differs. */
export async function listContent(client: KubeClient): Promise<readonly string[]> {
  const groups = (await client.request("GET", "/apis")) as { groups: readonly Group[] };
  const stored = groups.groups.filter(({ name }) => name !== PASSED_ON);
  const roots = ["/api/v1", ...stored.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
  const content: string[] = [];
  for (const root of roots) {
    const { resources } = (await client.request("GET", root)) as { resources: readonly Resource[] };
    for (const { name } of resources.filter(({ name: one, verbs }) => verbs.includes("list") && !RESTLESS.has(one))) {
      const { items } = (await client.request("GET", `${root}/${name}`)) as { items: readonly Item[] | null };
      for (const { metadata } of items ?? [])
        content.push(`${root}/${name} ${metadata.namespace ?? ""}/${metadata.name} ${metadata.resourceVersion}`);
    }
  }
  return content.sort();
}
