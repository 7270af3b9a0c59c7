import { condition, type Found } from "./double-objects.ts";

type Count = Readonly<{
  desiredReplicas: number;
  replicas: number;
  readyReplicas: number;
  availableReplicas: number;
  /** None is left out: an empty list is refused. */
  versions: readonly Readonly<{ version: string; replicas: number }>[] | null;
}>;

/** What Cluster API counts of a cluster's machines. */
type Counts = Readonly<{ controlPlane: Count; workers: Count }>;

type Wanted = Readonly<{
  controlPlanes: number;
  pools: readonly Readonly<{ name: string; replicas: number | undefined }>[];
}>;

const LABEL_POOL = "topology.cluster.x-k8s.io/deployment-name";

/** Counts the machines of a cluster. */
export function deriveCounts(machines: readonly Found[], { controlPlanes, pools }: Wanted): Counts {
  const pooled = (one: Found): boolean => one.metadata.labels?.[LABEL_POOL] !== undefined;
  const workers = machines.filter(pooled);
  const inPool = (name: string): number =>
    workers.filter(({ metadata }) => metadata.labels?.[LABEL_POOL] === name && metadata.deletionTimestamp === undefined)
      .length;
  const desired = pools.reduce((sum, { name, replicas }) => sum + (replicas ?? inPool(name)), 0);
  return {
    controlPlane: count(
      machines.filter((one) => !pooled(one)),
      controlPlanes,
    ),
    workers: count(workers, desired),
  };
}

function count(machines: readonly Found[], desiredReplicas: number): Count {
  const versions = new Map<string, number>();
  for (const machine of machines) {
    const { version } = machine["spec"] as unknown as { version: string };
    versions.set(version, (versions.get(version) ?? 0) + 1);
  }
  const ready = machines.filter(isReady).length;
  return {
    desiredReplicas,
    replicas: machines.length,
    readyReplicas: ready,
    availableReplicas: ready,
    versions: versions.size === 0 ? null : [...versions].sort().map(([version, replicas]) => ({ version, replicas })),
  };
}

type Conditioned = Readonly<{ status?: Readonly<{ conditions?: readonly { type: string; status: string }[] }> }>;

/** Tells whether an object has a condition that is true. */
export function isTrueOn(object: Found, wanted: string): boolean {
  const { status } = object as unknown as Conditioned;
  return status?.conditions?.some(({ type, status: value }) => type === wanted && value === "True") === true;
}

function isReady(machine: Found): boolean {
  return isTrueOn(machine, "NodeReady") && machine.metadata.deletionTimestamp === undefined;
}

/** Derives the conditions of a Cluster as Cluster API v1.14 names them. */
export function deriveConditions(
  { controlPlane, workers }: Counts,
  {
    version,
    isInfrastructureReady,
    hasStarted,
    cluster,
  }: Readonly<{ version: string; isInfrastructureReady: boolean; hasStarted: boolean; cluster: Found }>,
): readonly object[] {
  const isInitialized = hasStarted || isTrueOn(cluster, "ControlPlaneInitialized");
  const versions = [controlPlane, workers].flatMap((counted) => counted.versions ?? []);
  const isUpgrading = versions.some((one) => one.version !== version);
  // The control plane's own nodes need the network too, its API server does not.
  const isControlled = isInitialized && controlPlane.replicas > 0;
  const hasWorkers = workers.availableReplicas >= workers.desiredReplicas;
  const isAvailable = isInfrastructureReady && isControlled && hasWorkers;
  const why = `* MachineDeployments: ${workers.availableReplicas} of ${workers.desiredReplicas} available`;
  const told = (type: string, is: boolean, [yes, no]: readonly [string, string], message = ""): object =>
    condition(type, is, is ? yes : no, is ? "" : message);
  return [
    told("Available", isAvailable, ["Available", "NotAvailable"], why),
    told("InfrastructureReady", isInfrastructureReady, ["Ready", "NotReady"]),
    told("ControlPlaneInitialized", isInitialized, ["Initialized", "NotInitialized"]),
    told("ControlPlaneAvailable", isControlled, ["Available", "NotAvailable"]),
    told("WorkersAvailable", hasWorkers, ["Available", "NotAvailable"], why),
    told("RemoteConnectionProbe", isInitialized, ["ProbeSucceeded", "ProbeFailed"]),
    told("TopologyReconciled", !isUpgrading, ["ReconcileSucceeded", "ClusterUpgrading"]),
  ];
}
