import { createServer, type Server } from "node:http";
import { expect } from "chai";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, NODE_METRICS, POD_METRICS, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { UsageLooks } from "../../api/usage/usage-looks.ts";
import { clientOf, newAccount, newCluster, newDatabase, newDeployment, newKey, type Account } from "./client.ts";
import { urlOf } from "../support/serve-json.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { placeOf } from "./find-object.ts";

/** Whoever asks twice gets what is new. */
const LIMITS = { freshMs: 0, failedMs: 0, timeoutMs: 60_000, perUser: 100 };

describe("metrics of deployments, databases and clusters", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let owner: Account;
  let clusterId: string;
  let id: string;
  let handle: string;
  /** What the cluster's metrics API says; it has none while this is undefined. */
  let measures: KubeObject[] | undefined;
  let isAway = false;

  let store: Server;
  /** What the store of the history was asked, and its answer. */
  const asked: URLSearchParams[] = [];
  let told: Readonly<{ status: number; body: unknown }> = { status: 500, body: {} };

  before(async () => {
    store = createServer((request, response) => {
      asked.push(new URL(request.url ?? "/", "http://localhost").searchParams);
      response.writeHead(told.status, { "content-type": "application/json" }).end(JSON.stringify(told.body));
    });
    await new Promise<void>((resolve, reject) => store.on("error", reject).listen(0, "127.0.0.1", resolve));
    gateway = await startTestGateway({
      env: { BERTH_METRICS_HISTORY_URL: urlOf(store) },
      replace: ({ tenantReader }) => ({
        usageLooks: new UsageLooks(LIMITS),
        tenantReader: { open: async (cluster) => withMeasures(await tenantReader.open(cluster)) },
      }),
    });
    owner = await newAccount(gateway.url);
    clusterId = await newCluster(owner.call);
    id = (await newDeployment(owner.call, clusterId, { name: "shop" })).id;
    handle = (await placeOf(gateway, id)).name;
    await gateway.kube.create(NAMESPACES, { metadata: { name: handle } }, { fieldManager: "test" });
    const limits = { cpu: "500m", memory: "256Mi" };
    const resources = { requests: { cpu: "100m", memory: "128Mi" }, limits };
    const spec = { nodeName: "node-1", containers: [{ name: "app", image: "a", resources }] };
    await gateway.kube.create(
      PODS,
      { metadata: { name: "shop-1", namespace: handle }, spec },
      { fieldManager: "test" },
    );
  });
  after(async () => {
    await gateway.stop();
    store.close();
    store.closeAllConnections();
  });
  afterEach(() => {
    measures = undefined;
    isAway = false;
  });

  /** The API server of the tests has no kubelets that could be measured. */
  function withMeasures(client: KubeClient): KubeClient {
    return {
      list: (type: ResourceType, ...options: []) => {
        if (isAway) throw new KubeError("GET /x", { status: 0, reason: "ECONNREFUSED" });
        const isMeasure = type === POD_METRICS || type === NODE_METRICS;
        if (!isMeasure || measures === undefined) return client.list(type, ...options);
        return Promise.resolve({ items: type === POD_METRICS ? measures : [], resourceVersion: "" });
      },
      close: () => client.close(),
    } as Partial<KubeClient> as KubeClient;
  }

  it("are what was measured beside what was asked for and what is the most", async () => {
    const usage = { cpu: "42m", memory: "100Mi" };
    const metadata = { name: "shop-1", namespace: handle };
    measures = [{ metadata, timestamp: "2026-01-01T00:00:00Z", containers: [{ name: "app", usage }] }];
    const { status, body } = await owner.call("GET", `/deployments/${id}/metrics`);
    expect(status).to.equal(200);
    expect(body).to.deep.include({
      state: "available",
      reason: null,
      cpu_millicores: { used: 42, requested: 100, limit: 500 },
      memory_bytes: { used: 100 * 2 ** 20, requested: 128 * 2 ** 20, limit: 256 * 2 ** 20 },
      pod_count: 1,
      measured_at: "2026-01-01T00:00:00.000Z",
    });
  });

  it("say of a cluster without metrics API what is missing, with the rights that the gateway has there", async () => {
    const { status, body } = await owner.call("GET", `/deployments/${id}/metrics`);
    expect(status).to.equal(200);
    expect(body).to.deep.include({
      state: "unavailable",
      reason: "NoMetricsApi",
      cpu_millicores: { used: null, requested: 100, limit: 500 },
    });
    expect(body["message"]).to.contain("metrics-server");
    expect((await owner.call("GET", `/clusters/${clusterId}/metrics`)).body).to.include({ reason: "NoMetricsApi" });
  });

  it("are a database's own pods'", async () => {
    measures = [];
    const { id: database } = await newDatabase(owner.call, clusterId);
    const { status, body } = await owner.call("GET", `/databases/${database}/metrics`);
    expect(status).to.equal(200);
    expect(body).to.deep.include({ state: "available", pod_count: 0, pods: [] });
  });

  it("cannot be told while the cluster is away", async () => {
    isAway = true;
    const { status, body } = await owner.call("GET", `/deployments/${id}/metrics`);
    expect(status, JSON.stringify(body)).to.equal(503);
    expect(body["code"]).to.equal("cluster_unreachable");
  });

  it("over time are what the store keeps of the pods of this deployment on this cluster", async () => {
    asked.length = 0;
    const seconds = Date.parse("2026-01-01T00:30:00Z") / 1_000;
    const values = [
      [seconds, "42.5"],
      [seconds + 60, "NaN"],
    ];
    told = {
      status: 200,
      body: { status: "success", data: { resultType: "matrix", result: [{ metric: {}, values }] } },
    };
    const range = "from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z&step=60";
    const { status, body } = await owner.call("GET", `/deployments/${id}/metrics/history?${range}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    const points = [{ at: "2026-01-01T00:30:00.000Z", value: 42.5 }];
    expect(body).to.deep.include({ state: "available", step_seconds: 60, from: "2026-01-01T00:00:00.000Z" });
    expect(body["series"]).to.deep.include({ metric: "memory_bytes", points });
    expect(
      asked.map((one) => one.get("step")),
      "of its pods and of its route",
    ).to.deep.equal(Array(7).fill("60"));
    for (const one of asked)
      expect(one.get("query"))
        .to.include(`,namespace="${handle}",`)
        .and.match(/\{cluster="c-/);
    expect((await owner.call("GET", `/clusters/${clusterId}/metrics/history`)).body).to.include({ state: "available" });
    expect((await owner.call("GET", `/deployments/${id}/metrics/history?from=2030-01-01T00:00:00Z`)).status).to.equal(
      422,
    );
  });

  it("over time are unavailable while the store is, and nothing it said is passed on", async () => {
    told = { status: 503, body: { error: "secret-of-the-store" } };
    const { id: database } = await newDatabase(owner.call, clusterId);
    const { status, body, text } = await owner.call("GET", `/databases/${database}/metrics/history`);
    expect(status).to.equal(200);
    expect(body).to.deep.include({ state: "unavailable", reason: "HistorySilent", series: [] });
    expect(text).not.to.include("secret-of-the-store");
  });

  it("are for whoever may read the thing, and nobody else", async () => {
    const stranger = await newAccount(gateway.url);
    const things = [`/deployments/${id}/metrics`, `/clusters/${clusterId}/metrics`];
    for (const path of things.flatMap((thing) => [thing, `${thing}/history`]))
      expect((await stranger.call("GET", path)).status, path).to.equal(404);
    const { key } = await newKey(owner.session, { scopes: ["deployments:read"] });
    const byKey = clientOf(gateway.url, { authorization: `Bearer ${key}` });
    expect((await byKey("GET", `/deployments/${id}/metrics`)).status).to.equal(200);
    expect((await byKey("GET", `/clusters/${clusterId}/metrics`)).status).to.equal(403);
  });
});
