import { PODS_SHOWN_MAX } from "../../contract/rest/metrics.ts";
import type {
  ClusterMetricsResponse,
  MetricsReason,
  PodMetrics,
  UsedAmount,
  WorkloadMetricsResponse,
} from "../../contract/rest/metrics.ts";
import { restTimeOrNull, toRestTime } from "../../render/projection/rest-time.ts";
import type { NodeFacts, PodFacts } from "./pod-facts.ts";
import type { ClusterUsage, WorkloadUsage } from "./read-cluster-usage.ts";

const WORD_CHARACTERS_MAX = 64;

const MESSAGES: Readonly<Record<MetricsReason, string>> = {
  NoMetricsApi:
    "The cluster has no metrics API (metrics.k8s.io): have metrics-server installed on it. Requests, limits and restarts are true without it.",
  MetricsApiSilent:
    "The cluster has a metrics API that does not answer: look at what serves it (kubectl get apiservice v1beta1.metrics.k8s.io). Right after its start it takes a minute.",
  NotAllowed:
    "The platform's account on the cluster may not read metrics: it gets the right within minutes of an upgrade of the platform; later, somebody has taken it away.",
  NotReadInTime:
    "The cluster has so many pods that its metrics API is asked for one namespace after the other, and this one was not reached within a few seconds, or did not answer. Repeat in half a minute: each look begins with another namespace.",
};

type Source = Pick<
  WorkloadMetricsResponse,
  "state" | "reason" | "message" | "simulated" | "measured_at" | "observed_at"
>;
type Amounts = Pick<WorkloadMetricsResponse, "cpu_millicores" | "memory_bytes">;
type Measurable = Readonly<{ cpu: UsedAmount; memory: UsedAmount; measuredAt: string | undefined }>;

/** Says what the pods of a deployment or database take. */
export function workloadMetrics(usage: WorkloadUsage, pods: readonly PodFacts[]): WorkloadMetricsResponse {
  const sorted = pods.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    ...sourceOf({ ...usage, unavailable: usage.unavailable ?? unreadOf(usage, pods) }, pods),
    ...amountsOf(usage, pods),
    restarts: restartsOf(pods),
    pod_count: pods.length,
    pods: sorted.slice(0, PODS_SHOWN_MAX).map(podBody),
  };
}

function unreadOf({ unread }: WorkloadUsage, pods: readonly PodFacts[]): MetricsReason | undefined {
  return pods.some(({ namespace }) => unread.has(namespace)) ? "NotReadInTime" : undefined;
}

/** Says what is taken of the nodes of a cluster. */
export function clusterMetrics(usage: ClusterUsage): ClusterMetricsResponse {
  const pods = [...usage.pods.values()].flat();
  const byNode = Map.groupBy(pods, ({ node = "" }) => node);
  const nodes = usage.nodes
    .map((node) => ({ node, pods: byNode.get(node.name) ?? [], ...withRequests(node, byNode.get(node.name) ?? []) }))
    .toSorted((one, other) => (one.node.name < other.node.name ? -1 : 1));
  return {
    ...sourceOf(usage, nodes),
    ...amountsOf(usage, nodes),
    restarts: restartsOf(pods),
    pod_count: pods.length,
    nodes: nodes.map(({ node, pods: on, cpu, memory }) => ({
      name: node.name,
      ready: node.isReady,
      cpu_millicores: cpu,
      memory_bytes: memory,
      pod_count: on.length,
      pods_max: node.podsMax ?? null,
    })),
  };
}

function withRequests({ cpu, memory, measuredAt }: NodeFacts, pods: readonly PodFacts[]): Measurable {
  return {
    cpu: { ...cpu, requested: total(pods, (pod) => pod.cpu.requested) },
    memory: { ...memory, requested: total(pods, (pod) => pod.memory.requested) },
    measuredAt,
  };
}

function sourceOf(usage: WorkloadUsage, measured: readonly Measurable[]): Source {
  const { unavailable, isSimulated, observedAt } = usage;
  const times = measured.flatMap(({ measuredAt }) => toRestTime(measuredAt) ?? []);
  return {
    state: unavailable === undefined ? "available" : "unavailable",
    reason: unavailable ?? null,
    message: unavailable === undefined ? null : MESSAGES[unavailable],
    simulated: isSimulated,
    measured_at: times.toSorted().at(-1) ?? null,
    observed_at: observedAt,
  };
}

function amountsOf({ unavailable }: WorkloadUsage, parts: readonly Measurable[]): Amounts {
  const add = (amounts: readonly UsedAmount[]): UsedAmount => {
    const used = amounts.flatMap((amount) => amount.used ?? []);
    const limits = amounts.flatMap(({ limit }) => limit ?? []);
    const isUnknown = unavailable !== undefined || (used.length === 0 && amounts.length > 0);
    return {
      used: isUnknown ? null : total(used, (one) => one),
      requested: total(amounts, ({ requested }) => requested),
      limit: limits.length < amounts.length ? null : total(limits, (one) => one),
    };
  };
  return { cpu_millicores: add(parts.map(({ cpu }) => cpu)), memory_bytes: add(parts.map(({ memory }) => memory)) };
}

function podBody({ name, node, phase, isReady, containerNames, ...pod }: PodFacts): PodMetrics {
  return {
    name,
    node: node ?? null,
    containers: [...containerNames],
    phase,
    ready: isReady,
    cpu_millicores: pod.cpu,
    memory_bytes: pod.memory,
    restarts: pod.restarts,
    last_restart_at: restTimeOrNull(pod.lastRestart?.at),
    last_restart_reason: pod.lastRestart?.reason?.slice(0, WORD_CHARACTERS_MAX) ?? null,
  };
}

function restartsOf(pods: readonly PodFacts[]): number {
  return total(pods, ({ restarts }) => restarts);
}

function total<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}
