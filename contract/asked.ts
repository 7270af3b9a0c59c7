import { mostCronTimes } from "./last-cron-time.ts";
import { DATABASE_DEFAULTS, TIER_REPLICAS } from "./resources/database-engines.ts";
import type { ClusterSpec } from "./resources/cluster.ts";
import type { DatabaseSpec } from "./resources/database-instance.ts";
import { withoutVariable, type PreviewDatabase } from "./resources/preview-database.ts";
import { JOB_DEFAULTS, type DeploymentSpec } from "./resources/deployment-spec.ts";

/** What a resource asks for: of its cluster, or, for a cluster, of its provider. */
export type Asked = Readonly<{ cpuMilli: number; memoryMb: number; storageGb: number; nodes: number }>;
export const NOTHING_ASKED: Asked = { cpuMilli: 0, memoryMb: 0, storageGb: 0, nodes: 0 };

/** States what a pod is given whose owner named nothing; charts/workload has the same. */
export const POD_DEFAULTS = { cpuMilli: 100, memoryMb: 128 } as const;

/** Sums up what a deployment asks for: of one that scales, at its most pods; of one whose runs overlap, at its most runs; of a chart or a manifest that was taken over, nothing is known. */
export function askedByDeployment(spec: DeploymentSpec): Asked {
  if (spec.appType === "helm") return NOTHING_ASKED;
  const pods = podsOf(spec);
  const fallback = spec.adoption === undefined ? POD_DEFAULTS : NOTHING_ASKED;
  return {
    cpuMilli: pods * (spec.cpuRequest === undefined ? fallback.cpuMilli : Math.round(spec.cpuRequest * 1000)),
    memoryMb: pods * (spec.memoryRequestMb ?? fallback.memoryMb),
    storageGb: storageOf(spec),
    nodes: 0,
  };
}

/** A stopped deployment has no pods, and keeps its volumes; one that will wake by itself must find room then. */
function podsOf(spec: DeploymentSpec): number {
  const { stopped, sleep, replicas = 1, config } = spec;
  if (stopped === true && sleep === undefined) return 0;
  if (spec.appType === "cron_job") return mostRuns(spec);
  return mostPods(config?.["autoscaling"]) ?? replicas;
}

/** A run has one pod at a time, whatever it tries again, until its time is over. */
function mostRuns({ concurrencyPolicy, schedule, runTimeoutSeconds }: DeploymentSpec): number {
  if (concurrencyPolicy !== "allow" || schedule === undefined) return 1;
  const { runTimeoutSeconds: usual } = JOB_DEFAULTS;
  return Math.max(1, mostCronTimes(schedule, (runTimeoutSeconds ?? usual) * 1_000));
}

/** Tells whether an autoscaler says how many pods there are. */
export function isAutoscaled({ config }: Pick<DeploymentSpec, "config">): boolean {
  return mostPods(config?.["autoscaling"]) !== undefined;
}

/** Whether it is right says the renderer; what is not right asks for no more than the replicas. */
function mostPods(autoscaling: unknown): number | undefined {
  if (typeof autoscaling !== "object" || autoscaling === null) return undefined;
  const { enabled, max_replicas: most } = autoscaling as Readonly<Record<string, unknown>>;
  return enabled !== false && typeof most === "number" && Number.isInteger(most) && most > 0 && most <= 100
    ? most
    : undefined;
}

/** A StatefulSet has volumes of each pod, and keeps them while it is stopped. */
function storageOf({ appType, replicas = 1, volumes = [], storageSizeGb = 0 }: DeploymentSpec): number {
  const sizes = volumes.length === 0 ? storageSizeGb : volumes.reduce((sum, { sizeGb }) => sum + sizeGb, 0);
  return sizes * (appType === "database" ? Math.max(1, replicas) : 1);
}

/** Sums up what a database asks for, on all its servers. */
export function askedByDatabase(spec: DatabaseSpec): Asked {
  const servers = TIER_REPLICAS[spec.tier ?? DATABASE_DEFAULTS.tier];
  return {
    cpuMilli: servers * Math.round((spec.cpuRequest ?? 0) * 1000),
    memoryMb: servers * (spec.memoryRequestMb ?? 0),
    storageGb: servers * (spec.storageSizeGb ?? DATABASE_DEFAULTS.storageSizeGb),
    nodes: 0,
  };
}

/** Sums up what the database of a preview will ask for, which is made after the preview, of one server. */
export function askedByPreviewDatabase(database: PreviewDatabase): Asked {
  return askedByDatabase({ ...withoutVariable(database), name: "", cluster: "", tier: "single" });
}

/** Adds up what two resources ask for. */
export function askedTogether(one: Asked, other: Asked): Asked {
  return {
    cpuMilli: one.cpuMilli + other.cpuMilli,
    memoryMb: one.memoryMb + other.memoryMb,
    storageGb: one.storageGb + other.storageGb,
    nodes: one.nodes + other.nodes,
  };
}

/** States how many worker nodes a cluster of a tier gets whose owner named no number. */
export const USUAL_NODES = { shared: 0, dedicated: 1, production: 3 } as const;

/** Counts the worker nodes that a cluster asks for: of one that scales, its most; of one that was not made here, none. */
export function askedByCluster(spec: ClusterSpec): Asked {
  if (spec.imported !== undefined) return NOTHING_ASKED;
  const most = spec.autoscalingEnabled === true ? spec.maxNodes : undefined;
  return { ...NOTHING_ASKED, nodes: most ?? spec.nodeCount ?? USUAL_NODES[spec.tier] };
}
