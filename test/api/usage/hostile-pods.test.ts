import { expect } from "chai";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient, ListOptions } from "../../../adapters/kubernetes/kube-port.ts";
import { NODES, PODS } from "../../../adapters/kubernetes/resource-types.ts";
import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import type { Context } from "../../../api/http/context.ts";
import { lookAtCluster } from "../../../api/usage/look-at-cluster.ts";
import { slimNode, slimPod } from "../../../api/usage/pod-facts.ts";
import { readClusterUsage } from "../../../api/usage/read-cluster-usage.ts";
import { restMs } from "../../../api/usage/shared-looks.ts";
import { UsageLooks } from "../../../api/usage/usage-looks.ts";
import { LABELS } from "../../../contract/identity.ts";

const LONG = "x".repeat(100_000);
const SIGNAL = new AbortController().signal;
const many = <T>(one: T): T[] => Array.from({ length: 1_000 }, () => one);

/** A cluster with so many pods, each as it is made when its page comes; what was asked of its pods is kept. */
function clusterOf(count: number, make: (at: number) => object): { client: KubeClient; asked: ListOptions[] } {
  const asked: ListOptions[] = [];
  const list = async (type: ResourceType, options: ListOptions): Promise<unknown> => {
    const { slim = (one) => one } = options;
    if (type !== PODS) return Promise.resolve({ items: [] });
    asked.push(options);
    return Promise.resolve({ items: Array.from({ length: count }, (_, at) => slim(make(at) as KubeObject)) });
  };
  return { client: { list, close: () => Promise.resolve() } as unknown as KubeClient, asked };
}

const usual = (at: number): object => ({
  metadata: { name: `shop-7f9c6d5b48-${at}`, namespace: "shop-0198b1d5", labels: { app: "shop", tier: "web" } },
  spec: { nodeName: "node-1", containers: [{ name: "app", resources: { limits: { cpu: "1", memory: "1Gi" } } }] },
  status: { phase: "Running" },
});
const LABELS_MANY = Object.fromEntries(many(0).map((_, n) => [`l${n}`, "v"]));
const CONTAINERS_MANY = many({ name: "c".repeat(60), resources: { limits: { cpu: "1".repeat(60) } } });
const swollen = (at: number): object => ({
  metadata: { name: `a-${at}`, namespace: "b", labels: LABELS_MANY },
  spec: { containers: CONTAINERS_MANY },
});

describe("What a cluster that is somebody else's says of its pods", () => {
  it("is read of 20,000 of usual size, whatever takes more than usual lists have", async () => {
    const { client, asked } = clusterOf(20_000, usual);
    const usage = await readClusterUsage(client, SIGNAL);
    expect(usage.pods.get("shop-0198b1d5")).to.have.length(20_000);
    expect(asked[0]?.bytesMax).to.be.at.least(20_000 * 7 * 1024);
  });

  it("is kept as far as a pod can have it", () => {
    const pod = {
      metadata: { name: "a", namespace: "b", labels: { app: "shop", [LONG]: "1", junk: LONG, odd: 7 }, more: LONG },
      spec: {
        nodeName: LONG,
        containers: many({ name: "app", resources: { limits: { cpu: LONG, memory: "1Gi", [LONG]: "1" } } }),
      },
      status: {
        phase: LONG,
        containerStatuses: [{ restartCount: 1, lastState: { terminated: { reason: LONG, finishedAt: LONG } } }],
      },
    } as unknown as Parameters<typeof slimPod>[0];
    const { wish } = slimPod(pod);
    expect(wish?.labels).to.deep.equal({ app: "shop" });
    expect(wish).to.deep.include({ node: undefined, phase: "Unknown", restarts: 1 });
    expect(wish?.containers).to.have.length(50);
    expect(JSON.stringify(wish).length).to.be.below(5_000);
    expect(slimPod({ ...pod, metadata: { name: LONG, namespace: "b" } })).to.deep.equal({
      metadata: { name: "", namespace: "" },
      wish: undefined,
    });
  });

  it("is kept of a node as far as somebody asks for it", () => {
    const node = {
      metadata: { name: "node-1", labels: { [LABELS.simulated]: "true", junk: LONG } },
      status: {
        allocatable: { cpu: "2", memory: "4Gi", pods: "110", [LONG]: "1" },
        conditions: [...many({ type: LONG, status: "True" }), { type: "Ready", status: "True", message: LONG }],
      },
    };
    expect(slimNode(node)).to.deep.equal({
      metadata: { name: "node-1", labels: { [LABELS.simulated]: "true" } },
      status: {
        allocatable: { cpu: "2", memory: "4Gi", pods: "110" },
        conditions: [{ type: "Ready", status: "True" }],
      },
    });
    expect(NODES.kind).to.equal("Node");
  });

  it("is refused once it is more than is kept of any cluster, and whoever asked is told so", async () => {
    const { client } = clusterOf(5_000, swollen);
    const error = await readClusterUsage(client, SIGNAL).catch((fault: unknown) => fault);
    expect(error).to.be.instanceOf(KubeError).with.property("reason", "ResponseTooLarge");
    const services = { usageLooks: new UsageLooks(), tenantReader: { open: () => Promise.resolve(client) } };
    const context = { services, principal: { kind: "user", userId: "ada" } } as unknown as Context;
    const told = await lookAtCluster(context, { id: "c" } as StoredResource).catch((fault: unknown) => fault);
    expect(told).to.include({ code: "cluster_unreachable" });
    expect(String((told as { publicMessage?: string }).publicMessage)).to.contain("more pods than the platform reads");
  });

  it("is asked for less often where it takes long", () => {
    const limits = { freshMs: 10_000, failedMs: 3_000, perUser: 1, restFactor: 4 };
    expect(restMs(limits, true, 100)).to.equal(10_000);
    expect(restMs(limits, true, 5_000)).to.equal(20_000);
    expect(restMs(limits, false, 100)).to.equal(3_000);
    expect(restMs(limits, false, 1_500)).to.equal(6_000);
    expect(restMs(limits, false, 15_000)).to.equal(10_000);
  });
});
