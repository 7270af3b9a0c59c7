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
import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { loadavg } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { createKubeClient, type KubeObject } from "../adapters/kubernetes/kube-client.ts";
import { CLUSTERS, NAMESPACES } from "../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, API_GROUP, API_VERSION, FIELD_MANAGERS, FINALIZER, LABELS } from "../contract/identity.ts";
import { startApiServer } from "../test/support/api-server.ts";
import { installDefinition, readDocuments } from "../test/support/dry-run.ts";
import { startPostgres } from "../test/support/postgres.ts";
import type { Asked } from "./cheap-cloud.ts";
import { inParallel } from "./in-parallel.ts";
import type { Backend } from "./operator-backend.ts";
import { OperatorProcess, parseMetrics, sumOf } from "./operator-process.ts";
import { printTable } from "./report.ts";
import { WriteLedger } from "./write-ledger.ts";

const ROOT = join(import.meta.dirname, "..");
const COUNT = Number(process.argv[2] ?? 200);
const CLUSTERS_PER_ORGANIZATION = 5;
const WRITERS = 16;
const QUIET_MS = 3_000;
const REST_MS = 60_000;
const GATEWAY = { fieldManager: FIELD_MANAGERS.api, strict: true } as const;
const CRDS = [
  ...readdirSync(join(ROOT, "crds")).map((file) => `crds/${file}`),
  ...["application", "appproject", "applicationset"].map((kind) => `local/manifests/argocd/${kind}-crd.json`),
];

const postgres = await startPostgres();
const databaseUrl = await postgres.createDatabase();
const apiServer = await startApiServer();
const client = createKubeClient({ kubeconfigPath: apiServer.kubeconfig }, { responseBytesMax: 64 * 1024 * 1024 });
const ledger = new WriteLedger();
let backendProcess: ChildProcess | undefined;
let operator: OperatorProcess | undefined;

const namespaceOf = (index: number): string => `org-bench-${Math.floor(index / CLUSTERS_PER_ORGANIZATION)}`;

async function prepare(): Promise<void> {
  for (const path of CRDS) for (const definition of readDocuments(path)) await installDefinition(client, definition);
  const organizations = new Set(Array.from({ length: COUNT }, (_, index) => namespaceOf(index)));
  const manifests = [
    ...["argocd", "berth-system"].map((name) => ({ name })),
    ...[...organizations].map((name) => ({ name, labels: { [LABELS.organizationId]: randomUUID() } })),
  ];
  for (const metadata of manifests)
    await client.create(NAMESPACES, { apiVersion: "v1", kind: "Namespace", metadata }, { fieldManager: "bench" });
}

/** Makes a cluster as the gateway does. */
function cluster(index: number): KubeObject {
  const labels = { [LABELS.id]: randomUUID(), [LABELS.userId]: randomUUID(), [LABELS.organizationId]: randomUUID() };
  return {
    apiVersion: `${API_GROUP}/${API_VERSION}`,
    kind: "Cluster",
    metadata: {
      name: `bench-${index}`,
      namespace: namespaceOf(index),
      labels,
      annotations: { [ANNOTATIONS.requestId]: randomUUID() },
      finalizers: [FINALIZER],
    },
    spec: { provider: "local", region: "local-1", tier: "dedicated", nodeCount: 1 },
  };
}

function startBackend(): Promise<Backend> {
  const child = fork(join(ROOT, "bench/operator-backend.ts"), [apiServer.kubeconfig]);
  backendProcess = child;
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Backend));
    child.once("exit", (code) => reject(new Error(`The backend ended with ${code}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startOperator({ git, cloud }: Backend): Promise<OperatorProcess> {
  const env = {
    BERTH_KUBECONFIG: apiServer.kubeconfig,
    BERTH_POSTGRES_URL: databaseUrl,
    BERTH_GIT_URL: git.url,
    BERTH_GIT_USER: git.user,
    BERTH_GIT_TOKEN: git.token,
    BERTH_GIT_BRANCH: git.branch,
    BERTH_LOCAL_CLOUD_URL: cloud.url,
    BERTH_LOCAL_CLOUD_TOKEN: cloud.token,
    BERTH_CLUSTER_DENIED_ADDRESSES: "none",
  };
  return OperatorProcess.start(env, await freePort());
}

async function stopBackend(): Promise<void> {
  const child = backendProcess;
  if (child === undefined) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  if (child.connected) child.disconnect();
  if (child.exitCode === null) await gone;
}

type Asks = Readonly<{ management: number; cloud: number; tenants: number; cpuMs: number }>;

/** Counts what was asked so far; the one request of this look is left out of the next. */
async function countAsks(process: OperatorProcess, cloudUrl: string): Promise<Asks> {
  const metrics = parseMetrics(await text(await client.stream("/metrics", AbortSignal.timeout(30_000))));
  const asked = (await (await fetch(`${cloudUrl}/asked`)).json()) as Asked;
  return { management: sumOf(metrics, "apiserver_request_total"), ...asked, cpuMs: await process.cpuMs() };
}

function perSecond(before: Asks, after: Asks, what: keyof Asks, ours = 0): string {
  return ((after[what] - before[what] - ours) / (REST_MS / 1000)).toFixed(2);
}

try {
  await prepare();
  await ledger.follow(client, CLUSTERS);
  const backend = await startBackend();
  operator = await startOperator(backend);
  await operator.quiet({ deployments: 0, clusters: 0 }, QUIET_MS);
  const startedAtMs = performance.now();
  const all = Array.from({ length: COUNT }, (_, index) => cluster(index));
  await inParallel(all, WRITERS, (object) => client.create(CLUSTERS, object, GATEWAY));
  await ledger.running(COUNT, 1);
  const seconds = (performance.now() - startedAtMs) / 1000;
  await operator.quiet({ deployments: 0, clusters: COUNT }, QUIET_MS);
  const createCpuMs = await operator.cpuMs();
  const before = await countAsks(operator, backend.cloud.url);
  await delay(REST_MS);
  const after = await countAsks(operator, backend.cloud.url);
  const memory = await operator.residentMib();
  const rows: [string, string, string][] = [
    ["create: seconds until all run", seconds.toFixed(1), "180"],
    ["create: status patches per Cluster", ledger.describe("Cluster"), "at most 3"],
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
  ledger.stop();
  await stopBackend();
  await client.close();
  await apiServer.stop();
  await postgres.stop();
}
