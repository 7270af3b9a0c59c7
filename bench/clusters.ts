/**
 * Measures the operator with 200 Clusters (`node bench/clusters.ts 20` for a quick look):
 *
 * 1. A real etcd and kube-apiserver, Postgres and `git http-backend`; doubles of Argo CD and of the simulated cloud in
 *    a process of their own; `operator/main.ts` in another.
 * 2. All clusters are created at once, as the gateway does, until all run.
 * 3. At rest, for a minute: what the operator asks of the management cluster, of the provider and of the clusters.
 *
 * Requests to the management cluster are the API server's own count of all parties, less ours. Nothing is asserted.
 */
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { CLUSTERS } from "../adapters/kubernetes/resource-types.ts";
import { readApiServerMetrics } from "./api-server-cost.ts";
import type { Asked } from "./cheap-cloud.ts";
import { sumOf, type OperatorProcess } from "./operator-process.ts";
import { OperatorScene } from "./operator-scene.ts";
import { printTable } from "./report.ts";

const COUNT = Number(process.argv[2] ?? 200);
const QUIET_MS = 3_000;
const REST_MS = 60_000;

type Asks = Readonly<{ management: number; cloud: number; tenants: number; cpuMs: number }>;

/** Counts what was asked so far; the one request of this look is left out of the next. */
async function countAsks({ client, backend }: OperatorScene, process: OperatorProcess): Promise<Asks> {
  const metrics = await readApiServerMetrics(client);
  const asked = (await (await fetch(`${backend.cloud.url}/asked`)).json()) as Asked;
  return { management: sumOf(metrics, "apiserver_request_total"), ...asked, cpuMs: await process.cpuMs() };
}

function perSecond(before: Asks, after: Asks, what: keyof Asks, ours = 0): string {
  return ((after[what] - before[what] - ours) / (REST_MS / 1000)).toFixed(2);
}

const scene = await OperatorScene.open(COUNT);
let operator: OperatorProcess | undefined;
try {
  await scene.ledger.follow(scene.client, CLUSTERS);
  operator = await scene.startOperator();
  await operator.quiet({ deployments: 0, clusters: 0 }, QUIET_MS);
  const startedAtMs = performance.now();
  await scene.createClusters({ tier: "dedicated", nodeCount: 1 });
  await scene.ledger.running(COUNT, 1);
  const seconds = (performance.now() - startedAtMs) / 1000;
  await operator.quiet({ deployments: 0, clusters: COUNT }, QUIET_MS);
  const createCpuMs = await operator.cpuMs();
  const before = await countAsks(scene, operator);
  await delay(REST_MS);
  const after = await countAsks(scene, operator);
  const memory = await operator.residentMib();
  const rows: [string, string, string][] = [
    ["create: seconds until all run", seconds.toFixed(1), "180"],
    ["create: status patches per Cluster", scene.ledger.describe("Cluster"), "at most 3"],
    ["create: own CPU per Cluster", `${(createCpuMs / COUNT).toFixed(1)} ms`, ""],
    ["resident at its peak, and at rest", `${memory.peak.toFixed(0)}, ${memory.now.toFixed(0)} MiB`, "500 MiB"],
    ["at rest: requests/s to the management cluster, of all parties", perSecond(before, after, "management", 1), "5"],
    ["at rest: requests/s to the provider", perSecond(before, after, "cloud"), "5"],
    ["at rest: requests/s to the clusters, all together", perSecond(before, after, "tenants"), ""],
    ["at rest: own CPU, ms per second", perSecond(before, after, "cpuMs"), ""],
  ];
  console.log(
    `load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(" ")}`,
  );
  printTable(
    `Operator with ${COUNT} Clusters`,
    rows.map(([what, figure, target]) => ({ what, figure, target })),
  );
} finally {
  await operator?.stop();
  await scene.close();
}
