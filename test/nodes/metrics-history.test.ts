import { expect } from "chai";
import { createHistoryClient, type HistoryPoint } from "../../adapters/history/history-client.ts";
import type { HistoryMetric, HistoryScope } from "../../adapters/history/history-queries.ts";
import { eventually } from "../support/eventually.ts";
import { startVictoriaMetrics } from "../support/victoria-metrics/victoria-metrics.ts";
import type { VictoriaStore } from "../support/victoria/start-victoria.ts";

const FROM = Date.parse("2026-01-01T00:00:00Z") / 1_000;
const RANGE = { fromSeconds: FROM + 600, toSeconds: FROM + 1_200, stepSeconds: 60 };
const MEBIBYTE = 2 ** 20;
const OWN = { cluster: "harbour-1", namespace: "shop-1" };

/** The real VictoriaMetrics, filled as kubelets fill it. */
describe("metrics over time", function () {
  this.timeout(20 * 60_000);
  let store: VictoriaStore;

  before(async () => {
    store = await startVictoriaMetrics();
    const body = [
      ...series({ ...OWN, pod: "web-1", container: "app" }, { cpuSeconds: 0.25, memory: 100 * MEBIBYTE }),
      ...series({ ...OWN, pod: "web-2", container: "app" }, { cpuSeconds: 0.5, memory: 50 * MEBIBYTE }),
      // What a kubelet says of a pod as a whole would count everything twice.
      ...series({ ...OWN, pod: "web-2", container: "" }, { cpuSeconds: 0.5, memory: 50 * MEBIBYTE }),
      ...series({ ...OWN, namespace: "other", pod: "web-1", container: "app" }, { cpuSeconds: 3, memory: MEBIBYTE }),
      ...series({ ...OWN, cluster: "other", pod: "web-1", container: "app" }, { cpuSeconds: 4, memory: MEBIBYTE }),
      ...requests(FROM),
      ...requests(Math.floor(Date.now() / 1_000) - 1_200),
    ].join("\n");
    const taken = await fetch(`${store.url}/api/v1/import/prometheus`, { method: "POST", body });
    expect(taken.status).to.equal(204);
    await eventually(async () => expect(await read("memory_bytes", OWN)).not.to.deep.equal([]));
  });
  after(() => (store as VictoriaStore | undefined)?.stop());

  /** Counters and gauges of a container, every 15 s for twenty minutes. */
  function series(
    labels: Readonly<Record<string, string>>,
    { cpuSeconds, memory }: Readonly<{ cpuSeconds: number; memory: number }>,
  ): string[] {
    const told = Object.entries(labels)
      .map(([name, value]) => `${name}="${value}"`)
      .join(",");
    return Array.from({ length: 81 }, (_, index) => index * 15).flatMap((seconds) => [
      `container_cpu_usage_seconds_total{${told}} ${cpuSeconds * seconds} ${(FROM + seconds) * 1_000}`,
      `container_memory_working_set_bytes{${told}} ${memory} ${(FROM + seconds) * 1_000}`,
      `container_network_receive_bytes_total{${told}} ${1_000 * seconds} ${(FROM + seconds) * 1_000}`,
    ]);
  }

  /** What Envoy Gateway and ingress-nginx tell: of the deployment, of another namespace, of another cluster. */
  function requests(from: number): string[] {
    const told = [
      [
        'envoy_cluster_upstream_rq_xx{cluster="harbour-1",envoy_cluster_name="httproute/routed/web/rule/0",envoy_response_code_class="2"}',
        9,
      ],
      [
        'envoy_cluster_upstream_rq_xx{cluster="harbour-1",envoy_cluster_name="httproute/routed/web/rule/0",envoy_response_code_class="5"}',
        1,
      ],
      [
        'envoy_cluster_upstream_rq_xx{cluster="harbour-1",envoy_cluster_name="httproute/routed-2/web/rule/0",envoy_response_code_class="5"}',
        50,
      ],
      [
        'envoy_cluster_upstream_rq_xx{cluster="other",envoy_cluster_name="httproute/routed/web/rule/0",envoy_response_code_class="5"}',
        50,
      ],
      [
        'envoy_cluster_upstream_rq_time_bucket{cluster="harbour-1",envoy_cluster_name="httproute/routed/web/rule/0",le="100"}',
        0,
      ],
      [
        'envoy_cluster_upstream_rq_time_bucket{cluster="harbour-1",envoy_cluster_name="httproute/routed/web/rule/0",le="200"}',
        10,
      ],
      [
        'envoy_cluster_upstream_rq_time_bucket{cluster="harbour-1",envoy_cluster_name="httproute/routed/web/rule/0",le="+Inf"}',
        10,
      ],
      [
        'nginx_ingress_controller_requests{cluster="harbour-1",namespace="ingress-nginx",exported_namespace="shop-1",ingress="web",status="200"}',
        4,
      ],
      [
        'nginx_ingress_controller_requests{cluster="harbour-1",namespace="ingress-nginx",exported_namespace="shop-1",ingress="web",status="503"}',
        2,
      ],
      ['nginx_ingress_controller_requests{cluster="harbour-1",namespace="shop-1",ingress="other",status="200"}', 1],
      [
        'nginx_ingress_controller_requests{cluster="harbour-1",namespace="ingress-nginx",exported_namespace="other",ingress="web",status="503"}',
        70,
      ],
      [
        'nginx_ingress_controller_request_duration_seconds_bucket{cluster="harbour-1",exported_namespace="shop-1",le="1"}',
        0,
      ],
      [
        'nginx_ingress_controller_request_duration_seconds_bucket{cluster="harbour-1",exported_namespace="shop-1",le="2"}',
        6,
      ],
      [
        'nginx_ingress_controller_request_duration_seconds_bucket{cluster="harbour-1",exported_namespace="shop-1",le="+Inf"}',
        6,
      ],
    ] as const;
    return Array.from({ length: 81 }, (_, index) => index * 15).flatMap((seconds) =>
      told.map(([series, rate]) => `${series} ${rate * seconds} ${(from + seconds) * 1_000}`),
    );
  }

  function read(metric: HistoryMetric, scope: HistoryScope): Promise<readonly HistoryPoint[]> {
    const client = createHistoryClient({ url: store.url, token: undefined, clusterLabel: "cluster" });
    return client.read(metric, scope, RANGE);
  }
  const valuesOf = (points: readonly HistoryPoint[]): number[] => points.map(([, value]) => Math.round(value));

  it("are those of one namespace of one cluster, at the times that were asked for", async () => {
    const cpu = await read("cpu_millicores", OWN);
    expect(cpu.map(([at]) => at)).to.deep.equal(Array.from({ length: 11 }, (_, index) => FROM + 600 + 60 * index));
    expect(new Set(valuesOf(cpu))).to.deep.equal(new Set([750]));
    expect(new Set(valuesOf(await read("memory_bytes", OWN)))).to.deep.equal(new Set([150 * MEBIBYTE]));
    expect(new Set(valuesOf(await read("network_received_bytes_per_second", OWN)))).to.deep.equal(new Set([3_000]));
  });

  it("are those of some pods, or of a whole cluster", async () => {
    expect(valuesOf(await read("cpu_millicores", { ...OWN, namePrefix: "web-1" }))[0]).to.equal(250);
    expect(valuesOf(await read("cpu_millicores", { cluster: "harbour-1" }))[0]).to.equal(3_750);
  });

  it("are requests, errors and latency of what Envoy Gateway carried to a deployment", async () => {
    const routed = { cluster: "harbour-1", namespace: "routed" };
    expect(valuesOf(await read("requests_per_second", routed))[0]).to.equal(10);
    expect(valuesOf(await read("errors_per_second", routed))[0]).to.equal(1);
    const [[, latency] = [0, 0]] = await read("latency_p95_seconds", routed);
    expect(latency).to.be.closeTo(0.195, 0.001);
  });

  it("are the same of what ingress-nginx carried, however the collector names its namespace", async () => {
    expect(valuesOf(await read("requests_per_second", OWN))[0]).to.equal(7);
    expect(valuesOf(await read("errors_per_second", OWN))[0]).to.equal(2);
    const [[, latency] = [0, 0]] = await read("latency_p95_seconds", OWN);
    expect(latency).to.be.closeTo(1.95, 0.01);
    expect(valuesOf(await read("errors_per_second", { cluster: "harbour-1" }))[0]).to.equal(1 + 50 + 2 + 70);
    expect(await read("requests_per_second", { ...OWN, namePrefix: "web" })).to.deep.equal([]);
  });

  it("are told of all namespaces of a cluster at once, of late, by one query", async () => {
    const client = createHistoryClient({ url: store.url, token: undefined, clusterLabel: "cluster" });
    const rates = await client.readRoutes("harbour-1");
    const told = [...rates].map(([namespace, { requestsPerSecond, errorsPerSecond, latencyP95Seconds }]) => {
      const latency = latencyP95Seconds === undefined ? "-" : latencyP95Seconds.toFixed(2);
      return [namespace, Math.round(requestsPerSecond), Math.round(errorsPerSecond), latency].join(" ");
    });
    const nginx = ["shop-1 7 2 1.95", "other 70 70 -"];
    expect(told).to.have.members([...nginx, "routed 10 1 0.20", "routed-2 50 50 -"]);
    expect((await client.readRoutes("nowhere")).size).to.equal(0);
  });

  it("are nothing where nothing is kept", async () => {
    expect(await read("network_sent_bytes_per_second", OWN)).to.deep.equal([]);
    expect(await read("cpu_millicores", { ...OWN, namespace: "nowhere" })).to.deep.equal([]);
  });
});
