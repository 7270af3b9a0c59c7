import { expect } from "chai";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient, ListOptions } from "../../../adapters/kubernetes/kube-port.ts";
import { NODES, POD_METRICS, PODS } from "../../../adapters/kubernetes/resource-types.ts";
import { readClusterUsage, type ClusterUsage } from "../../../api/usage/read-cluster-usage.ts";
import { workloadMetrics } from "../../../api/usage/metrics-bodies.ts";
import type { WorkloadMetricsResponse } from "../../../contract/rest/metrics.ts";
import { readPodMeasures } from "../../../api/usage/read-pod-measures.ts";

const [NAMESPACES, PODS_EACH, BYTES_MAX] = [200, 50, 4 * 1024 * 1024];
const namespaceOf = (at: number): string => `shop-${at}`;

function podsOf(namespace: string): KubeObject[] {
  return Array.from({ length: PODS_EACH }, (_, at) => ({
    metadata: { name: `pod-${at}`, namespace, labels: { app: "shop" } },
    spec: { containers: [{ name: "app", resources: {} }] },
    status: { phase: "Running" },
  }));
}

function measuresOf(namespace: string): KubeObject[] {
  return podsOf(namespace).map(({ metadata }) => ({
    metadata: { ...metadata, annotations: { much: "x".repeat(400) } },
    timestamp: "2026-01-01T00:00:00Z",
    containers: [{ name: "app", usage: { cpu: "10m", memory: "5Mi" } }],
  }));
}

/** Written out no further than is taken: all of a hostile cluster would be some hundred megabytes. */
function isLonger(items: readonly KubeObject[]): boolean {
  let bytes = 0;
  return items.some((item) => (bytes += JSON.stringify(item).length) > BYTES_MAX);
}

type Answer = (namespace: string) => KubeObject[];

/** A cluster of 10,000 pods, of whose measures no more is taken at once than of any foreign API server. */
function clusterOf(measures: Answer = measuresOf): { client: KubeClient; asked: (string | undefined)[] } {
  const asked: (string | undefined)[] = [];
  const all = Array.from({ length: NAMESPACES }, (_, at) => namespaceOf(at));
  const list = async (type: ResourceType, { namespace, slim = (one) => one }: ListOptions): Promise<unknown> => {
    const from = (answer: Answer): KubeObject[] => (namespace === undefined ? all.flatMap(answer) : answer(namespace));
    if (type === NODES) return Promise.resolve({ items: [] });
    if (type === PODS) return Promise.resolve({ items: from(podsOf).map(slim) });
    if (type !== POD_METRICS) return Promise.resolve({ items: [] });
    asked.push(namespace);
    const items = from(measures);
    if (isLonger(items)) throw new KubeError("GET /apis", { status: 0, reason: "ResponseTooLarge" });
    return Promise.resolve({ items: items.map(slim) });
  };
  return { client: { list } as unknown as KubeClient, asked };
}

const measured = (usage: ClusterUsage, namespace: string): number =>
  (usage.pods.get(namespace) ?? []).filter(({ cpu }) => cpu.used !== null).length;

describe("What pods take on a cluster of 10,000", () => {
  it("is read namespace by namespace where all of it is more than is taken at once", async () => {
    const { client, asked } = clusterOf();
    const usage = await readClusterUsage(client, new AbortController().signal);
    expect(usage.unavailable).to.equal(undefined);
    for (const at of [0, NAMESPACES - 1]) expect(measured(usage, namespaceOf(at))).to.equal(PODS_EACH);
    expect(asked).to.have.length(NAMESPACES + 1);
  });

  it("is known of all others where one namespace says too much, or keeps silent", async () => {
    const loud = (namespace: string): KubeObject[] =>
      namespace === "shop-1" ? [{ metadata: { name: "x".repeat(BYTES_MAX) } }] : measuresOf(namespace);
    const usage = await readClusterUsage(clusterOf(loud).client, new AbortController().signal);
    expect(measured(usage, "shop-1")).to.equal(0);
    expect(measured(usage, "shop-2")).to.equal(PODS_EACH);
    const told = (namespace: string): WorkloadMetricsResponse =>
      workloadMetrics(usage, usage.pods.get(namespace) ?? []);
    expect(told("shop-1")).to.include({ state: "unavailable", reason: "NotReadInTime", pod_count: PODS_EACH });
    expect(told("shop-1").message).to.contain("Repeat in half a minute");
    expect(told("shop-2")).to.include({ state: "available", reason: null });
  });

  it("is asked of so many namespaces and no longer than is said, and little is kept of what a cluster makes up", async () => {
    const long = "9".repeat(1_000);
    const hostile = (namespace: string): KubeObject[] =>
      measuresOf(namespace)
        .slice(0, 2)
        .map((one) => ({
          ...one,
          timestamp: long,
          containers: Array.from({ length: 500 }, () => ({ usage: { cpu: long, memory: "1Mi", more: long } })),
        }));
    const { client, asked } = clusterOf(hostile);
    const all = (): Promise<string[]> =>
      Promise.resolve(Array.from({ length: NAMESPACES }, (_, at) => namespaceOf(at)));
    const signal = new AbortController().signal;
    const patience = { forMs: 60_000, namespacesMax: 3, firstOf: () => NAMESPACES - 1 };
    const { found, unread } = await readPodMeasures(client, all, signal, patience);
    expect(asked).to.deep.equal([undefined, ...[NAMESPACES - 1, 0, 1].map(namespaceOf)]);
    expect(unread).to.have.property("size", NAMESPACES - 3);
    const [one] = found.values();
    expect(one?.at).to.equal(undefined);
    expect(one?.usages).to.have.length(50);
    expect(one?.usages[0]).to.deep.equal({ cpu: undefined, memory: "1Mi" });
    asked.length = 0;
    expect((await readPodMeasures(client, all, AbortSignal.abort(), patience)).found.size).to.equal(0);
    expect(asked).to.deep.equal([undefined]);
  });
});
