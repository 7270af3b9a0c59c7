import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { createLocalCloudClient, type LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import type { LocalCluster, LocalClusterSpec } from "../../adapters/providers/local-cloud-protocol.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { applyManifests } from "../../local/cluster/apply-manifests.ts";
import { callKube, type KubeAccess } from "../../local/cluster/kube-access.ts";
import { UNPRIVILEGED_NGINX_IMAGE } from "../../local/images/tour-images.ts";
import type { AppsAccess, CloudAccess } from "../../local/parts/cloud.ts";
import { listPrograms } from "../support/chaos/node-processes.ts";
import { eventually } from "../support/eventually.ts";
import { createAppFetch } from "../support/fetch-app.ts";
import { freezeNode, listNodeCgroups } from "../support/freeze-node.ts";
import { canRunNodes } from "../support/real-nodes.ts";

const spec: LocalClusterSpec = {
  tier: "dedicated",
  region: "local-1",
  server_type: "small",
  node_count: 2,
  kubernetes_version: "1.36",
  autoscaling: null,
};
const HANDLE = "reality";
const PATIENCE_MS = 5 * 60_000;
const PROGRAMS: readonly string[] = ["containerd", "kube-proxy", "kubelet"];

type Pod = Readonly<{
  metadata: { name: string; deletionTimestamp?: string };
  spec: { nodeName?: string };
  status: { phase: string; containerStatuses?: readonly Readonly<{ containerID?: string }>[] };
}>;

describe("a cluster of real nodes", function () {
  this.timeout(20 * 60_000);
  let home: string;
  let platform: ChildProcess;
  let cloud: LocalCloudClient;
  let rules: string;
  let apps: AppsAccess;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    rules = readMachineRules();
    home = await mkdtemp(join(tmpdir(), "berth-nodes-"));
    await start();
    await cloud.putCluster(HANDLE, spec);
    await becomes("running", 2);
    await applyManifests(await readAccess(), [deployment, service, ingress]);
  });

  after(async () => {
    if (home === undefined) return;
    await killEverything();
    await rm(home, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    const script = join(import.meta.dirname, "../support/real-cloud-process.ts");
    platform = spawn(process.execPath, [script, home], { stdio: ["ignore", "pipe", "inherit"] });
    platform.on("error", () => undefined);
    const [line] = (await once(createInterface(platform.stdout!), "line")) as [string];
    const { url, token, apps: front } = JSON.parse(line) as CloudAccess;
    apps = front;
    cloud = createLocalCloudClient({ url, token: new SecretText(token) });
  }

  async function killEverything(): Promise<void> {
    const running = platform.exitCode === null && platform.signalCode === null ? once(platform, "exit") : undefined;
    for (const pid of await listProcesses(home)) kill(pid);
    await running;
  }

  const becomes = (state: LocalCluster["state"], nodes: number): Promise<LocalCluster> =>
    eventually(async () => {
      const cluster = await cloud.getCluster(HANDLE);
      expect(cluster?.state, cluster?.reason).to.equal(state);
      expect(cluster?.nodes.filter(({ ready }) => ready)).to.have.length(nodes);
      return cluster!;
    }, PATIENCE_MS);

  async function readAccess(): Promise<KubeAccess> {
    const cluster = await cloud.getCluster(HANDLE);
    const caPem = Buffer.from(cluster?.ca_data ?? "", "base64").toString();
    return { server: cluster?.server ?? "", caPem, token: cluster?.admin_token ?? "" };
  }

  async function listPods(): Promise<readonly Pod[]> {
    const { body } = await callKube(await readAccess(), { path: "/api/v1/namespaces/default/pods" });
    return (body as { items: Pod[] }).items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** When the API server last heard from a node's kubelet. */
  async function heardFrom(node: string): Promise<number> {
    const path = `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${node}`;
    const { body } = await callKube(await readAccess(), { path });
    return Date.parse((body as { spec: { renewTime: string } }).spec.renewTime);
  }

  const answers = (): Promise<void> =>
    eventually(async () => {
      const { body } = await callKube(await readAccess(), { path: "/api/v1/namespaces/default/services/web" });
      const { clusterIP } = (body as { spec: { clusterIP: string } }).spec;
      const page = await fetch(`http://${clusterIP}/`, { signal: AbortSignal.timeout(2_000) });
      expect(page.status).to.equal(200);
    }, PATIENCE_MS);

  const runOn = (nodes: readonly string[]): Promise<void> =>
    eventually(async () => {
      const pods = (await listPods()).filter(({ status }) => status.phase === "Running");
      expect(pods).to.have.length(2);
      expect([...new Set(pods.map(({ spec: { nodeName } }) => nodeName))].sort()).to.deep.equal(nodes);
    }, PATIENCE_MS);

  it("runs pods on both, which answer through a Service", async () => {
    await runOn([`${HANDLE}-small-1`, `${HANDLE}-small-2`]);
    await answers();
  });

  it("answers at the address that an Ingress names", async () => {
    const fetchPage = await createAppFetch(apps);
    await eventually(async () => {
      const { status, text } = await fetchPage("https://web-1.apps.localhost/");
      expect([status, text.includes("Welcome to nginx")]).to.deep.equal([200, true]);
    }, PATIENCE_MS);
    expect((await fetchPage("https://web-2.apps.localhost/")).status).to.equal(404);
  });

  it("has nodes of their server type, whatever the machine has", async () => {
    const { body } = await callKube(await readAccess(), { path: "/api/v1/nodes" });
    for (const { status } of (body as { items: { status: { capacity: Record<string, string> } }[] }).items)
      expect(status.capacity).to.include({ cpu: "2", memory: "4Gi" });
  });

  it("leaves the machine's own rules alone", () => {
    expect(readMachineRules()).to.equal(rules);
  });

  it("keeps the pods of a node whose programs die, and starts these again", async () => {
    const containersOf = async (): Promise<readonly string[]> =>
      (await listPods()).map(({ status }) => status.containerStatuses?.[0]?.containerID ?? "").sort();
    const node = `${HANDLE}-small-1`;
    const programsOf = async (): Promise<ReadonlyMap<string, number>> => {
      const programs = (await listPrograms(node)).filter(({ command }) => PROGRAMS.includes(command));
      return new Map(programs.map(({ command, pid }) => [command, pid]));
    };
    const [before, killed] = [await containersOf(), await programsOf()];
    expect([...killed.keys()].sort()).to.deep.equal(PROGRAMS);
    const killedAtMs = Date.now();
    for (const pid of killed.values()) kill(pid);
    await eventually(async () => {
      const again = await programsOf();
      expect([...again.keys()].sort()).to.deep.equal(PROGRAMS);
      for (const pid of killed.values()) expect([...again.values()]).to.not.include(pid);
      expect(await heardFrom(node)).to.be.greaterThan(killedAtMs);
    }, PATIENCE_MS);
    await becomes("running", 2);
    expect(await containersOf()).to.deep.equal(before);
    await answers();
  });

  it("runs on without a node that stands still, and with it again", async () => {
    await freezeNode(`${HANDLE}-small-2`, true);
    await eventually(async () => {
      const cluster = await cloud.getCluster(HANDLE);
      expect(cluster?.nodes.find(({ name }) => name === `${HANDLE}-small-2`)?.ready).to.equal(false);
    }, PATIENCE_MS);
    await runOn([`${HANDLE}-small-1`]);
    await answers();
    await freezeNode(`${HANDLE}-small-2`, false);
    await becomes("running", 2);
  });

  it("leaves nothing behind when all of it is killed, and comes back with its pods", async () => {
    const link = `berth${/10\.250\.(\d+)\.1/.exec((await readAccess()).server)?.[1] ?? ""}`;
    expect(await readdir("/sys/class/net")).to.include(link);
    await killEverything();
    await eventually(async () => {
      expect(await listProcesses(home)).to.deep.equal([]);
      expect(await readdir("/sys/class/net")).to.not.include(link);
      expect(await readFile("/proc/mounts", "utf8")).to.not.include(home);
    }, PATIENCE_MS);
    expect(readMachineRules()).to.equal(rules);
    await start();
    await becomes("running", 2);
    await answers();
  });

  it("leaves nothing running and no cgroup when it is stopped, and comes back", async () => {
    const ended = once(platform, "exit");
    platform.kill("SIGTERM");
    await ended;
    expect(await listCgroups()).to.deep.equal([]);
    await eventually(async () => expect(await listProcesses(home)).to.deep.equal([]), PATIENCE_MS);
    await start();
    await becomes("running", 2);
    await answers();
  });

  it("gives a node back, emptied", async () => {
    await cloud.putCluster(HANDLE, { ...spec, node_count: 1 });
    await becomes("running", 1);
    await runOn([`${HANDLE}-small-1`]);
    await answers();
    const nodesDir = join(home, "cloud/clusters", HANDLE, "nodes");
    await eventually(async () => expect(await readdir(nodesDir)).to.deep.equal([`${HANDLE}-small-1`]), PATIENCE_MS);
  });

  it("goes with all that it had", async () => {
    await cloud.deleteCluster(HANDLE);
    await eventually(async () => {
      expect(await cloud.getCluster(HANDLE)).to.equal(undefined);
    }, PATIENCE_MS);
    expect(await listCgroups()).to.deep.equal([]);
  });
});

const labels = { app: "web" };
const spread = {
  maxSkew: 1,
  topologyKey: "kubernetes.io/hostname",
  whenUnsatisfiable: "ScheduleAnyway",
  labelSelector: { matchLabels: labels },
};
const container = {
  name: "web",
  image: UNPRIVILEGED_NGINX_IMAGE,
  ports: [{ containerPort: 8080 }],
  readinessProbe: { httpGet: { path: "/", port: 8080 }, periodSeconds: 1 },
  resources: { requests: { cpu: "10m", memory: "16Mi" } },
};
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "default" },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { topologySpreadConstraints: [spread], containers: [container] } },
  },
};
const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", namespace: "default" },
  spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
};

const backend = { service: { name: "web", port: { number: 80 } } };
const ingress = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "web", namespace: "default" },
  spec: { rules: [{ host: "web-1.apps.localhost", http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }] },
};

/** What must be as before, with nodes and without. */
function readMachineRules(): string {
  const said = (command: string, args: readonly string[]): string => execFileSync(command, args, { encoding: "utf8" });
  return [said("nft", ["list", "ruleset"]), said("sysctl", ["net.ipv4.ip_forward"]), said("ip", ["rule"])].join("\n");
}

/** Every process whose command or environment names the folder: the platform's, and what runs in its nodes. */
async function listProcesses(home: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const read = (file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
    if (`${await read("cmdline")}${await read("environ")}`.includes(home)) found.push(pid);
  }
  return found;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It went with another one.
  }
}

const listCgroups = (): Promise<readonly string[]> => listNodeCgroups((name) => name.includes(`${HANDLE}-small-`));
