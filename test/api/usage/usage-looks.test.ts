import { expect } from "chai";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient, ListOptions } from "../../../adapters/kubernetes/kube-port.ts";
import { NODE_METRICS, NODES, POD_METRICS, PODS } from "../../../adapters/kubernetes/resource-types.ts";
import { workloadMetrics } from "../../../api/usage/metrics-bodies.ts";
import type { WorkloadUsage } from "../../../api/usage/read-cluster-usage.ts";
import { UsageLooks } from "../../../api/usage/usage-looks.ts";
import { eventually } from "../../support/eventually.ts";

const LIMITS = { freshMs: 60_000, failedMs: 60_000, timeoutMs: 60_000, perUser: 100 };
const SHOPS = Array.from({ length: 20 }, (_, at) => `shop-${at}`);

/** A cluster with a pod in each of its namespaces, which counts what it is asked; `whole` holds its lists of everything back. */
class ClusterDouble {
  readonly asked: string[] = [];
  whole: Promise<unknown> = Promise.resolve();
  simulated: readonly KubeObject[] = [];
  refusal: KubeError | undefined;

  readonly open = (): Promise<KubeClient> =>
    Promise.resolve({ list: this.#list, close: () => Promise.resolve() } as unknown as KubeClient);

  readonly #list = async (type: ResourceType, options: ListOptions): Promise<unknown> => {
    const { namespace, labelSelector, slim = (one) => one } = options;
    this.asked.push([type.kind, namespace ?? labelSelector ?? "all"].join(" "));
    if (namespace === undefined && labelSelector === undefined) await this.whole;
    if (type === POD_METRICS && this.refusal !== undefined) throw this.refusal;
    const items = this.#itemsOf(type).filter(
      ({ metadata }) => (namespace ?? metadata.namespace) === metadata.namespace,
    );
    return { items: items.map(slim), resourceVersion: "1" };
  };

  #itemsOf(type: ResourceType): readonly KubeObject[] {
    if (type === NODES) return this.simulated;
    if (type === NODE_METRICS) return [];
    return SHOPS.map((namespace) => ({
      metadata: { name: "app-1", namespace, labels: {} },
      ...(type === PODS && { spec: { containers: [{ name: "app" }] }, status: { phase: "Running" } }),
      ...(type === POD_METRICS && { containers: [{ name: "app", usage: { cpu: "10m", memory: "5Mi" } }] }),
    }));
  }
}

describe("looks at what clusters take", () => {
  let cluster: ClusterDouble;
  let looks: UsageLooks;
  beforeEach(() => {
    cluster = new ClusterDouble();
    looks = new UsageLooks(LIMITS);
  });

  const wish = () => ({ clusterId: "c", userId: "ada", open: cluster.open });
  const at = (namespace: string): Promise<WorkloadUsage> => looks.lookAtNamespace({ ...wish(), namespace });
  const cpuOf = (usage: WorkloadUsage, namespace: string): number | null =>
    workloadMetrics(usage, usage.pods.get(namespace) ?? []).cpu_millicores.used;

  it("ask for one namespace where that is all that somebody wants, once for all who want it", async () => {
    const [one, other] = await Promise.all([at("shop-1"), at("shop-1")]);
    expect(other).to.equal(one);
    expect(cpuOf(one, "shop-1")).to.equal(10);
    expect([...one.pods.keys()]).to.deep.equal(["shop-1"]);
    expect(cluster.asked).to.have.members(["Pod shop-1", "PodMetrics shop-1", "Node hosting.berth.dev/simulated=true"]);
  });

  it("tell of a namespace what a look at the whole cluster has seen", async () => {
    await looks.look(wish());
    cluster.asked.length = 0;
    expect(cpuOf(await at("shop-3"), "shop-3")).to.equal(10);
    expect(cluster.asked).to.deep.equal([]);
  });

  it("ask for the whole cluster once many of its namespaces are wanted, and keep nobody waiting for it", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    cluster.whole = promise;
    for (const shop of SHOPS) expect(cpuOf(await at(shop), shop)).to.equal(10);
    expect(cluster.asked.filter((one) => one === "Node all")).to.have.length(1);
    resolve(undefined);
    await looks.look(wish());
    cluster.asked.length = 0;
    expect([...(await at("unknown")).pods.keys()]).to.have.members(SHOPS);
    expect(cluster.asked).to.deep.equal([]);
  });

  it("are not made at the whole cluster for few who come again and again", async () => {
    looks = new UsageLooks({ ...LIMITS, freshMs: 0 });
    for (let times = 0; times < 5; times += 1)
      for (const shop of SHOPS.slice(0, 4)) {
        const before = cluster.asked.length;
        // Until the one before is old, it is the answer.
        await eventually(async () => {
          await at(shop);
          expect(cluster.asked.length).to.be.greaterThan(before);
        });
      }
    expect(cluster.asked).to.not.include("Node all");
  });

  it("say of a namespace why nothing was measured, and whether its nodes are simulated", async () => {
    cluster.refusal = new KubeError("GET /apis", { status: 404, reason: "NotFound" });
    cluster.simulated = [{ metadata: { name: "node-1", labels: { "hosting.berth.dev/simulated": "true" } } }];
    const body = workloadMetrics(await at("shop-1"), []);
    expect(body).to.include({ state: "unavailable", reason: "NoMetricsApi", simulated: true });
    cluster.refusal = new KubeError("GET /apis", { status: 0, reason: "ResponseTooLarge" });
    const usage = await at("shop-2");
    expect(workloadMetrics(usage, usage.pods.get("shop-2") ?? [])).to.include({ reason: "NotReadInTime" });
  });
});
