/*
 * The machines of clusters whose pods really run. What a cluster's machines shall be say the Node objects of its API server,
 * as with simulated ones; each has a process here (local/nodes), and none is there without its object.
 */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { kubeconfigPath, type ControlPlane } from "../cluster/control-plane.ts";
import type { KubeAccess } from "../cluster/kube-access.ts";
import { ClusterNumbers } from "../nodes/cluster-numbers.ts";
import { deriveClusterNetwork, deriveNodeNetwork, numberOfNode } from "../nodes/network-plan.ts";
import type { NodeConfig } from "../nodes/node-config.ts";
import { networkSpec, nodeProcess, realNodeSpec, removeCgroups, type RealNode } from "../nodes/real-node.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import { sizeOf } from "./catalog.ts";
import type { NodeImages } from "./node-images.ts";
import type { NodeRegistry } from "./node-registry.ts";
import type { SeenNode } from "./nodes.ts";

/** A cluster with real nodes: the number of its addresses and where it lives. */
type RealCluster = Readonly<{ handle: string; number: number; plane: ControlPlane; access: KubeAccess }>;

/** What real nodes are started with. */
type RealNodesOptions = Readonly<{
  supervisor: Supervisor;
  /** Answers the folder of a node's programs, built first when they are not there yet. */
  findPrograms: (report: (line: string) => void) => Promise<string>;
  images: NodeImages;
  registry?: NodeRegistry;
}>;

/** Starts and ends the machines of clusters with real nodes. */
export class RealNodes {
  readonly #options: RealNodesOptions;
  /** Names of the nodes that have a process, by cluster. */
  readonly #nodes = new Map<string, Map<string, number>>();
  readonly #numbers = new ClusterNumbers();

  constructor(options: RealNodesOptions) {
    this.#options = options;
  }

  /** Chooses the number of a new cluster beside those of the others. */
  chooseNumber(taken: readonly number[]): Promise<number> {
    return this.#numbers.choose(taken);
  }

  /** Brings up the network of a cluster, before its API server that listens in it. */
  async openNetwork(handle: string, number: number): Promise<void> {
    await this.#numbers.hold(number);
    const cluster = deriveClusterNetwork(number);
    await this.#options.supervisor.start(networkSpec(`${handle}-`, cluster));
  }

  /** Makes the processes of a cluster's machines agree with its Node objects. */
  async follow(cluster: RealCluster, present: readonly SeenNode[], report: (line: string) => void): Promise<void> {
    const running = this.#nodes.get(cluster.handle) ?? new Map<string, number>();
    this.#nodes.set(cluster.handle, running);
    const wanted = new Set(present.map(({ name }) => name));
    for (const [name, number] of running) {
      if (wanted.has(name)) continue;
      await this.#options.supervisor.remove(nodeProcess(`${cluster.handle}-`, number));
      running.delete(name);
    }
    await removeStrays(cluster, wanted);
    const missing = present.filter(({ name }) => !running.has(name));
    if (missing.length === 0) return;
    const programs = await this.#options.findPrograms(report);
    const { hostAddress } = deriveClusterNetwork(cluster.number);
    const mirror = await this.#options.images.serve(hostAddress);
    const registry = await this.#options.registry?.serve(hostAddress);
    const around = { programs, mirror, registry };
    await Promise.all(missing.map((node) => this.#start(this.#describe(cluster, node, around), running)));
  }

  /** Ends the machines of a cluster; their data stays. */
  async stop(handle: string): Promise<void> {
    const running = this.#nodes.get(handle) ?? new Map<string, number>();
    const processes = [...running.values()].map((number) => nodeProcess(`${handle}-`, number));
    await Promise.all(processes.map((name) => this.#options.supervisor.remove(name)));
    this.#nodes.delete(handle);
  }

  /** Takes down the network of a cluster, after everything that is in it. */
  async closeNetwork(handle: string, number: number): Promise<void> {
    const { hostAddress } = deriveClusterNetwork(number);
    await Promise.all([this.#options.images.close(hostAddress), this.#options.registry?.close(hostAddress)]);
    await this.#options.supervisor.remove(`${handle}-network`);
  }

  async #start(node: RealNode, running: Map<string, number>): Promise<void> {
    const spec = realNodeSpec(node);
    try {
      await this.#options.supervisor.start(spec);
      running.set(node.name, node.number);
    } catch (error) {
      // The next pass begins anew.
      await this.#options.supervisor.remove(spec.name);
      throw error;
    }
  }

  #describe(
    { handle, number: clusterNumber, plane, access }: RealCluster,
    seen: SeenNode,
    around: Pick<NodeConfig, "programs" | "mirror" | "registry">,
  ): RealNode {
    const number = numberOfNode(clusterNumber, seen.pod_cidr);
    if (number === undefined) throw new Error(`Node ${seen.name} is none of this cloud's: it has no addresses here`);
    const { cpu, memoryMb } = sizeOf(seen.server_type);
    return {
      prefix: `${handle}-`,
      number,
      name: seen.name,
      dir: join(nodesDir(plane), seen.name),
      ...around,
      cluster: deriveClusterNetwork(clusterNumber),
      network: deriveNodeNetwork(clusterNumber, number),
      authorityFile: join(plane.dir, "authority.crt"),
      authorityDir: plane.dir,
      kubeProxyKubeconfig: kubeconfigPath(plane, KUBE_PROXY),
      access,
      networkPid: () => this.#options.supervisor.pid(`${handle}-network`),
      cpu,
      memoryMb,
    };
  }
}

/** Names the user that the nodes' kube-proxies are. */
export const KUBE_PROXY = "system:kube-proxy";

function nodesDir({ dir }: ControlPlane): string {
  return join(dir, "nodes");
}

/** What a machine leaves that is gone: an earlier run may have ended in the middle of it. */
async function removeStrays({ plane, number }: RealCluster, wanted: ReadonlySet<string>): Promise<void> {
  const dir = nodesDir(plane);
  const names = await readdir(dir).catch(() => []);
  for (const name of names.filter((one) => !wanted.has(one))) {
    await removeCgroups(deriveClusterNetwork(number), name);
    await rm(join(dir, name), { recursive: true, force: true });
  }
}
