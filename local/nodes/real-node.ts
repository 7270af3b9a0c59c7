/*
 * A node that runs pods, in order:
 * 1. its files and its certificate are written;
 * 2. its process starts: namespaces, then containerd, kubelet and kube-proxy in them (node.sh);
 * 3. it is ready when the API server has heard from this very start of it.
 */
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { writeFileAtomically } from "../atomic-file.ts";
import { callKube, type KubeAccess } from "../cluster/kube-access.ts";
import type { ChildSpec } from "../processes/child.ts";
import { Authority } from "./authority.ts";
import type { ClusterNetwork } from "./network-plan.ts";
import { renderNodeFiles, type NodeConfig } from "./node-config.ts";
import { listHierarchies } from "./requirements.ts";

const NETWORK = fileURLToPath(new URL("network.sh", import.meta.url));
const NODE = fileURLToPath(new URL("node.sh", import.meta.url));
/** A killed process ends within moments, unless the kernel has it wait for a disk. */
const ENDED_MS = 10_000;

/** A node and where it belongs. */
export type RealNode = NodeConfig &
  Readonly<{
    /** Stands before the names of its cluster's processes. */
    prefix: string;
    access: KubeAccess;
    authorityDir: string;
    /** The process that holds the cluster's network. */
    networkPid: () => number | undefined;
    number: number;
  }>;

/** Describes the process that holds a cluster's network. */
export function networkSpec(prefix: string, cluster: NodeConfig["cluster"]): ChildSpec {
  return {
    name: `${prefix}network`,
    command: "/bin/sh",
    args: [NETWORK],
    env: { LINK: cluster.link, HOST_ADDRESS: cluster.hostAddress, PODS: cluster.pods, SERVICES: cluster.services },
    stopSignal: "SIGKILL",
    stopWave: 4,
    ready: async () => (await readFile("/proc/net/fib_trie", "utf8")).includes(` ${cluster.hostAddress}\n`),
  };
}

/** Describes the process of a node. */
export function realNodeSpec(node: RealNode): ChildSpec {
  let startedMs = 0;
  return {
    name: nodeProcess(node.prefix, node.number),
    command: "/bin/sh",
    args: [NODE, "run"],
    prepare: async () => {
      await prepareNode(node);
      startedMs = Date.now();
    },
    env: environmentOf(node),
    // What it runs ends with it, whatever it is told.
    stopSignal: "SIGKILL",
    stopWave: 1,
    cleanUp: () => removeCgroups(node.cluster, node.name),
    cgroups: listCgroups(node.cluster, node.name),
    // Its link is one end of a bridge that went.
    follows: [`${node.prefix}network`],
    readyTimeoutMs: 5 * 60_000,
    ready: (signal) => isReady(node, startedMs, signal),
  };
}

/** Names the process of a node. */
export function nodeProcess(prefix: string, number: number): string {
  return `${prefix}node-${number}`;
}

/**
 * Removes what a node that has ended leaves outside its folder: its cgroups. The kernel keeps one until the last of its processes is gone, a
 * moment after the node's own.
 */
export async function removeCgroups(cluster: ClusterNetwork, name: string): Promise<void> {
  const endMs = performance.now() + ENDED_MS;
  for (const folder of listCgroups(cluster, name)) {
    while (!(await removeFolders(folder)) && performance.now() < endMs) await setTimeout(50);
  }
}

function listCgroups(cluster: ClusterNetwork, name: string): readonly string[] {
  const hierarchies = listHierarchies(readFileSync("/proc/mounts", "utf8"));
  return hierarchies.map((path) => join(path, cgroupOf(cluster, name)));
}

async function prepareNode(node: RealNode): Promise<void> {
  await mkdir(node.dir, { recursive: true, mode: 0o700 });
  const authority = await Authority.open(node.authorityDir);
  const { certificate, key } = await authority.issue({
    commonName: `system:node:${node.name}`,
    organization: "system:nodes",
  });
  const files = { ...renderNodeFiles(node), "kubelet.kubeconfig": kubeconfigOf(node, certificate, key) };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(node.dir, name)), { recursive: true });
    await writeFileAtomically(join(node.dir, name), text);
  }
  await removeCgroups(node.cluster, node.name);
}

function environmentOf(node: RealNode): Record<string, string> {
  const pid = node.networkPid();
  if (pid === undefined) throw new Error(`The network of ${node.name} does not run`);
  return {
    NODE_NAME: node.name,
    NODE_DIR: node.dir,
    NODE_BIN: node.programs,
    NODE_ADDRESS: node.network.address,
    NODE_PORT_NAME: `node${node.number}`,
    NODE_CPU: String(node.cpu),
    NODE_MEMORY_MB: String(node.memoryMb),
    CLUSTER_PODS: node.cluster.pods,
    CLUSTER_SERVICES: node.cluster.services,
    HOST_ADDRESS: node.cluster.hostAddress,
    NETWORK_PID: String(pid),
    CGROUP: cgroupOf(node.cluster, node.name),
    NODE_NETWORK: node.isWithoutNetwork === true ? "none" : "bridge",
  };
}

function kubeconfigOf({ access, name }: RealNode, certificate: string, key: string): string {
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server: access.server, "certificate-authority-data": base64(access.caPem) } }],
    users: [{ name, user: { "client-certificate-data": base64(certificate), "client-key-data": base64(key) } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  });
}

type Condition = Readonly<{ type: string; status: string; lastHeartbeatTime: string }>;

/** What an earlier life of the node said does not count. */
async function isReady({ access, name }: RealNode, startedMs: number, signal: AbortSignal): Promise<boolean> {
  const answer = await callKube(access, { path: `/api/v1/nodes/${name}`, signal });
  const { status } = answer.body as { status?: { conditions?: readonly Condition[] } };
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  // Kubernetes' times have whole seconds.
  return ready?.status === "True" && Date.parse(ready.lastHeartbeatTime) + 1_000 > startedMs;
}

/** Two platforms of one machine may have nodes of the same name, but not in one network. */
function cgroupOf({ link }: ClusterNetwork, name: string): string {
  return `${link}-${name}`;
}

/** Removes a folder with all below it; false while one of them is in use. */
async function removeFolders(path: string): Promise<boolean> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeFolders(join(path, entry.name));
  return rmdir(path).then(
    () => true,
    (error: unknown) => (error as NodeJS.ErrnoException).code !== "EBUSY",
  );
}
