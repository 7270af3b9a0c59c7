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
import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { loadavg } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { parse } from "yaml";
import { createKubeClient, type KubeObject } from "../adapters/kubernetes/kube-client.ts";
import {
  CLUSTERS,
  CUSTOM_RESOURCE_DEFINITIONS,
  DEPLOYMENTS,
  NAMESPACES,
} from "../adapters/kubernetes/resource-types.ts";
import {
  ANNOTATIONS,
  API_GROUP,
  API_VERSION,
  FIELD_MANAGERS,
  FINALIZER,
  handledName,
  LABELS,
} from "../contract/identity.ts";
import { startApiServer } from "../test/support/api-server.ts";
import { eventually } from "../test/support/eventually.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { describeDifference, takeFootprint, type Footprint } from "./footprint.ts";
import { inParallel } from "./in-parallel.ts";
import type { Backend } from "./operator-backend.ts";
import type { BaselineCost } from "./operator-baseline.ts";
import { OperatorProcess, sumOf } from "./operator-process.ts";
import { printTable } from "./report.ts";
import { WriteLedger } from "./write-ledger.ts";

const ROOT = join(import.meta.dirname, "..");
const COUNT = { deployments: Number(process.argv[2] ?? 3_000), clusters: Number(process.argv[3] ?? 50) };
const CLUSTERS_PER_ORGANIZATION = 5;
const WRITERS = 16;
const QUIET_MS = 2_000;
const RESYNC_SECONDS = 60;
const IDLE_MS = 10_000;
const GATEWAY = { fieldManager: FIELD_MANAGERS.api, strict: true } as const;

const namespaceOf = (cluster: number): string => `org-bench-${Math.floor(cluster / CLUSTERS_PER_ORGANIZATION)}`;
const clusterName = (cluster: number): string => `bench-${cluster}`;

const postgres = await startPostgres();
const databaseUrl = await postgres.createDatabase();
const apiServer = await startApiServer();
const client = createKubeClient({ kubeconfigPath: apiServer.kubeconfig }, { responseBytesMax: 64 * 1024 * 1024 });
const database = new pg.Client({ connectionString: databaseUrl });
await database.connect();
const ledger = new WriteLedger();
const children: ChildProcess[] = [];
let operator: OperatorProcess | undefined;

async function installDefinitions(): Promise<void> {
  const ours = readdirSync(join(ROOT, "crds")).map((file) => readFileSync(join(ROOT, "crds", file), "utf8"));
  const argo = ["application", "appproject", "applicationset"].map((kind) =>
    readFileSync(join(ROOT, `local/manifests/argocd/${kind}-crd.json`), "utf8"),
  );
  const definitions = [...ours, ...argo].map((definition) => parse(definition) as KubeObject);
  for (const definition of definitions)
    await client.create(CUSTOM_RESOURCE_DEFINITIONS, definition, { fieldManager: "bench" });
  for (const { metadata } of definitions) {
    await eventually(async () => {
      const found = await client.get(CUSTOM_RESOURCE_DEFINITIONS, { name: metadata.name });
      const { conditions = [] } = found?.["status"] as { conditions?: { type: string; status: string }[] };
      if (!conditions.some(({ type, status }) => type === "Established" && status === "True"))
        throw new Error(`${metadata.name} is not served yet`);
    });
  }
}

const organizations = new Map<string, string>();

async function installNamespaces(): Promise<void> {
  for (let cluster = 0; cluster < COUNT.clusters; cluster += CLUSTERS_PER_ORGANIZATION)
    organizations.set(namespaceOf(cluster), randomUUID());
  const manifests = [
    ...["argocd", "berth-system"].map((name) => ({ name })),
    ...[...organizations].map(([name, id]) => ({ name, labels: { [LABELS.organizationId]: id } })),
  ];
  for (const metadata of manifests)
    await client.create(NAMESPACES, { apiVersion: "v1", kind: "Namespace", metadata }, { fieldManager: "bench" });
}

/** Makes an object as the gateway does. */
function resource(kind: string, namespace: string, name: string, more: { id: string; spec: unknown }): KubeObject {
  return {
    apiVersion: `${API_GROUP}/${API_VERSION}`,
    kind,
    metadata: {
      name,
      namespace,
      labels: {
        [LABELS.id]: more.id,
        [LABELS.userId]: randomUUID(),
        [LABELS.organizationId]: organizations.get(namespace) ?? "",
      },
      annotations: { [ANNOTATIONS.requestId]: randomUUID() },
      finalizers: [FINALIZER],
    },
    spec: more.spec,
  };
}

function cluster(index: number): KubeObject {
  const spec = { provider: "local", region: "local-1", tier: "shared" };
  return resource("Cluster", namespaceOf(index), clusterName(index), { id: randomUUID(), spec });
}

function deployment(index: number): KubeObject {
  const on = index % COUNT.clusters;
  const id = randomUUID();
  const name = `shop-${index}`;
  const spec = {
    cluster: clusterName(on),
    name,
    appType: "web_app",
    dockerImage: "nginx:1.29",
    replicas: 2,
    containerPort: 8080,
    environmentVariables: [{ name: "ROUND", value: "0" }],
  };
  return resource("Deployment", namespaceOf(on), handledName(name, id), { id, spec });
}

const deployments = Array.from({ length: COUNT.deployments }, (_, index) => deployment(index));

async function createAll(): Promise<void> {
  const clusters = Array.from({ length: COUNT.clusters }, (_, index) => cluster(index));
  await inParallel(clusters, WRITERS, (object) => client.create(CLUSTERS, object, GATEWAY));
  await inParallel(deployments, WRITERS, (object) => client.create(DEPLOYMENTS, object, GATEWAY));
}

async function patchAll(): Promise<void> {
  const annotation = `/metadata/annotations/${ANNOTATIONS.requestId.replaceAll("/", "~1")}`;
  await inParallel(deployments, WRITERS, ({ metadata: { namespace, name } }) => {
    const body = [
      { op: "replace", path: "/spec/environmentVariables", value: [{ name: "ROUND", value: "1" }] },
      { op: "replace", path: annotation, value: randomUUID() },
    ];
    return client.patch(DEPLOYMENTS, { namespace, name }, { kind: "json", body }, GATEWAY);
  });
}

async function startBackend(): Promise<Backend> {
  const child = fork(join(ROOT, "bench/operator-backend.ts"), [apiServer.kubeconfig]);
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Backend));
    child.once("exit", (code) => reject(new Error(`The backend ended with ${code}`)));
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  if (child.connected) child.disconnect();
  if (child.exitCode === null) await gone;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startOperator({ git, cloud }: Backend, more: Record<string, string> = {}): Promise<OperatorProcess> {
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
    ...more,
  };
  return OperatorProcess.start(env, await freePort());
}

/** Runs the bare loop in a process of its own, so that its CPU time is its own. */
async function runBaseline(): Promise<BaselineCost> {
  const child = fork(join(ROOT, "bench/operator-baseline.ts"), [apiServer.kubeconfig]);
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
  const passesBefore = sumOf(await process.metrics(), ...PASSES);
  const cpuBefore = await process.cpuMs();
  const startedAtMs = performance.now();
  await work.act();
  await ledger.running(COUNT.deployments + COUNT.clusters, work.generation);
  const seconds = (performance.now() - startedAtMs) / 1000;
  await process.quiet(COUNT, QUIET_MS);
  const cpuMs = (await process.cpuMs()) - cpuBefore;
  const after = await look();
  console.log(`writes by all parties: ${describeDifference(before, after)}`);
  return {
    seconds,
    cpuMs,
    passes: sumOf(await process.metrics(), ...PASSES) - passesBefore,
    commits: after.commits - before.commits,
    peakMib: (await process.residentMib()).peak,
    statusWrites: ["Deployment", "Cluster"].map((kind) => ledger.describe(kind)),
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
async function measureRestart(backend: Backend, look: () => Promise<Footprint>): Promise<Restart> {
  const before = await look();
  const startedAtMs = performance.now();
  operator = await startOperator(backend, { BERTH_RESYNC_SECONDS: String(RESYNC_SECONDS) });
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
    ["create: commits", String(create.commits), ""],
    ["update: seconds until all run again", update.seconds.toFixed(1), ""],
    ["update: status patches per Deployment", update.statusWrites[0]!, "at most 3"],
    ["update: own CPU per Deployment", perObject(update.cpuMs), "6 ms"],
    ["update: passes per Deployment", (update.passes / COUNT.deployments).toFixed(1), ""],
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
  await installDefinitions();
  await installNamespaces();
  await ledger.follow(client, CLUSTERS);
  await ledger.follow(client, DEPLOYMENTS);
  const backend = await startBackend();
  const { repository, branch } = backend.git;
  const look = (): Promise<Footprint> => takeFootprint({ client, database, repository, branch });
  operator = await startOperator(backend);
  await operator.quiet({ deployments: 0, clusters: 0 }, QUIET_MS);
  load();
  const create = await measure(operator, look, { act: createAll, generation: 1 });
  load();
  const update = await measure(operator, look, { act: patchAll, generation: 2 });
  await operator.stop();
  load();
  const restart = await measureRestart(backend, look);
  await operator.stop();
  load();
  const baseline = await runBaseline();
  printAll({ create, update, restart, baseline });
} finally {
  await operator?.stop();
  ledger.stop();
  await Promise.all(children.map(stopChild));
  await database.end();
  await client.close();
  await apiServer.stop();
  await postgres.stop();
}
