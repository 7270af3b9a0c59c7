/*
 * Measures a change on real nodes (`node bench/pods-on-node.ts`, as root on Linux): from a PATCH of REST until the address answers
 * with a page of the new pod, one change after the other on a platform at rest; then what a node and a pod hold of memory, as
 * their own share of each page (PSS). All of it shares this machine's processors.
 */
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { NODES, PODS } from "../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../adapters/kubernetes/kube-port.ts";
import { registerAccount, type BerthClient } from "../test/support/berth-client.ts";
import { listPodProcesses, listPrograms } from "../test/support/chaos/node-processes.ts";
import { PAGE_SPEC } from "../test/support/chaos/node-changes.ts";
import { runEndings } from "../test/support/endings.ts";
import { eventually } from "../test/support/eventually.ts";
import { createAppFetch } from "../test/support/fetch-app.ts";
import { runningCluster, startPlatform, tenantClient } from "../test/support/platform.ts";
import { prepareRealNodes } from "../test/support/real-nodes.ts";
import { insist, untilRunning } from "../test/support/story.ts";
import { WORKLOADS } from "../test/support/workloads.ts";
import { printTable, quantile } from "./report.ts";

const CHANGES = Number(process.env["BENCH_CHANGES"] ?? "100");
const WARM_UP = 3;
const IDLE_PODS = 20;
const LOOK_MS = 25;
const PATIENCE_MS = 5 * 60_000;
const MIB = 1024;

type Shop = Readonly<{ id: string; endpoint_url: string }>;
type Took = Readonly<Record<"accepted" | "answered" | "running", number>>;
type FetchPage = Awaited<ReturnType<typeof createAppFetch>>;

const variables = (round: string): object => ({ environment_variables: [{ name: "ROUND", value: round }] });

/** Changes a deployment that is at rest, and waits until it is again. */
async function change(
  berth: BerthClient,
  fetchPage: FetchPage,
  { id, endpoint_url: url }: Shop,
  round: string,
): Promise<Took> {
  const begunMs = performance.now();
  await insist(berth, "PATCH", `/deployments/${id}`, variables(round));
  const accepted = performance.now() - begunMs;
  for (let page = ""; page !== round; await delay(LOOK_MS))
    page = (await fetchPage(url).catch(() => ({ text: "" }))).text;
  const answered = performance.now() - begunMs;
  await untilRunning(berth, id);
  return { accepted, answered, running: performance.now() - begunMs };
}

async function measureChanges(berth: BerthClient, fetchPage: FetchPage, clusterId: string): Promise<readonly Took[]> {
  const body = { ...PAGE_SPEC, name: "shop", cluster_id: clusterId, ...variables("first") };
  const { id } = await insist<Shop>(berth, "POST", "/deployments", body);
  await untilRunning(berth, id);
  const shop = await insist<Shop>(berth, "GET", `/deployments/${id}`);
  const took: Took[] = [];
  for (let round = 0; round < WARM_UP + CHANGES; round += 1) {
    const one = await change(berth, fetchPage, shop, `round ${round}`);
    if (round >= WARM_UP) took.push(one);
    if (round % 10 === 0) console.log(`${round} changes, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
  }
  return took;
}

/** Sums the share of processes, in MiB. */
async function shareOf(pids: readonly number[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "")));
  return texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0), 0) / MIB;
}

type Held = Readonly<{ byProgram: ReadonlyMap<string, number>; pods: number; count: number }>;

async function measureNode(node: string): Promise<Held> {
  const programs = Map.groupBy(await listPrograms(node), ({ command }) => command);
  const shares = [...programs].map(
    async ([command, found]) => [command, await shareOf(found.map(({ pid }) => pid))] as const,
  );
  const pods = await listPodProcesses(node);
  return {
    byProgram: new Map(await Promise.all(shares)),
    pods: await shareOf([...pods.values()].flat()),
    count: pods.size,
  };
}

/** With pods that sleep, each of one container. */
async function fillNode(tenant: KubeClient, node: string): Promise<void> {
  const labels = { app: "idle" };
  const container = { name: "idle", image: "busybox:1.37", command: ["sleep", "infinity"] };
  const spec = { nodeName: node, terminationGracePeriodSeconds: 0, containers: [container] };
  const idle = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "idle", namespace: "default" },
    spec: { replicas: IDLE_PODS, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
  await tenant.create(WORKLOADS, idle, { fieldManager: "bench" });
  await eventually(async () => {
    const { items } = await tenant.list<KubeObject & { status?: { phase?: string } }>(PODS, {
      labelSelector: "app=idle",
    });
    const running = items.filter(({ status }) => status?.phase === "Running").length;
    if (running < IDLE_PODS) throw new Error(`${running} of ${IDLE_PODS} pods run`);
  }, PATIENCE_MS);
}

const seconds = (took: readonly Took[], what: keyof Took): Record<string, string> => {
  const samples = took.map((one) => one[what] / 1_000);
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(samples, share).toFixed(2));
  return {
    "from the PATCH": what,
    samples: String(samples.length),
    p50: `${p50} s`,
    p99: `${p99} s`,
    most: `${most} s`,
  };
};

function tellMemory(before: Held, after: Held): readonly Record<string, string>[] {
  const names = [...new Set([...before.byProgram.keys(), ...after.byProgram.keys()])];
  const mib = (value = 0): string => `${value.toFixed(1)} MiB`;
  const rows = names.map((name) => ({
    what: name,
    before: mib(before.byProgram.get(name)),
    after: mib(after.byProgram.get(name)),
  }));
  const sum = ({ byProgram, pods }: Held): number => pods + [...byProgram.values()].reduce((all, one) => all + one, 0);
  const each = (sum(after) - sum(before)) / (after.count - before.count);
  return [
    ...rows,
    { what: "in pods", before: mib(before.pods), after: mib(after.pods) },
    { what: "pods", before: String(before.count), after: String(after.count) },
    { what: "the node and all on it", before: mib(sum(before)), after: mib(sum(after)) },
    { what: "a pod more", before: "", after: mib(each) },
  ];
}

try {
  await prepareRealNodes();
  const { url, stack, homeDir } = await startPlatform("real");
  const berth = await registerAccount(url);
  const clusterId = await runningCluster(berth, "harbour");
  const loadBefore = loadavg()[0] ?? 0;
  const took = await measureChanges(berth, await createAppFetch(stack.connection.apps), clusterId);
  const load = `${loadBefore.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`;
  printTable(`A change on a real node (load average ${load})`, [
    seconds(took, "accepted"),
    seconds(took, "answered"),
    seconds(took, "running"),
  ]);
  const tenant = await tenantClient(berth, clusterId, homeDir);
  const { items } = await tenant.list(NODES);
  const node = items[0]?.metadata.name ?? "";
  const before = await measureNode(node);
  await fillNode(tenant, node);
  printTable(`Memory of a real node (PSS; ${items.length} node)`, tellMemory(before, await measureNode(node)));
  await tenant.close();
} finally {
  await runEndings();
}
