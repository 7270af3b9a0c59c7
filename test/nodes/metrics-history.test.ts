import { expect } from "chai";
import { createHistoryClient, type HistoryPoint } from "../../adapters/history/history-client.ts";
import type { HistoryMetric, HistoryScope } from "../../adapters/history/history-queries.ts";
import { eventually } from "../support/eventually.ts";
import { startVictoriaMetrics, type MetricsStore } from "../support/victoria-metrics/victoria-metrics.ts";

const FROM = Date.parse("2026-01-01T00:00:00Z") / 1_000;
const RANGE = { fromSeconds: FROM + 600, toSeconds: FROM + 1_200, stepSeconds: 60 };
const MEBIBYTE = 2 ** 20;
const OWN = { cluster: "harbour-1", namespace: "shop-1" };

/** The real VictoriaMetrics, filled as kubelets fill it. */
describe("metrics over time", function () {
  this.timeout(20 * 60_000);
  let store: MetricsStore;

  before(async () => {
    store = await startVictoriaMetrics();
    const body = [
      ...series({ ...OWN, pod: "web-1", container: "app" }, { cpuSeconds: 0.25, memory: 100 * MEBIBYTE }),
      ...series({ ...OWN, pod: "web-2", container: "app" }, { cpuSeconds: 0.5, memory: 50 * MEBIBYTE }),
      // What a kubelet says of a pod as a whole would count everything twice.
      ...series({ ...OWN, pod: "web-2", container: "" }, { cpuSeconds: 0.5, memory: 50 * MEBIBYTE }),
      ...series({ ...OWN, namespace: "other", pod: "web-1", container: "app" }, { cpuSeconds: 3, memory: MEBIBYTE }),
      ...series({ ...OWN, cluster: "other", pod: "web-1", container: "app" }, { cpuSeconds: 4, memory: MEBIBYTE }),
    ].join("\n");
    const taken = await fetch(`${store.url}/api/v1/import/prometheus`, { method: "POST", body });
    expect(taken.status).to.equal(204);
    await eventually(async () => expect(await read("memory_bytes", OWN)).not.to.deep.equal([]));
  });
  after(() => (store as MetricsStore | undefined)?.stop());

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

  it("are nothing where nothing is kept", async () => {
    expect(await read("network_sent_bytes_per_second", OWN)).to.deep.equal([]);
    expect(await read("cpu_millicores", { ...OWN, namespace: "nowhere" })).to.deep.equal([]);
  });
});
