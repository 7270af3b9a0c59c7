import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createHistoryClient, type HistoryClient } from "../../adapters/history/history-client.ts";
import type { HistoryMetric } from "../../adapters/history/history-queries.ts";
import { createKubeClient, type KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { NAMESPACES, NODES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { ensureCertificates } from "../../local/registry/certificates.ts";
import { sharedApiServer, type ApiServer } from "../support/api-server.ts";
import { applyAll } from "../support/apply-all.ts";
import { eventually } from "../support/eventually.ts";
import { collectorToken, guidesMetrics, writeScrape } from "../support/guides-scrape.ts";
import { startVictoriaMetrics } from "../support/victoria-metrics/victoria-metrics.ts";
import type { VictoriaStore } from "../support/victoria/start-victoria.ts";

const OWN = { cluster: "harbour-1", namespace: "shop-1" };
const MEBIBYTE = 2 ** 20;
const WRITE = { fieldManager: "test" };
/** Where the pods of controllers answer: at ports that are theirs, on addresses of this machine alone. */
const CONTROLLERS = [
  { namespace: "ingress-nginx", name: "ingress-nginx", ip: "127.0.0.77", port: 10_254, path: "/metrics" },
  { namespace: "envoy-gateway-system", name: "envoy", ip: "127.0.0.78", port: 19_001, path: "/stats/prometheus" },
] as const;

/** The manifest of the guide on a real API server, its scrape configuration in the real VictoriaMetrics, and what they scrape. */
describe("metrics of a cluster, as the guide has them collected", function () {
  this.timeout(20 * 60_000);
  const servers: Server[] = [];
  const tokens = new Set<string>();
  let api: ApiServer;
  let kube: KubeClient;
  let store: VictoriaStore;
  let history: HistoryClient;
  let dir: string;
  let token: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-cluster-metrics-"));
    api = await sharedApiServer();
    kube = createKubeClient({ kubeconfigPath: api.kubeconfig });
    for (const { namespace } of CONTROLLERS)
      await kube.create(NAMESPACES, { metadata: { name: namespace } }, WRITE).catch(() => undefined);
    const manifests = guidesMetrics(OWN.cluster);
    await applyAll(kube, manifests);
    token = await collectorToken(kube);
    await startTargets();
    const path = await writeScrape(manifests, { dir, server: api.server, token });
    store = await startVictoriaMetrics([`-promscrape.config=${path}`]);
    history = createHistoryClient({ url: store.url, token: undefined, clusterLabel: "cluster" });
  });
  after(async () => {
    await (store as VictoriaStore | undefined)?.stop();
    for (const server of servers) server.close().closeAllConnections();
    await kube.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function startTargets(): Promise<void> {
    const startedAtMs = Date.now();
    const told = (lines: readonly (readonly [string, number])[], rate: boolean): string =>
      lines
        .map(([series, value]) => `${series} ${rate ? (value * (Date.now() - startedAtMs)) / 1_000 : value}`)
        .join("\n");
    const answer =
      (path: string, write: () => string): RequestListener =>
      (request, response) => {
        if (request.url === path) response.end(`${write()}\n`);
        else response.writeHead(404).end();
      };
    const kubelet = answer("/metrics/cadvisor", () =>
      [told(KUBELET.counters, true), told(KUBELET.gauges, false)].join("\n"),
    );
    const files = await ensureCertificates(dir, ["127.0.0.1"]);
    const tls = { key: await readFile(files.keyFile), cert: await readFile(files.certificateFile) };
    const port = await listen(
      createTlsServer(tls, (request, response) => {
        tokens.add(request.headers.authorization ?? "");
        kubelet(request, response);
      }),
      "127.0.0.1",
    );
    await newNode(port);
    for (const { name, ip, port: wanted, path, namespace } of CONTROLLERS) {
      await listen(createServer(answer(path, () => told(CARRIED[name], true))), ip, wanted);
      await newPod(namespace, name, ip);
    }
  }

  async function listen(server: Server, address: string, port = 0): Promise<number> {
    servers.push(server);
    await new Promise<void>((resolve, reject) => server.on("error", reject).listen(port, address, resolve));
    return (server.address() as AddressInfo).port;
  }

  async function newNode(port: number): Promise<void> {
    await kube.create(NODES, { metadata: { name: "metrics-node" } }, WRITE);
    const addresses = [{ type: "InternalIP", address: "127.0.0.1" }];
    const body = { status: { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } } };
    await kube.patch(NODES, { name: "metrics-node" }, { kind: "merge", body }, { ...WRITE, subresource: "status" });
  }

  async function newPod(namespace: string, name: string, ip: string): Promise<void> {
    for (const [pod, label, address] of [
      [`${name}-1`, name, ip],
      // Another's pod beside it answers nowhere and is none of them.
      [`${name}-other`, "other", "127.0.0.79"],
    ] as const) {
      const ref = { namespace, name: pod };
      const metadata = { ...ref, labels: { "app.kubernetes.io/name": label } };
      await kube.create(PODS, { metadata, spec: { containers: [{ name: "app", image: "a" }] } }, WRITE);
      const body = { status: { phase: "Running", podIP: address, podIPs: [{ ip: address }] } };
      await kube.patch(PODS, ref, { kind: "merge", body }, { ...WRITE, subresource: "status" });
    }
  }

  async function latest(metric: HistoryMetric): Promise<number> {
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const points = await history.read(metric, OWN, {
      fromSeconds: nowSeconds - 5,
      toSeconds: nowSeconds,
      stepSeconds: 5,
    });
    return points.at(-1)?.[1] ?? Number.NaN;
  }

  it("are the numbers that history is asked for, by rights that reach nothing else", async () => {
    const wanted = [
      ["cpu_millicores", 250],
      ["memory_bytes", 100 * MEBIBYTE],
      ["network_received_bytes_per_second", 1_000],
      ["network_sent_bytes_per_second", 500],
      ["requests_per_second", 7 + 10],
      ["errors_per_second", 2 + 1],
    ] as const;
    for (const [metric, value] of wanted)
      await eventually(async () => expect(await latest(metric), metric).to.be.closeTo(value, value * 0.2));
    await eventually(async () => expect(await latest("latency_p95_seconds")).to.be.closeTo(1.95, 0.1));
    const routes = await history.readRoutes(OWN.cluster);
    expect(routes.get(OWN.namespace)?.requestsPerSecond).to.be.closeTo(17, 4);
    expect([...tokens]).to.deep.equal([`Bearer ${token}`]);
  });

  it("are those alone: what else is told there is not kept", async () => {
    const names = (await (await fetch(`${store.url}/api/v1/label/__name__/values`)).json()) as { data: string[] };
    const kept = names.data.filter((name) => !/^(up$|scrape_)/.test(name));
    expect(kept).to.have.members([
      "container_cpu_usage_seconds_total",
      "container_memory_working_set_bytes",
      "container_network_receive_bytes_total",
      "container_network_transmit_bytes_total",
      "nginx_ingress_controller_requests",
      "nginx_ingress_controller_request_duration_seconds_bucket",
      "envoy_cluster_upstream_rq_xx",
      "envoy_cluster_upstream_rq_time_bucket",
    ]);
  });

  it("come by an account that reads no pod of a tenant, no Secret, and opens no kubelet", async () => {
    const collector = createKubeClient({ server: api.server, caData: api.caData, token });
    const statusOf = (path: string): Promise<number> =>
      collector.request("GET", path).then(
        () => 200,
        (error: { status?: number }) => error.status ?? 0,
      );
    try {
      expect(await statusOf("/api/v1/namespaces/ingress-nginx/pods")).to.equal(200);
      for (const path of [
        "/api/v1/pods",
        "/api/v1/namespaces/default/pods",
        "/api/v1/namespaces/ingress-nginx/secrets",
        "/api/v1/namespaces/berth-metrics/secrets",
        "/api/v1/nodes/metrics-node/proxy/pods",
      ])
        expect(await statusOf(path), path).to.equal(403);
    } finally {
      await collector.close();
    }
  });
});

const POD = 'namespace="shop-1",pod="web-1"';
const KUBELET = {
  counters: [
    [`container_cpu_usage_seconds_total{${POD},container="app",id="/kubepods/a",image="a",name="b"}`, 0.25],
    [`container_network_receive_bytes_total{${POD},interface="eth0",id="/kubepods/a"}`, 1_000],
    [`container_network_transmit_bytes_total{${POD},interface="eth0",id="/kubepods/a"}`, 500],
    [`container_fs_reads_total{${POD},container="app"}`, 5],
  ],
  gauges: [[`container_memory_working_set_bytes{${POD},container="app",id="/kubepods/a"}`, 100 * MEBIBYTE]],
} as const;
const INGRESS = 'controller_namespace="ingress-nginx",namespace="shop-1",ingress="web",service="web"';
const bucket = (le: string, rate: number) =>
  [`nginx_ingress_controller_request_duration_seconds_bucket{${INGRESS},status="200",le="${le}"}`, rate] as const;
const CARRIED = {
  "ingress-nginx": [
    [`nginx_ingress_controller_requests{${INGRESS},status="200"}`, 5],
    [`nginx_ingress_controller_requests{${INGRESS},status="503"}`, 2],
    bucket("1", 0),
    bucket("2", 7),
    bucket("+Inf", 7),
    ["nginx_ingress_controller_nginx_process_requests_total", 9],
  ],
  envoy: [
    ['envoy_cluster_upstream_rq_xx{envoy_cluster_name="httproute/shop-1/web/rule/0",envoy_response_code_class="2"}', 9],
    ['envoy_cluster_upstream_rq_xx{envoy_cluster_name="httproute/shop-1/web/rule/0",envoy_response_code_class="5"}', 1],
    ['envoy_cluster_upstream_rq_time_bucket{envoy_cluster_name="httproute/shop-1/web/rule/0",le="+Inf"}', 10],
    ['envoy_cluster_upstream_rq_xx{envoy_cluster_name="xds_cluster",envoy_response_code_class="2"}', 9],
    ["envoy_server_uptime", 1],
  ],
} as const;
