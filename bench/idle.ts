/**
 * Measures what costs nothing only if it waits to be told: 10,000 deployments on 200 clusters at rest
 * (`node bench/idle.ts 500 10 30` for a quick look; the third number is seconds: `… 10000 200 3600` for an hour).
 *
 * 1. A real etcd and kube-apiserver, Postgres, Git, the operator and the gateway, each a process; doubles of Argo CD and of the
 *    simulated cloud in one of their own, which is left out. Everything runs and is quiet.
 * 2. Nothing is done for so long: the CPU of each part, and who was asked how often.
 *
 * Nothing is asserted; `test/simulation/idle.test.ts` bounds the operator's requests.
 */
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { CLUSTERS, DEPLOYMENTS } from "../adapters/kubernetes/resource-types.ts";
import { MADE_WITHIN_MS } from "../operator/machines/cluster/being-made.ts";
import { takeApiServerCost, type ApiServerCost } from "./api-server-cost.ts";
import type { Asked } from "./cheap-cloud.ts";
import { startGateway, type Server } from "./gateway-process.ts";
import type { OperatorProcess } from "./operator-process.ts";
import { OperatorScene } from "./operator-scene.ts";
import { postgresCpuMs, postgresUsage, type PostgresUsage } from "./postgres-usage.ts";
import { processUsage, type ProcessUsage } from "./process-usage.ts";
import { printTable } from "./report.ts";
import { settleScene } from "./settle-scene.ts";

const [deployments = 10_000, clusters = 200, seconds = 120] = process.argv.slice(2).map(Number);
const QUIET_MS = 3_000;
const REQUESTS_SHOWN = 8;

type Parts = Readonly<{ operator: OperatorProcess; gateway: Server; database: pg.Client }>;
type Look = Readonly<{
  atMs: number;
  apiServer: ApiServerCost;
  asked: Asked;
  operatorCpuMs: number;
  gateway: ProcessUsage;
  postgres: PostgresUsage;
}>;

async function look(scene: OperatorScene, { operator, gateway, database }: Parts): Promise<Look> {
  return {
    atMs: performance.now(),
    apiServer: await takeApiServerCost(scene.client, scene.etcdUrl),
    asked: (await (await fetch(`${scene.backend.cloud.url}/asked`)).json()) as Asked,
    operatorCpuMs: await operator.cpuMs(),
    gateway: await processUsage(gateway.child.pid!),
    postgres: await postgresUsage(database),
  };
}

function printIdle(before: Look, after: Look, residentMib: number): void {
  const perSecond = (count: number): string => (count / ((after.atMs - before.atMs) / 1_000)).toFixed(2);
  const cpu = (of: (one: Look) => number): string => `${perSecond(of(after) - of(before))} ms a second`;
  const requests = [...after.apiServer.requests]
    .map(([kind, count]) => [kind, count - (before.apiServer.requests.get(kind) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one);
  const rows: [string, string][] = [
    ["operator, CPU", cpu(({ operatorCpuMs }) => operatorCpuMs)],
    ["operator, resident", `${residentMib.toFixed(0)} MiB`],
    ["gateway, CPU", cpu(({ gateway }) => gateway.cpuMs)],
    ["API server, CPU", cpu(({ apiServer }) => apiServer.cpuMs)],
    ["etcd, CPU", cpu(({ apiServer }) => apiServer.etcdCpuMs)],
    ["Postgres, CPU", `${perSecond(postgresCpuMs(before.postgres, after.postgres))} ms a second`],
    ["Postgres, transactions a second", perSecond(after.postgres.transactions - before.postgres.transactions)],
    ["the provider, requests a second", perSecond(after.asked.cloud - before.asked.cloud)],
    ["all clusters, requests a second", perSecond(after.asked.tenants - before.asked.tenants)],
    [
      "management cluster, requests a second, without watches and leases",
      perSecond(requests.reduce((sum, [, count]) => sum + count, 0)),
    ],
    ...requests
      .slice(0, REQUESTS_SHOWN)
      .map(([kind, count]): [string, string] => [`of these: ${kind}`, perSecond(count)]),
  ];
  printTable(
    `${deployments} Deployments on ${clusters} Clusters at rest for ${seconds} s`,
    rows.map(([what, figure]) => ({ what, figure })),
  );
}

const scene = await OperatorScene.open(clusters);
const database = new pg.Client({ connectionString: scene.databaseUrl, application_name: "bench" });
let operator: OperatorProcess | undefined;
let gateway: Server | undefined;
try {
  await database.connect();
  await scene.ledger.follow(scene.client, CLUSTERS);
  await scene.ledger.follow(scene.client, DEPLOYMENTS);
  await settleScene(scene, deployments);
  operator = await scene.startOperator();
  gateway = await startGateway(scene.databaseUrl, scene.kubeconfig);
  await operator.quiet({ deployments, clusters }, QUIET_MS);
  // Until then clusters are looked at more often.
  await delay(MADE_WITHIN_MS);
  const parts = { operator, gateway, database };
  const before = await look(scene, parts);
  console.log(`at rest, load ${loadavg()[0]!.toFixed(1)}`);
  await delay(seconds * 1_000);
  printIdle(before, await look(scene, parts), (await operator.residentMib()).now);
} finally {
  gateway?.child.kill();
  await operator?.stop();
  await database.end();
  await scene.close();
}
