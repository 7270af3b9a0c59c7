import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ClusterAddons } from "../../local/addons/cluster-addons.ts";
import { findGoPrograms } from "../../local/binaries/go-programs.ts";
import { NodeImages } from "../../local/cloud/node-images.ts";
import { applyManifests } from "../../local/cluster/apply-manifests.ts";
import type { KubeAccess } from "../../local/cluster/kube-access.ts";
import {
  apiServerSpec,
  controllerManagerSpec,
  kubeconfigPath,
  prepareControlPlane,
  readAccess,
  schedulerSpec,
  type ControlPlane,
} from "../../local/cluster/control-plane.ts";
import { etcdSpec } from "../../local/cluster/etcd.ts";
import { loadLocalConfig } from "../../local/config.ts";
import type { ImageStore } from "../../local/images/image-store.ts";
import { makeTourImages } from "../../local/images/tour-images.ts";
import { ClusterNumbers } from "../../local/nodes/cluster-numbers.ts";
import { deriveClusterNetwork, deriveNodeNetwork, type ClusterNetwork } from "../../local/nodes/network-plan.ts";
import { NODE_PROGRAMS } from "../../local/nodes/programs.ts";
import { networkSpec, realNodeSpec } from "../../local/nodes/real-node.ts";
import { Supervisor } from "../../local/processes/supervisor.ts";
import { findBinaries } from "./embedded-binaries.ts";
import { freePorts } from "./free-ports.ts";

/** Answers what kubectl prints; fails with what it says. */
export type Kubectl = (...args: string[]) => Promise<string>;

/** A cluster whose nodes run pods, without a platform around it. */
export type RealCluster = Readonly<{
  kubectl: Kubectl;
  apply: (manifest: object) => Promise<void>;
  access: KubeAccess;
  /** The path of its administrator's kubeconfig. */
  kubeconfig: string;
  /** The images that its nodes ask this machine for first. */
  images: ImageStore;
  /** Has its nodes ask a server of this machine for the images of a registry. */
  redirect: (registry: string, url: string) => Promise<void>;
  /** Where its nodes reach this machine. */
  hostAddress: string;
  stop: () => Promise<void>;
}>;

const KUBE_PROXY = "system:kube-proxy";
/** Those that a platform on the same machine takes first: one that is being killed and started again is to find its own free. */
const LEFT_TO_OTHERS = 100 + (process.pid % 100);
const execute = promisify(execFile);
const report = (line: string): void => console.log(`    ${line}`);

/**
 * Starts a cluster with real nodes and all that runs on them for everybody; who resolves names of the outside is `resolvers`. With
 * `bringNetwork` the nodes come without a network and policies, as a cloud's servers do: it is called before there are nodes.
 */
export async function startRealCluster({
  nodes,
  resolvers,
  size = { cpu: 2, memoryMb: 4_096 },
  bringNetwork,
}: Readonly<{
  nodes: number;
  resolvers: string;
  size?: NodeSize;
  bringNetwork?: BringNetwork;
}>): Promise<RealCluster> {
  const dir = await mkdtemp(join(tmpdir(), "berth-real-"));
  const { childEnv } = loadLocalConfig();
  const supervisor = new Supervisor({ dir, env: childEnv, report: () => undefined });
  await supervisor.open();
  const stops: (() => Promise<unknown>)[] = [() => supervisor.stopAll()];
  const stop = async (): Promise<void> => {
    for (const one of stops) await one();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    return { ...(await start({ supervisor, dir, nodes, resolvers, size, bringNetwork }, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a node says that it has; pods' requests have to fit. */
type NodeSize = Readonly<{ cpu: number; memoryMb: number }>;
/** Brings the network of a cluster that has no nodes yet. */
type BringNetwork = (cluster: Pick<RealCluster, "kubectl" | "apply" | "kubeconfig" | "images">) => Promise<void>;
type Scene = Readonly<{
  supervisor: Supervisor;
  dir: string;
  nodes: number;
  resolvers: string;
  size: NodeSize;
  bringNetwork: BringNetwork | undefined;
}>;

async function start(scene: Scene, stops: (() => Promise<unknown>)[]): Promise<Omit<RealCluster, "stop">> {
  const { supervisor, dir } = scene;
  const programs = await findPrograms(scene);
  const binaries = await findBinaries([
    "etcd",
    "kube-apiserver",
    "kube-controller-manager",
    "kube-scheduler",
    "kubectl",
  ]);
  const clusterNumber = await chooseNumber(stops);
  const network = deriveClusterNetwork(clusterNumber);
  const plane = await describePlane(dir, network);
  await supervisor.start(
    etcdSpec({ command: await binaries("etcd"), dataDir: join(dir, "etcd"), port: plane.etcd, peerPort: plane.peer }),
  );
  await supervisor.start(networkSpec("real-", network));
  await prepareControlPlane(plane);
  await supervisor.start(await apiServerSpec(plane, await binaries("kube-apiserver")));
  const access = await readAccess(plane);
  await supervisor.start(controllerManagerSpec(plane, await binaries("kube-controller-manager")));
  await supervisor.start(await schedulerSpec(plane, await binaries("kube-scheduler")));
  const { cacheDir } = loadLocalConfig();
  const addons = new ClusterAddons({ cacheDir, supervisor, store: programs.images.store });
  await addons.start({ prefix: "real-", dir, network, access, report, resolvers: scene.resolvers });
  stops.push(() => programs.images.closeAll());
  const mirror = await programs.images.serve(network.hostAddress);
  const reached = {
    ...reachWithKubectl(await binaries("kubectl"), kubeconfigPath(plane, "admin")),
    kubeconfig: kubeconfigPath(plane, "admin"),
    images: programs.images.store,
  };
  if (scene.bringNetwork !== undefined) {
    await reached.kubectl("delete", "daemonset", "kube-network-policies", "--namespace", "kube-system");
    await scene.bringNetwork(reached);
  }
  await startNodes({ scene, plane, network, clusterNumber, access, programs: programs.node, mirror });
  return {
    ...reached,
    access,
    hostAddress: network.hostAddress,
    redirect: async (registry, url) => {
      for (const number of numbersOf(scene)) {
        const folder = join(dir, "nodes", nodeName(number), "certs.d", registry);
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, "hosts.toml"), `server = "${url}"\n`);
      }
    },
  };
}

type NodesPlan = Readonly<{
  scene: Scene;
  plane: ControlPlane;
  network: ClusterNetwork;
  clusterNumber: number;
  access: KubeAccess;
  programs: string;
  mirror: string;
}>;

async function startNodes(plan: NodesPlan): Promise<void> {
  const numbers = numbersOf(plan.scene);
  // Without a network each waits for what runs on another, too.
  if (plan.scene.bringNetwork !== undefined) await Promise.all(numbers.map((number) => startNode(plan, number)));
  else for (const number of numbers) await startNode(plan, number);
}

async function startNode(plan: NodesPlan, number: number): Promise<void> {
  const { scene, plane, access } = plan;
  const name = nodeName(number);
  const network = deriveNodeNetwork(plan.clusterNumber, number);
  const isWithoutNetwork = scene.bringNetwork !== undefined;
  const labels = { "kubernetes.io/hostname": name, "kubernetes.io/os": "linux" };
  const spec = isWithoutNetwork ? { podCIDR: network.pods, podCIDRs: [network.pods] } : {};
  await applyManifests(access, [{ apiVersion: "v1", kind: "Node", metadata: { name, labels }, spec }]);
  const node = {
    prefix: "real-",
    number,
    name,
    dir: join(scene.dir, "nodes", name),
    programs: plan.programs,
    cluster: plan.network,
    network,
    authorityFile: join(plane.dir, "authority.crt"),
    authorityDir: plane.dir,
    kubeProxyKubeconfig: kubeconfigPath(plane, KUBE_PROXY),
    access,
    networkPid: () => scene.supervisor.pid("real-network"),
    ...scene.size,
    mirror: plan.mirror,
    isWithoutNetwork,
  };
  await scene.supervisor.start(realNodeSpec(node));
}

function numbersOf({ nodes }: Scene): readonly number[] {
  return Array.from({ length: nodes }, (_, index) => index + 1);
}

async function findPrograms({ supervisor, dir }: Scene): Promise<{ node: string; images: NodeImages }> {
  const { cacheDir } = loadLocalConfig();
  const run: Supervisor["run"] = (what) => supervisor.run(what);
  const node = await findGoPrograms(NODE_PROGRAMS, { cacheDir, run, report });
  const images = new NodeImages({ cacheDir, run, report });
  const workDir = join(dir, "images");
  await mkdir(workDir);
  await makeTourImages({ store: images.store, workDir, run, report });
  return { node, images };
}

/** It is nobody else's until the cluster ends. */
async function chooseNumber(stops: (() => Promise<unknown>)[]): Promise<number> {
  const numbers = new ClusterNumbers();
  stops.push(() => Promise.resolve(numbers.close()));
  return numbers.choose(Array.from({ length: LEFT_TO_OTHERS }, (_, index) => index + 1));
}

async function describePlane(
  dir: string,
  network: ClusterNetwork,
): Promise<ControlPlane & { etcd: number; peer: number }> {
  const [etcd = 0, peer = 0] = await freePorts(2);
  return {
    prefix: "real-",
    dir: join(dir, "plane"),
    port: 6443,
    kubeletPort: 0,
    etcdUrl: `http://127.0.0.1:${etcd}`,
    etcdPrefix: "/real",
    adminToken: "real-admin",
    network,
    users: [{ name: KUBE_PROXY, token: "real-kube-proxy" }],
    etcd,
    peer,
  };
}

/** Answers how kubectl reaches a cluster. */
export function reachWithKubectl(command: string, kubeconfig: string): Pick<RealCluster, "kubectl" | "apply"> {
  const call = (args: readonly string[], input?: string): Promise<string> => {
    const asked = execute(command, ["--kubeconfig", kubeconfig, ...args], { timeout: 60_000 });
    if (input !== undefined) asked.child.stdin?.end(input);
    return asked.then(({ stdout }) => stdout);
  };
  return {
    kubectl: (...args) => call(args),
    apply: async (manifest) => void (await call(["apply", "-f", "-"], JSON.stringify(manifest))),
  };
}

/** Names a node of the cluster. */
export function nodeName(number: number): string {
  return `real-node-${number}`;
}
