/**
 * Measures the operator with 200 Clusters (`node bench/clusters.ts 20` for a quick look):
 *
 * 1. A real etcd and kube-apiserver, Postgres and `git http-backend`; doubles of Argo CD and of the simulated cloud in
 *    a process of their own; `operator/main.ts` in another.
 * 2. All clusters are created at once, as the gateway does, until all run.
 *
 * What it asks at rest is for `bench/idle.ts`: in their first minutes clusters are looked at more often. Nothing is asserted.
 */
import { loadavg } from "node:os";
import { CLUSTERS } from "../adapters/kubernetes/resource-types.ts";
import type { OperatorProcess } from "./operator-process.ts";
import { OperatorScene } from "./operator-scene.ts";
import { printTable } from "./report.ts";

const COUNT = Number(process.argv[2] ?? 200);
const QUIET_MS = 3_000;

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
  const memory = await operator.residentMib();
  const rows: [string, string, string][] = [
    ["create: seconds until all run", seconds.toFixed(1), "180"],
    ["create: status patches per Cluster", scene.ledger.describe("Cluster"), "at most 3"],
    ["create: own CPU per Cluster", `${(createCpuMs / COUNT).toFixed(1)} ms`, ""],
    ["resident at its peak, and when quiet", `${memory.peak.toFixed(0)}, ${memory.now.toFixed(0)} MiB`, "500 MiB"],
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
