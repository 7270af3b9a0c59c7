/**
 * Doubles Cluster API v1.14 and CAPH v1.1 against a real API server that has their types. Each pass moves everything by one
 * step:
 *
 * 1. the infrastructure is made of the ClusterClass's template and patches; the token is tried; the endpoint is set;
 * 2. control planes start one after the other, the first one makes the kubeconfig;
 * 3. the machines of each pool follow its replicas: marked ones go first, else the oldest; a pool that left the topology
 *    loses all its machines at once;
 * 4. a new version replaces machines one by one: control planes first, then pool by pool;
 * 5. a deleted Cluster takes everything with it.
 *
 * What the webhooks refuse is a policy in the API server (webhook-rules.ts). MachineDeployments, MachineSets and the
 * kubeadm objects are left out: Berth does not read them.
 */
import { SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import {
  CAPI_CLUSTERS,
  HCLOUD_MACHINES,
  HETZNER_CLUSTERS,
  MACHINES,
} from "../../../operator/provisioners/cluster-api/cluster-api-types.ts";
import { makeInfrastructure, readValues } from "./double-class.ts";
import { DoubleMachines, type Faults } from "./double-machines.ts";
import { DoubleStore, condition, type Found } from "./double-objects.ts";
import { deriveCounts, deriveConditions, isTrueOn } from "./double-status.ts";
import { installWebhookRules } from "./webhook-rules.ts";

type Options = Readonly<{
  client: KubeClient;
  namespace: string;
  /** Makes the kubeconfig of a cluster whose control plane has started. */
  kubeconfig: (name: string) => string;
  endpoint: Readonly<{ host: string; port: number }>;
  /** The API server that the clusters' nodes appear in. */
  tenant?: KubeClient;
}>;
type PoolTopology = {
  name: string;
  replicas?: number;
  failureDomain: string;
  metadata?: { annotations?: Record<string, string> };
  variables: { overrides: { name: string; value: string }[] };
};
type Spec = {
  controlPlaneEndpoint?: { host?: string };
  topology: {
    version: string;
    controlPlane: { replicas: number };
    variables: { name: string; value: unknown }[];
    workers?: { machineDeployments?: PoolTopology[] };
  };
};
/** What a set of machines is to be; `step` is how many may start at once. */
type Want = Readonly<{
  prefix: string;
  type: string;
  location: string;
  labels: Record<string, string>;
  replicas: number;
  step: number;
}>;
type Scene = Readonly<{ cluster: Found; spec: Spec; machines: readonly Found[]; servers: readonly Found[] }>;

const FINALIZER = "cluster.cluster.x-k8s.io";
const LABEL_POOL = "topology.cluster.x-k8s.io/deployment-name";
const LABEL_CONTROL_PLANE = "cluster.x-k8s.io/control-plane";

/** The double; nothing moves but by `pass`, so that a test sees each step however busy the machine is. */
export class ClusterApiDouble {
  readonly faults: Faults & { invalidTokens: Set<string> } = {
    soldOut: new Set(),
    unknownTypes: new Set(),
    blockedDrains: new Set(),
    noNetwork: false,
    invalidTokens: new Set(),
  };
  /** Sizes that an autoscaler chose, by `<cluster>/<pool>`. */
  readonly autoscaled = new Map<string, number>();
  readonly #options: Options;
  readonly #store: DoubleStore;
  readonly #machines: DoubleMachines;
  #names = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#store = new DoubleStore(options.client, options.namespace);
    this.#machines = new DoubleMachines(this.#store, this.faults, options.tenant);
  }

  /** Brings what the webhooks refuse. */
  install(): Promise<void> {
    return installWebhookRules(this.#options.client, this.#options.namespace);
  }

  /** Moves everything by one step. */
  async pass(): Promise<void> {
    const [clusters, machines, servers] = await Promise.all([
      this.#store.list(CAPI_CLUSTERS),
      this.#store.list(MACHINES),
      this.#store.list(HCLOUD_MACHINES),
    ]);
    const doomed = new Set(
      clusters.flatMap(({ metadata }) => (metadata.deletionTimestamp === undefined ? [] : [metadata.name])),
    );
    await this.#machines.pass(machines, servers, (name) => doomed.has(name));
    for (const cluster of clusters) {
      const isOwn = ({ metadata }: Found): boolean =>
        metadata.labels?.["cluster.x-k8s.io/cluster-name"] === cluster.metadata.name;
      const spec = cluster["spec"] as unknown as Spec;
      const scene = { cluster, spec, machines: machines.filter(isOwn), servers: servers.filter(isOwn) };
      if (doomed.has(cluster.metadata.name)) await this.#remove(scene);
      else await this.#move(scene);
    }
  }

  async #move(scene: Scene): Promise<void> {
    const { cluster, spec } = scene;
    if ((cluster.metadata.finalizers ?? []).length === 0)
      return this.#store.merge(CAPI_CLUSTERS, cluster, { metadata: { finalizers: [FINALIZER] } });
    const isReady = await this.#infrastructure(scene);
    if (!isReady) return this.#status(scene, false);
    const endpoint = this.#options.endpoint;
    if (spec.controlPlaneEndpoint?.host === undefined)
      await this.#store.merge(CAPI_CLUSTERS, cluster, { spec: { controlPlaneEndpoint: endpoint } });
    if (await this.#controlPlane(scene)) await this.#pools(scene);
    await this.#status(scene, true);
  }

  /** Makes the HetznerCluster, then says whether it is ready. */
  async #infrastructure({ cluster, spec }: Scene): Promise<boolean> {
    const { name, uid } = cluster.metadata;
    const found = (await this.#store.list(HETZNER_CLUSTERS)).find(({ metadata }) => metadata.name === name);
    if (found === undefined) {
      const made = await makeInfrastructure(this.#store, cluster, readValues(spec.topology.variables));
      await this.#store.create(HETZNER_CLUSTERS, {
        ...made,
        metadata: { ...made.metadata, ownerReferences: [owner(name, uid)] },
      });
      return false;
    }
    const token = await this.#token(found);
    const isInvalid = token !== undefined && this.faults.invalidTokens.has(token);
    const isReady = token !== undefined && !isInvalid;
    const reason = isReady ? "Available" : isInvalid ? "Invalid" : "SecretUnreachable";
    const conditions = [condition("HCloudTokenAvailable", isReady, reason, isReady ? "" : "hcloud token")];
    await this.#store.status(HETZNER_CLUSTERS, found, { ready: isReady, v1beta2: { conditions } });
    return isReady;
  }

  async #token(infrastructure: Found): Promise<string | undefined> {
    const spec = infrastructure["spec"] as unknown as {
      hetznerSecretRef: { name: string; key: { hcloudToken: string } };
    };
    const { name, key } = spec.hetznerSecretRef;
    const secret = await this.#options.client.get(SECRETS, { namespace: this.#options.namespace, name });
    const data = (secret as { data?: Record<string, string> } | undefined)?.data?.[key.hcloudToken];
    return data === undefined ? undefined : Buffer.from(data, "base64").toString();
  }

  /** Answers whether the control plane is as it should be. */
  async #controlPlane(scene: Scene): Promise<boolean> {
    const { spec, machines, cluster } = scene;
    const own = machines.filter(({ metadata }) => metadata.labels?.[LABEL_CONTROL_PLANE] !== undefined);
    const type = String(readValues(spec.topology.variables).get("controlPlaneType"));
    const region = String(readValues(spec.topology.variables).get("region"));
    const template = {
      prefix: `${cluster.metadata.name}-cp`,
      type,
      location: region,
      labels: { [LABEL_CONTROL_PLANE]: "" },
    };
    const isDone = await this.#follow(scene, own, {
      ...template,
      replicas: spec.topology.controlPlane.replicas,
      step: 1,
    });
    if (own.some(isNode)) await this.#kubeconfig(scene);
    return isDone || own.filter(isNode).length >= 1 ? !own.some((one) => isBehind(one, spec)) : false;
  }

  async #pools(scene: Scene): Promise<void> {
    const { spec, machines } = scene;
    const wanted = poolsOf(spec);
    const names = new Set(wanted.map(({ name }) => name));
    for (const { metadata } of machines) {
      const pool = metadata.labels?.[LABEL_POOL];
      if (pool !== undefined && !names.has(pool)) await this.#store.delete(MACHINES, metadata.name);
    }
    for (const pool of wanted) {
      const own = machines.filter(({ metadata }) => metadata.labels?.[LABEL_POOL] === pool.name);
      const isDone = await this.#follow(scene, own, this.#wantOf(scene, pool, own.length));
      // The next pool is upgraded only after this one.
      if (!isDone && own.some((one) => isBehind(one, spec))) return;
    }
  }

  #wantOf({ cluster }: Scene, pool: PoolTopology, now: number): Want {
    const { name } = cluster.metadata;
    return {
      prefix: `${name}-${pool.name}`,
      type: pool.variables.overrides.find((one) => one.name === "serverType")?.value ?? "",
      location: pool.failureDomain,
      labels: { [LABEL_POOL]: pool.name },
      replicas: pool.replicas ?? this.#autoscale(`${name}/${pool.name}`, leastOf(pool, now)),
      step: 100,
    };
  }

  #autoscale(pool: string, least: number): number {
    const size = this.autoscaled.get(pool) ?? least;
    this.autoscaled.set(pool, size);
    return size;
  }

  /** Brings a set of machines to its size and version; answers whether it is there. */
  async #follow(scene: Scene, own: readonly Found[], want: Want): Promise<boolean> {
    const here = own.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const old = here.filter((one) => isBehind(one, scene.spec));
    const waiting = here.filter((one) => !isNodeReady(one)).length;
    const missing = want.replicas + Number(old.length > 0) - here.length;
    if (missing > 0 && (want.step > 1 || waiting === 0)) {
      await this.#grow(scene, want, Math.min(missing, want.step));
      return false;
    }
    const [first] = old;
    if (first !== undefined) {
      if (waiting === 0 && own.length === here.length) await this.#store.delete(MACHINES, first.metadata.name);
      return false;
    }
    for (const { metadata } of inOrderOfLeaving(here).slice(0, Math.max(-missing, 0)))
      await this.#store.delete(MACHINES, metadata.name);
    return missing === 0 && waiting === 0;
  }

  async #grow({ cluster, spec }: Scene, want: Want, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1)
      await this.#machines.create({
        cluster: cluster.metadata.name,
        name: `${want.prefix}-${String((this.#names += 1))}`,
        version: spec.topology.version,
        serverType: want.type,
        failureDomain: want.location,
        labels: want.labels,
      });
  }

  async #kubeconfig({ cluster }: Scene): Promise<void> {
    const { name, uid } = cluster.metadata;
    const at = { namespace: this.#options.namespace, name: `${name}-kubeconfig` };
    if ((await this.#options.client.get(SECRETS, at)) !== undefined) return;
    const labels = { "cluster.x-k8s.io/cluster-name": name };
    const value = Buffer.from(this.#options.kubeconfig(name)).toString("base64");
    const metadata = { ...at, labels, ownerReferences: [owner(name, uid)] };
    await this.#store.create(SECRETS, {
      apiVersion: "v1",
      kind: "Secret",
      type: "cluster.x-k8s.io/secret",
      metadata,
      data: { value },
    });
  }

  async #status({ cluster, spec, machines }: Scene, isInfrastructureReady: boolean): Promise<void> {
    const counts = deriveCounts(machines, {
      controlPlanes: spec.topology.controlPlane.replicas,
      pools: poolsOf(spec).map(({ name, replicas }) => ({ name, replicas })),
    });
    const hasStarted = machines.some((one) => one.metadata.labels?.[LABEL_CONTROL_PLANE] !== undefined && isNode(one));
    const { version } = spec.topology;
    const conditions = deriveConditions(counts, { version, isInfrastructureReady, hasStarted, cluster });
    const { generation = 1 } = cluster.metadata;
    await this.#store.status(CAPI_CLUSTERS, cluster, { observedGeneration: generation, ...counts, conditions });
  }

  async #remove({ cluster, machines }: Scene): Promise<void> {
    for (const { metadata } of machines.filter(
      ({ metadata: { deletionTimestamp } }) => deletionTimestamp === undefined,
    ))
      await this.#store.delete(MACHINES, metadata.name);
    if (machines.length > 0) return;
    const { name, uid } = cluster.metadata;
    await this.#store.delete(HETZNER_CLUSTERS, name);
    await this.#store.release(CAPI_CLUSTERS, cluster);
    // What the garbage collector does, of which there is none here.
    for (const secret of await this.#store.list(SECRETS))
      if ((secret.metadata.ownerReferences as { uid?: string }[] | undefined)?.some((one) => one.uid === uid) === true)
        await this.#store.delete(SECRETS, secret.metadata.name);
  }
}

function poolsOf({ topology }: Spec): readonly PoolTopology[] {
  return topology.workers?.machineDeployments ?? [];
}

function owner(name: string, uid: string | undefined): object {
  return { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", name, uid };
}

function leastOf({ metadata }: PoolTopology, now: number): number {
  const annotation = (end: string): number =>
    Number(metadata?.annotations?.[`cluster.x-k8s.io/cluster-api-autoscaler-node-group-${end}-size`] ?? 1);
  return Math.min(Math.max(now, annotation("min")), annotation("max"));
}

function isBehind(machine: Found, spec: Spec): boolean {
  return (machine["spec"] as { version?: string }).version !== spec.topology.version;
}

function isNode(machine: Found): boolean {
  return (machine as { status?: { nodeRef?: object } }).status?.nodeRef !== undefined;
}

function isNodeReady(machine: Found): boolean {
  return isTrueOn(machine, "NodeReady");
}

/** Marked machines first, then those that are not ready, then the oldest. */
function inOrderOfLeaving(machines: readonly Found[]): Found[] {
  const rank = (machine: Found): number => {
    if (machine.metadata.annotations?.["cluster.x-k8s.io/delete-machine"] !== undefined) return 0;
    return isNodeReady(machine) ? 2 : 1;
  };
  return machines.toSorted((a, b) => rank(a) - rank(b) || numberOf(a) - numberOf(b));
}

function numberOf({ metadata }: Found): number {
  return Number(metadata.name.split("-").at(-1));
}
