/**
 * Says what a look at Cluster API means (v1.14). A cluster counts as ready from its first control plane on: what its nodes
 * need to become ready, a network and a cloud controller manager, comes with the component bundle, which wants the cluster
 * registered first. Until a node is ready it is unhealthy.
 */
import { sizeOf } from "../../../render/cluster-api/pools.ts";
import type { ProviderAccess, ProviderNode, ProviderObservation, ReadyProvider } from "../port.ts";
import { conditionOf, endpointOf, isTrue, topologyOf, type Condition } from "./cluster-api-types.ts";
import {
  countMachines,
  isLeaving,
  isReady,
  readVariable,
  versionsBehind,
  type ClusterLook,
  type Worker,
} from "./cluster-look.ts";
import { findFaults, isTokenRefused, short } from "./provider-faults.ts";

/** What the provisioner knows beside the look itself. */
type Known = Readonly<{
  /** Whether the topology is as the spec wants it in the end. */
  matches: boolean;
  /** Why Cluster API did not take the last order. */
  refusal: string | undefined;
  access: () => Promise<ProviderAccess>;
}>;

/** Describes a cluster that Cluster API knows. */
export function describeCluster(look: ClusterLook, known: Known): ProviderObservation {
  const { cluster } = look;
  if (cluster.metadata.deletionTimestamp !== undefined) return { kind: "removing" };
  const region = String(readVariable(cluster, "region"));
  const final = findFaults(look).find((fault) => fault.final);
  if (final !== undefined && !look.workers.some(({ machine }) => isReady(machine)))
    return { kind: "failed", message: final.message, region };
  const endpoint = endpointOf(cluster);
  if (endpoint === undefined || !isTrue(conditionsOf(look), "ControlPlaneInitialized"))
    return { kind: "creating", step: creationStep(look), region };
  return { ...describeReady(look, known), region, endpoint };
}

function describeReady(look: ClusterLook, known: Known): Omit<ReadyProvider, "region" | "endpoint"> {
  const step = stepOf(look);
  const trouble = known.refusal ?? troubleOf(look, step !== "" || !known.matches);
  return {
    kind: "ready",
    matches: known.matches,
    step,
    healthy: trouble === undefined,
    message: trouble ?? "",
    kubernetesVersion: oldestVersion(look),
    nodes: look.workers.map(nodeOf),
    access: known.access,
  };
}

function conditionsOf({ cluster }: ClusterLook): readonly Condition[] {
  return cluster.status?.conditions ?? [];
}

/** Says what a cluster's machines are doing; empty when they rest. */
export function stepOf(look: ClusterLook): string {
  return (
    faultStep(look) ??
    upgradeStep(look) ??
    drainStep(look) ??
    workerStep(look) ??
    controlPlaneStep(look) ??
    (isSeen(look) ? "" : "Cluster API is about to act")
  );
}

function faultStep(look: ClusterLook): string | undefined {
  return findFaults(look).find(({ step }) => step !== "")?.step;
}

function upgradeStep(look: ClusterLook): string | undefined {
  const isRolling = conditionOf(conditionsOf(look), "TopologyReconciled")?.reason === "ClusterUpgrading";
  if (!isRolling && versionsBehind(look).length === 0) return undefined;
  return `Upgrading to ${topologyOf(look.cluster).version ?? ""}`;
}

function drainStep({ machines }: ClusterLook): string | undefined {
  const leaving = machines.find(isLeaving);
  return leaving && `Draining ${leaving.metadata.name}`;
}

/** Counts the machines itself: what Cluster API counts is older than the order for a moment. */
function workerStep({ pools, workers }: ClusterLook): string | undefined {
  const machines = countMachines(workers);
  const wanted = pools.reduce((sum, pool) => sum + sizeOf(pool, machines), 0);
  const ready = workers.filter(({ machine }) => isReady(machine)).length;
  if (ready < wanted) return `Starting nodes (${ready} of ${wanted})`;
  return workers.length > wanted ? `Removing nodes (${workers.length} of ${wanted})` : undefined;
}

function controlPlaneStep({ cluster }: ClusterLook): string | undefined {
  const wanted = topologyOf(cluster).controlPlane?.replicas ?? 1;
  const { readyReplicas = 0 } = cluster.status?.controlPlane ?? {};
  return readyReplicas < wanted ? `Starting control planes (${readyReplicas} of ${wanted})` : undefined;
}

function isSeen({ cluster: { metadata, status } }: ClusterLook): boolean {
  return (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
}

function creationStep(look: ClusterLook): string {
  const isMade = isTrue(conditionsOf(look), "InfrastructureReady");
  return faultStep(look) ?? (isMade ? "Starting the control plane" : "Making the load balancer");
}

/**
 * Available is false also while pools merely grow or roll, so that as long as something is under way only a control plane
 * that is away, or a cluster without any node, counts as trouble.
 */
function troubleOf(look: ClusterLook, isBusy: boolean): string | undefined {
  const conditions = conditionsOf(look);
  if (isTokenRefused(look)) return findFaults(look)[0]?.message;
  if (isTrue(conditions, "Available")) return undefined;
  const names = [
    "RemoteConnectionProbe",
    "ControlPlaneAvailable",
    ...(isBusy ? [] : ["WorkersAvailable", "Available"]),
  ];
  const broken = names.map((name) => conditionOf(conditions, name)).find((condition) => condition?.status === "False");
  if (broken !== undefined) return `Cluster API reports ${broken.type} as false: ${short(broken.message ?? "")}`;
  if (look.workers.some(({ machine }) => isReady(machine))) return undefined;
  return findFaults(look)[0]?.message ?? "No node of the cluster is ready.";
}

function oldestVersion({ cluster }: ClusterLook): string {
  const { version: wanted = "" } = topologyOf(cluster);
  const versions = (cluster.status?.controlPlane?.versions ?? []).flatMap(({ version }) => version ?? []);
  return (versions.find((version) => version !== wanted) ?? wanted).replace(/^v/, "");
}

function nodeOf({ machine, server }: Worker): ProviderNode {
  return {
    name: machine.status?.nodeRef?.name ?? machine.metadata.name,
    serverType: server?.spec?.type,
    ready: isReady(machine),
    kubeletVersion: machine.status?.nodeInfo?.kubeletVersion,
  };
}
