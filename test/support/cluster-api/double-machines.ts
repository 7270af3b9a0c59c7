import { NODES } from "../../../adapters/kubernetes/resource-types.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { HCLOUD_MACHINES, MACHINES } from "../../../operator/provisioners/cluster-api/cluster-api-types.ts";
import { condition, type DoubleStore, type Found } from "./double-objects.ts";

/** What goes wrong on demand; sets hold server types, or names of machines. */
export type Faults = {
  soldOut: Set<string>;
  unknownTypes: Set<string>;
  /** Machines that are not drained: a PodDisruptionBudget that blocks. */
  blockedDrains: Set<string>;
  /** No node ever gets ready: the network is missing. */
  noNetwork: boolean;
};

/** One machine of a cluster in the making: what a MachineDeployment or a control plane wants. */
type NewMachine = Readonly<{
  cluster: string;
  name: string;
  version: string;
  serverType: string;
  failureDomain: string;
  labels: Readonly<Record<string, string>>;
}>;

const FINALIZER = "machine.cluster.x-k8s.io";
/** Passes after which a machine that never became a node is replaced, as its health check does after 15 minutes. */
const STARTUP_PASSES = 4;

/** Moves machines along, one step each pass: server, node, ready; drained, gone. */
export class DoubleMachines {
  readonly #store: DoubleStore;
  readonly #faults: Faults;
  readonly #tenant: KubeClient | undefined;
  readonly #passes = new Map<string, number>();

  constructor(store: DoubleStore, faults: Faults, tenant: KubeClient | undefined) {
    this.#store = store;
    this.#faults = faults;
    this.#tenant = tenant;
  }

  async create({ cluster, name, version, serverType, failureDomain, labels }: NewMachine): Promise<void> {
    const metadata = {
      name,
      namespace: this.#store.namespace,
      labels: { "cluster.x-k8s.io/cluster-name": cluster, ...labels },
    };
    await this.#store.create(HCLOUD_MACHINES, {
      apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
      kind: "HCloudMachine",
      metadata,
      spec: { type: serverType, imageName: "ubuntu-24.04" },
    });
    await this.#store.create(MACHINES, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      metadata: { ...metadata, finalizers: [FINALIZER] },
      spec: {
        clusterName: cluster,
        version,
        failureDomain,
        bootstrap: { dataSecretName: `${name}-bootstrap` },
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "HCloudMachine", name },
      },
    });
  }

  /** Moves every machine by one step; those of a cluster that is being deleted are not drained. */
  async pass(
    machines: readonly Found[],
    servers: readonly Found[],
    isDoomed: (cluster: string) => boolean,
  ): Promise<void> {
    for (const machine of machines) {
      const server = servers.find(({ metadata }) => metadata.name === machine.metadata.name);
      const cluster = machine.metadata.labels?.["cluster.x-k8s.io/cluster-name"] ?? "";
      if (machine.metadata.deletionTimestamp !== undefined) await this.#leave(machine, isDoomed(cluster));
      else if (server !== undefined) await this.#start(machine, server);
    }
  }

  async #leave(machine: Found, isDoomed: boolean): Promise<void> {
    const { name } = machine.metadata;
    if (!isDoomed && this.#faults.blockedDrains.has(name)) return;
    await this.#tenant?.delete(NODES, { name });
    await this.#store.delete(HCLOUD_MACHINES, name);
    await this.#store.release(MACHINES, machine);
  }

  async #start(machine: Found, server: Found): Promise<void> {
    const { name, uid = "" } = machine.metadata;
    const type = String((server["spec"] as { type?: string }).type);
    if (this.#faults.soldOut.has(type) && (server.status as { ready?: boolean } | undefined)?.ready !== true) {
      const message = `Server creation failed with an irrecoverable error: error during placement (resource_unavailable, 0a1b2c).`;
      await this.#refuse(server, "CreationFailedIrrecoverably", message);
      const passes = (this.#passes.get(uid) ?? 0) + 1;
      this.#passes.set(uid, passes);
      if (passes > STARTUP_PASSES) await this.#store.delete(MACHINES, name);
      return;
    }
    if (this.#faults.unknownTypes.has(type)) return this.#refuse(server, "ServerTypeNotFound", "no such type");
    const { status } = server as { status?: { ready?: boolean } };
    if (status?.ready !== true) {
      const conditions = [
        condition("ServerCreated", true, "Created"),
        condition("HCloudTokenAvailable", true, "Available"),
      ];
      return this.#store.status(HCLOUD_MACHINES, server, { ready: true, v1beta2: { conditions } });
    }
    await this.#join(machine);
  }

  async #join(machine: Found): Promise<void> {
    const { name } = machine.metadata;
    const { status, spec } = machine as { status?: { nodeRef?: object }; spec: { version?: string } };
    if (status?.nodeRef === undefined) {
      if (this.#tenant !== undefined) await makeNode(this.#tenant, name);
      return this.#store.status(MACHINES, machine, {
        nodeRef: { name },
        nodeInfo: nodeInfo(spec.version ?? ""),
        conditions: [condition("NodeReady", false, "NodeNotReady", "container runtime network not ready")],
      });
    }
    const isReady = !this.#faults.noNetwork;
    const conditions = [condition("NodeReady", isReady, isReady ? "NodeReady" : "NodeNotReady")];
    await this.#store.status(MACHINES, machine, { conditions });
  }

  async #refuse(server: Found, reason: string, message: string): Promise<void> {
    const conditions = [condition("ServerCreated", false, reason, message)];
    await this.#store.status(HCLOUD_MACHINES, server, { v1beta2: { conditions } });
  }
}

async function makeNode(tenant: KubeClient, name: string): Promise<void> {
  const node = { apiVersion: "v1", kind: "Node", metadata: { name } };
  await tenant.patch(
    NODES,
    { name },
    { kind: "apply", body: node },
    { fieldManager: "cluster-api-double", force: true },
  );
}

function nodeInfo(kubeletVersion: string): object {
  return {
    architecture: "amd64",
    bootID: "b",
    containerRuntimeVersion: "containerd://2.0",
    kernelVersion: "6.8",
    kubeProxyVersion: kubeletVersion,
    kubeletVersion,
    machineID: "m",
    operatingSystem: "linux",
    osImage: "Ubuntu 24.04",
    systemUUID: "s",
  };
}
