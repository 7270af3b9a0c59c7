import { expect } from "chai";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient, ListOptions } from "../../../adapters/kubernetes/kube-port.ts";
import { NODE_METRICS, NODES, POD_METRICS, PODS } from "../../../adapters/kubernetes/resource-types.ts";
import { podsAt } from "../../../api/usage/look-at-cluster.ts";
import { clusterMetrics, workloadMetrics } from "../../../api/usage/metrics-bodies.ts";
import { readClusterUsage, type ClusterUsage } from "../../../api/usage/read-cluster-usage.ts";
import { eventually } from "../../support/eventually.ts";
import { UsageLooks } from "../../../api/usage/usage-looks.ts";

type Lists = ReadonlyMap<ResourceType, readonly object[] | KubeError>;

function clientOf(lists: Lists, closed: () => void = () => undefined): KubeClient {
  return {
    list: (type: ResourceType, { slim = (one) => one }: ListOptions) => {
      const found = lists.get(type) ?? [];
      if (found instanceof KubeError) return Promise.reject(found);
      return Promise.resolve({ items: found.map((one) => slim(one as KubeObject)), resourceVersion: "1" });
    },
    close: () => Promise.resolve(closed()),
  } as Partial<KubeClient> as KubeClient;
}

const container = (cpu: string, memory: string, limits: object = {}): object => ({
  name: "app",
  image: "a",
  resources: { requests: { cpu, memory }, limits },
});
const pod = (name: string, containers: readonly object[], more: object = {}): object => ({
  metadata: { name, namespace: "shop", labels: { app: "shop" }, managedFields: ["much"] },
  spec: { nodeName: "node-1", containers },
  status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
  ...more,
});
const measured = (name: string, ...usages: object[]): object => ({
  metadata: { name, namespace: "shop" },
  timestamp: "2026-01-01T00:00:00Z",
  containers: usages.map((usage) => ({ name: "app", usage })),
});
const BOUNDED = { cpu: "500m", memory: "1Gi" };
const NODE = {
  metadata: { name: "node-1", labels: {} },
  status: { allocatable: { cpu: "2", memory: "4Gi", pods: "110" }, conditions: [{ type: "Ready", status: "True" }] },
};
const PLACE = { namespace: "shop", podSelector: "!hosting.berth.dev/run", podPrefix: undefined };

const look = (lists: [ResourceType, readonly object[] | KubeError][]): Promise<ClusterUsage> =>
  readClusterUsage(clientOf(new Map(lists)), new AbortController().signal);
const refusal = (status: number): KubeError => new KubeError("GET /apis", { status, reason: "Test" });

describe("what a cluster takes", () => {
  it("is summed up for a workload, each amount beside its limit", async () => {
    const sidecar = { restartPolicy: "Always", ...container("50m", "32Mi", { cpu: "100m", memory: "64Mi" }) };
    const gone = { status: { phase: "Succeeded" } };
    const usage = await look([
      [
        PODS,
        [
          pod("shop-2", [container("100m", "128Mi", BOUNDED)], {
            spec: {
              nodeName: "node-1",
              containers: [container("100m", "128Mi", BOUNDED)],
              initContainers: [sidecar, container("4", "4Gi")],
            },
          }),
          pod("shop-1", [container("100m", "128Mi", BOUNDED)]),
          pod("migrate", [container("100m", "128Mi")], gone),
        ],
      ],
      [NODES, [NODE]],
      [
        POD_METRICS,
        [
          measured("shop-1", { cpu: "120m", memory: "64Mi" }),
          measured("shop-2", { cpu: "1500000n", memory: "1Mi" }, { cpu: "3m", memory: "1Ki" }),
        ],
      ],
    ]);
    const body = workloadMetrics(usage, podsAt(usage, PLACE));
    expect(body.state).to.equal("available");
    expect(body.pods.map(({ name }) => name)).to.deep.equal(["shop-1", "shop-2"]);
    expect(body.cpu_millicores).to.deep.equal({ used: 125, requested: 250, limit: 1_100 });
    expect(body.memory_bytes).to.deep.equal({
      used: 65 * 2 ** 20 + 1_024,
      requested: 288 * 2 ** 20,
      limit: 2 * 2 ** 30 + 64 * 2 ** 20,
    });
    expect(body.measured_at).to.equal("2026-01-01T00:00:00.000Z");
  });

  it("has no limit where one container has none, and nothing used where nothing was measured yet", async () => {
    const usage = await look([[PODS, [pod("shop-1", [container("100m", "128Mi", { memory: "1Gi" })])]]]);
    const body = workloadMetrics(usage, podsAt(usage, PLACE));
    expect(body.cpu_millicores).to.deep.equal({ used: null, requested: 100, limit: null });
    expect(body.memory_bytes.limit).to.equal(2 ** 30);
    expect(body.measured_at).to.equal(null);
  });

  it("tells of restarts, of the last one why", async () => {
    const terminated = { reason: "OOMKilled", finishedAt: "2026-01-01T00:00:00Z", exitCode: 137 };
    const status = { phase: "Running", containerStatuses: [{ restartCount: 3, lastState: { terminated } }] };
    const usage = await look([[PODS, [pod("shop-1", [container("1", "1Gi")], { status })]]]);
    const body = workloadMetrics(usage, podsAt(usage, PLACE));
    expect(body.restarts).to.equal(3);
    expect(body.pods[0]).to.include({
      ready: false,
      restarts: 3,
      last_restart_reason: "OOMKilled",
      last_restart_at: "2026-01-01T00:00:00.000Z",
    });
  });

  it("is of the pods that are its own, where a workload was taken over in a namespace of others", async () => {
    const usage = await look([
      [
        PODS,
        [
          pod("a", [container("1", "1Gi")]),
          { ...pod("run", []), metadata: { name: "run", namespace: "shop", labels: { "hosting.berth.dev/run": "1" } } },
          { ...pod("b", []), metadata: { name: "b", namespace: "shop", labels: { app: "other" } } },
        ],
      ],
    ]);
    const names = (place: object): string[] => podsAt(usage, { ...PLACE, ...place }).map(({ name }) => name);
    expect(names({ podSelector: "app=shop,!hosting.berth.dev/run" })).to.deep.equal(["a"]);
    expect(names({ podSelector: "app=shop,tier=web" })).to.deep.equal([]);
    expect(names({ podPrefix: "b" })).to.deep.equal(["b"]);
    expect(names({}), "no run is among them").to.deep.equal(["a", "b"]);
    expect(names({ namespace: "elsewhere" })).to.deep.equal([]);
  });

  it("is told of nodes with what pods requested there", async () => {
    const usage = await look([
      [PODS, [pod("shop-1", [container("100m", "128Mi")])]],
      [NODES, [NODE]],
      [
        NODE_METRICS,
        [{ metadata: { name: "node-1" }, timestamp: "2026-01-01T00:00:00Z", usage: { cpu: "1", memory: "2Gi" } }],
      ],
    ]);
    const body = clusterMetrics(usage);
    const cpu = { used: 1_000, limit: 2_000, requested: 100 };
    expect(body).to.deep.include({ state: "available", cpu_millicores: cpu, pod_count: 1 });
    expect(body.nodes).to.have.length(1);
    expect(body.nodes[0]).to.deep.include({
      name: "node-1",
      ready: true,
      cpu_millicores: cpu,
      pod_count: 1,
      pods_max: 110,
    });
  });

  it("says why nothing is measured, and the rest all the same", async () => {
    const reasons = { 404: "NoMetricsApi", 403: "NotAllowed", 503: "MetricsApiSilent", 0: "MetricsApiSilent" };
    for (const [status, reason] of Object.entries(reasons)) {
      const usage = await look([
        [PODS, [pod("shop-1", [container("100m", "128Mi")])]],
        [NODE_METRICS, refusal(Number(status))],
      ]);
      const body = workloadMetrics(usage, podsAt(usage, PLACE));
      expect(body).to.include({ state: "unavailable", reason });
      expect(body.message).to.be.a("string");
      expect(body.cpu_millicores).to.deep.equal({ used: null, requested: 100, limit: null });
    }
  });

  it("is unknown where the cluster itself does not answer", async () => {
    const answer = await look([[PODS, refusal(0)]]).catch((error: unknown) => error);
    expect(answer).to.be.instanceOf(KubeError);
  });
});

describe("looks at clusters", () => {
  const LIMITS = { freshMs: 60_000, failedMs: 60_000, timeoutMs: 60_000, perUser: 2 };

  it("are one for all who ask meanwhile, and close their connection", async () => {
    const looks = new UsageLooks(LIMITS);
    const asked = { opened: 0, closed: 0 };
    const open = (): Promise<KubeClient> => {
      asked.opened += 1;
      return Promise.resolve(clientOf(new Map(), () => (asked.closed += 1)));
    };
    const ask = (userId: string): Promise<ClusterUsage> => looks.look({ clusterId: "c", userId, open });
    const [one, other] = await Promise.all([ask("ada"), ask("bob")]);
    expect(one).to.equal(other);
    expect(await ask("cleo")).to.equal(one);
    expect(asked).to.deep.equal({ opened: 1, closed: 1 });
  });

  it("are asked anew once they are old", async () => {
    const looks = new UsageLooks({ ...LIMITS, freshMs: 0 });
    const open = (): Promise<KubeClient> => Promise.resolve(clientOf(new Map()));
    const wish = { clusterId: "c", userId: "ada", open };
    const first = await looks.look(wish);
    await eventually(async () => expect(await looks.look(wish)).not.to.equal(first));
  });

  it("are a few at once of each person; another one is not held up", async () => {
    const looks = new UsageLooks(LIMITS);
    const never = Promise.withResolvers<KubeClient>();
    const ask = (clusterId: string, userId: string): Promise<ClusterUsage> =>
      looks.look({ clusterId, userId, open: () => never.promise });
    const begun = [ask("a", "ada"), ask("b", "ada"), ask("c", "bob")];
    expect(() => ask("d", "ada"))
      .to.throw()
      .with.property("code", "rate_limited");
    // What somebody looks at already costs nothing.
    begun.push(ask("c", "ada"));
    never.resolve(clientOf(new Map()));
    await Promise.all(begun);
    await ask("d", "ada");
  });
});
