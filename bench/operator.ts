/**
 * Measures the operator with 3,000 Deployments on 50 Clusters (`node bench/operator.ts 100 3` for a quick look):
 *
 * 1. A real etcd and kube-apiserver, Postgres and `git http-backend`; doubles of Argo CD and of the simulated cloud in
 *    a process of their own; `operator/main.ts` in another.
 * 2. All objects are created as the gateway does, then all deployments patched, until all run at their generation.
 * 3. The operator is started again with all settled, until nothing waits; then it looks at everything anew by itself.
 * 4. A bare loop patches the same statuses once: what the API server and the client cost by themselves.
 *
 * Status patches are counted from a watch (one event for each stored version), CPU is /proc/<pid>/stat of the operator
 * (all of it: reconciling, rendering, Git, mirror), writes by the API server's own request counter. Nothing is asserted.
 */
import { fork } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { CLUSTERS, DEPLOYMENTS } from "../adapters/kubernetes/resource-types.ts";
import { eventually } from "../test/support/eventually.ts";
import { describeCost, takeApiServerCost } from "./api-server-cost.ts";
import { describeDifference, takeFootprint, type Footprint } from "./footprint.ts";
import { inParallel } from "./in-parallel.ts";
import type { BaselineCost } from "./operator-baseline.ts";
import { sumOf, type OperatorProcess } from "./operator-process.ts";
import { OperatorScene, type SceneDeployment } from "./operator-scene.ts";
import { printTable } from "./report.ts";

const COUNT = { deployments: Number(process.argv[2] ?? 3_000), clusters: Number(process.argv[3] ?? 50) };
const WRITERS = 16;
const QUIET_MS = 2_000;
const RESYNC_SECONDS = 60;
const IDLE_MS = 10_000;

const scene = await OperatorScene.open(COUNT.clusters);
const { client, ledger, backend } = scene;
const database = new pg.Client({ connectionString: scene.databaseUrl });
await database.connect();
let deployments: SceneDeployment[] = [];
let operator: OperatorProcess | undefined;

async function createAll(): Promise<void> {
  await scene.createClusters();
  deployments = await scene.createDeployments(COUNT.deployments);
}

async function patchAll(): Promise<void> {
  await inParallel(deployments, WRITERS, (one) => scene.change(one, "1"));
}

/** Runs the bare loop in a process of its own, so that its CPU time is its own. */
async function runBaseline(): Promise<BaselineCost> {
  const child = fork(join(import.meta.dirname, "operator-baseline.ts"), [scene.kubeconfig]);
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as BaselineCost));
    child.once("exit", (code) => reject(new Error(`The baseline ended with ${code}`)));
  });
}

type Cost = Readonly<{
  seconds: number;
  cpuMs: number;
  passes: number;
  commits: number;
  peakMib: number;
  statusWrites: string[];
  apiServer: ReturnType<typeof describeCost>;
}>;

const PASSES = ["berth_reconcile_seconds_count", 'controller="deployments"'] as const;

/** Does something to all objects and measures until all run again and the operator is quiet. */
async function measure(
  process: OperatorProcess,
  look: () => Promise<Footprint>,
  work: { act: () => Promise<void>; generation: number },
): Promise<Cost> {
  ledger.reset();
  const before = await look();
  const askedBefore = await takeApiServerCost(client, scene.etcdUrl);
  const passesBefore = sumOf(await process.metrics(), ...PASSES);
  const cpuBefore = await process.cpuMs();
  const startedAtMs = performance.now();
  await work.act();
  await ledger.running(COUNT.deployments + COUNT.clusters, work.generation);
  const seconds = (performance.now() - startedAtMs) / 1000;
  await process.quiet(COUNT, QUIET_MS);
  const cpuMs = (await process.cpuMs()) - cpuBefore;
  const asked = await takeApiServerCost(client, scene.etcdUrl);
  const after = await look();
  console.log(`writes by all parties: ${describeDifference(before, after)}`);
  return {
    seconds,
    cpuMs,
    passes: sumOf(await process.metrics(), ...PASSES) - passesBefore,
    commits: after.commits - before.commits,
    peakMib: (await process.residentMib()).peak,
    statusWrites: ["Deployment", "Cluster"].map((kind) => ledger.describe(kind)),
    apiServer: describeCost(askedBefore, asked, COUNT.deployments),
  };
}

type Restart = Readonly<{
  quietSeconds: number;
  cpuMs: number;
  quietMib: number;
  restartWrites: string;
  resyncMib: number;
  resyncCpuMs: number;
  resyncWrites: string;
}>;

/** Starts the operator over what is settled; then waits for its own resync. */
async function measureRestart(look: () => Promise<Footprint>): Promise<Restart> {
  const before = await look();
  const startedAtMs = performance.now();
  operator = await scene.startOperator({ BERTH_RESYNC_SECONDS: String(RESYNC_SECONDS) });
  const quietAtMs = await operator.quiet(COUNT, QUIET_MS);
  const cpuMs = await operator.cpuMs();
  const quietMib = (await operator.residentMib()).now;
  const settled = await look();
  const passes = async (): Promise<number> => sumOf(await operator!.metrics(), ...PASSES);
  const wanted = (await passes()) + COUNT.deployments;
  const cpuBefore = await operator.cpuMs();
  await eventually(
    async () => {
      if ((await passes()) < wanted) throw new Error("No resync yet");
    },
    RESYNC_SECONDS * 3_000,
    2_000,
  );
  await operator.quiet(COUNT, IDLE_MS);
  const after = await look();
  return {
    quietSeconds: (quietAtMs - startedAtMs) / 1000,
    cpuMs,
    quietMib,
    restartWrites: describeDifference(before, settled),
    resyncMib: (await operator.residentMib()).now,
    resyncCpuMs: (await operator.cpuMs()) - cpuBefore,
    resyncWrites: describeDifference(settled, after),
  };
}

const perObject = (ms: number): string => `${(ms / COUNT.deployments).toFixed(2)} ms`;

function printAll(costs: { create: Cost; update: Cost; restart: Restart; baseline: BaselineCost }): void {
  const { create, update, restart, baseline } = costs;
  const rows: [string, string, string][] = [
    ["create: seconds until all run", create.seconds.toFixed(1), ""],
    ["create: status patches per Deployment", create.statusWrites[0]!, "at most 3"],
    ["create: status patches per Cluster", create.statusWrites[1]!, "at most 3"],
    ["create: own CPU per Deployment", perObject(create.cpuMs), ""],
    ["create: passes per Deployment", (create.passes / COUNT.deployments).toFixed(1), ""],
    ["create: requests to the API server per Deployment, of all parties", create.apiServer.requests, ""],
    ["create: CPU of API server and etcd per Deployment", create.apiServer.cpu, ""],
    ["create: commits", String(create.commits), ""],
    ["update: seconds until all run again", update.seconds.toFixed(1), ""],
    ["update: status patches per Deployment", update.statusWrites[0]!, "at most 3"],
    ["update: own CPU per Deployment", perObject(update.cpuMs), "6 ms"],
    ["update: passes per Deployment", (update.passes / COUNT.deployments).toFixed(1), ""],
    ["update: requests to the API server per Deployment, of all parties", update.apiServer.requests, ""],
    ["update: which", update.apiServer.kinds, ""],
    ["update: CPU of API server and etcd per Deployment", update.apiServer.cpu, ""],
    ["update: commits", String(update.commits), ""],
    ["create and update: peak resident", `${update.peakMib.toFixed(0)} MiB`, ""],
    ["restart: seconds to quiet", restart.quietSeconds.toFixed(1), "20"],
    ["restart: own CPU until quiet", `${(restart.cpuMs / 1000).toFixed(1)} s`, ""],
    ["restart: writes", restart.restartWrites, ""],
    ["restart: resident when quiet", `${restart.quietMib.toFixed(0)} MiB`, "400 MiB"],
    ["resync: writes", restart.resyncWrites, "nothing"],
    ["resync: own CPU per Deployment", perObject(restart.resyncCpuMs), ""],
    ["resync: resident afterwards", `${restart.resyncMib.toFixed(0)} MiB`, "400 MiB"],
    ["baseline: seconds to list and patch each status once", baseline.seconds.toFixed(1), ""],
    ["baseline: CPU per Deployment", perObject(baseline.cpuMs), ""],
    ["update / baseline: seconds", (update.seconds / baseline.seconds).toFixed(1), ""],
    ["update / baseline: CPU", (update.cpuMs / baseline.cpuMs).toFixed(1), ""],
  ];
  printTable(
    `Operator with ${COUNT.deployments} Deployments on ${COUNT.clusters} Clusters`,
    rows.map(([what, figure, target]) => ({ what, figure, target })),
  );
}

const load = (): void =>
  console.log(
    `load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(" ")}`,
  );

try {
  await ledger.follow(client, CLUSTERS);
  await ledger.follow(client, DEPLOYMENTS);
  const { repository, branch } = backend.git;
  const look = (): Promise<Footprint> => takeFootprint({ client, database, repository, branch });
  operator = await scene.startOperator();
  await operator.quiet({ deployments: 0, clusters: 0 }, QUIET_MS);
  load();
  const create = await measure(operator, look, { act: createAll, generation: 1 });
  load();
  const update = await measure(operator, look, { act: patchAll, generation: 2 });
  await operator.stop();
  load();
  const restart = await measureRestart(look);
  await operator.stop();
  load();
  const baseline = await runBaseline();
  printAll({ create, update, restart, baseline });
} finally {
  await operator?.stop();
  await database.end();
  await scene.close();
}
