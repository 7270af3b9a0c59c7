import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { SECRETS, WORKLOADS } from "../../../adapters/kubernetes/resource-types.ts";
import { readPools, hetznerSecretName } from "../../../render/cluster-api/cluster.ts";
import { CONTENT_ANNOTATION, cloudControllersName } from "../../../render/cluster-api/cloud-controllers.ts";
import { VARIABLES } from "../../../render/cluster-api/cluster-class.ts";
import type { Pool, PoolMachines } from "../../../render/cluster-api/pools.ts";
import {
  CAPI_CLUSTERS,
  HCLOUD_MACHINES,
  HETZNER_CLUSTERS,
  LABEL_CLUSTER,
  LABEL_POOL,
  MACHINES,
  isTrue,
  type CapiCluster,
  type HetznerObject,
  type Machine,
} from "./cluster-api-types.ts";

/** A worker machine with the server that it runs on. */
export type Worker = Readonly<{ machine: Machine; pool: string; server: HetznerObject | undefined }>;

/** One look at everything that Cluster API has of a cluster. */
export type ClusterLook = Readonly<{
  cluster: CapiCluster;
  pools: readonly Pool[];
  workers: readonly Worker[];
  machines: readonly Machine[];
  servers: readonly HetznerObject[];
  infrastructure: HetznerObject | undefined;
  /** Token in the Secret, base64; undefined while there is none. */
  token: string | undefined;
  /** Print of what its cloud's controllers were made of; undefined while there are none. */
  cloudControllers: string | undefined;
}>;

type TokenSecret = Readonly<{ data?: Readonly<Record<string, string>> }>;

/** Reads a cluster's object alone. */
export function readCluster(
  client: KubeClient,
  at: Readonly<{ namespace: string; name: string }>,
): Promise<CapiCluster | undefined> {
  return client.get<CapiCluster>(CAPI_CLUSTERS, at);
}

/** Reads all that belongs to a cluster; what speaks to its cloud only where there is to be such. */
export async function lookAtCluster(
  client: KubeClient,
  cluster: CapiCluster,
  { tokenKey, hasControllers }: Readonly<{ tokenKey: string; hasControllers: boolean }>,
): Promise<ClusterLook> {
  const { name, namespace } = cluster.metadata;
  const own = { namespace, labelSelector: `${LABEL_CLUSTER}=${name}` };
  const [machines, servers, infrastructures, secret, controllers] = await Promise.all([
    client.list<Machine>(MACHINES, own),
    client.list<HetznerObject>(HCLOUD_MACHINES, own),
    client.list<HetznerObject>(HETZNER_CLUSTERS, own),
    client.get(SECRETS, { namespace, name: hetznerSecretName(name) }),
    hasControllers ? client.get(WORKLOADS, { namespace, name: cloudControllersName(name) }) : undefined,
  ]);
  const serverOf = new Map(servers.items.map((server) => [server.metadata.name, server]));
  const workers = machines.items.flatMap((machine): Worker[] => {
    const pool = machine.metadata.labels?.[LABEL_POOL];
    const server = serverOf.get(machine.spec?.infrastructureRef?.name ?? "");
    return pool === undefined ? [] : [{ machine, pool, server }];
  });
  return {
    cluster,
    pools: readPools(cluster.spec?.topology),
    workers,
    machines: machines.items,
    servers: servers.items,
    infrastructure: infrastructures.items[0],
    token: (secret as TokenSecret | undefined)?.data?.[tokenKey],
    cloudControllers: controllers?.metadata.annotations?.[CONTENT_ANNOTATION],
  };
}

/** Counts the machines of each pool. */
export function countMachines(workers: readonly Worker[]): ReadonlyMap<string, PoolMachines> {
  const counts = new Map<string, PoolMachines>();
  for (const { machine, pool } of workers) {
    const { total, ready, leaving } = counts.get(pool) ?? { total: 0, ready: 0, leaving: 0 };
    const isGoing = isLeaving(machine);
    counts.set(pool, {
      total: total + 1,
      ready: ready + Number(!isGoing && isReady(machine)),
      leaving: leaving + Number(isGoing),
    });
  }
  return counts;
}

/** Tells whether a machine is on its way out. */
export function isLeaving({ metadata }: Machine): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Tells whether a machine's node is ready. */
export function isReady({ status }: Machine): boolean {
  return isTrue(status?.conditions, "NodeReady");
}

/** Reads a variable of a cluster's topology. */
export function readVariable(cluster: CapiCluster, name: keyof typeof VARIABLES): unknown {
  return cluster.spec?.topology?.variables?.find((variable) => variable.name === VARIABLES[name])?.value;
}

/** Lists the Kubernetes versions that a cluster still has beside the one it is to have. */
export function versionsBehind({ cluster, machines }: ClusterLook): readonly string[] {
  const { spec, status } = cluster;
  const counted = [...(status?.controlPlane?.versions ?? []), ...(status?.workers?.versions ?? [])];
  // The counts lag behind the machines for a moment, and the other way round.
  const all = [...counted.map(({ version }) => version), ...machines.map((machine) => machine.spec?.version)];
  return all.filter((version): version is string => version !== undefined && version !== spec?.topology?.version);
}
