import { z } from "zod";
import { atLeast, defineOperation } from "./operation.ts";
import { clusterPath, databasePath, deploymentPath, timestamp } from "./values.ts";

/*
 * What pods and nodes take now, beside what they may (docs/adr/0078).
 */
const errors = ["cluster_unreachable", "kubernetes_unavailable"] as const;

export const METRICS_STATES = ["available", "unavailable"] as const;
const METRICS_REASONS = ["NoMetricsApi", "MetricsApiSilent", "NotAllowed", "NotReadInTime"] as const;
/** Why a cluster does not say what its pods take. */
export type MetricsReason = (typeof METRICS_REASONS)[number];

const usedAmount = z
  .object({
    used: z.int().nullable().meta({ description: "Null where nothing was measured (yet)" }),
    requested: z.int().meta({ description: "What is kept free for it: the requests of its containers" }),
    limit: z.int().nullable().meta({
      description: "Most that it gets: the limits of its containers, null where one has none; of nodes what pods get",
    }),
  })
  .meta({
    component: "UsedAmount",
    description: "Thousandths of a processor, or bytes of memory that the kernel cannot take back (working set)",
  });
export type UsedAmount = z.infer<typeof usedAmount>;

const amounts = { cpu_millicores: usedAmount, memory_bytes: usedAmount };

const source = {
  state: z.enum(METRICS_STATES).meta({
    description: "unavailable: nothing was measured, and used is null everywhere; the rest is true",
  }),
  reason: z.enum(METRICS_REASONS).nullable().meta({ description: "Why it is unavailable" }),
  message: z.string().nullable().meta({ description: "What is wrong and what to do next" }),
  simulated: z.boolean().meta({ description: "Nodes are simulated, and so is what is used" }),
  measured_at: timestamp.nullable().meta({ description: "When the newest of the numbers was measured" }),
  observed_at: timestamp.meta({ description: "When the cluster was asked" }),
};

const podMetrics = z
  .object({
    name: z.string(),
    node: z.string().nullable(),
    containers: z
      .array(z.string())
      .meta({ description: "Its containers; a shell opens in the first when none is named" }),
    phase: z.string().meta({ description: "Kubernetes' word: Pending, Running or Unknown" }),
    ready: z.boolean(),
    ...amounts,
    restarts: z.int().meta({ description: "Of its containers, since it began" }),
    last_restart_at: timestamp.nullable(),
    last_restart_reason: z.string().nullable().meta({ description: "Kubernetes' word, such as OOMKilled or Error" }),
  })
  .meta({ component: "PodMetrics" });
export type PodMetrics = z.infer<typeof podMetrics>;

export const PODS_SHOWN_MAX = 200;

const workloadMetricsResponse = z
  .object({
    ...source,
    ...amounts,
    restarts: z.int().meta({ description: "Of the pods that are there" }),
    pod_count: z.int(),
    pods: z
      .array(podMetrics)
      .meta({ description: `Its pods by name, ${PODS_SHOWN_MAX} at most; not those that ended` }),
  })
  .meta({ component: "WorkloadMetricsResponse" });
export type WorkloadMetricsResponse = z.infer<typeof workloadMetricsResponse>;

const nodeMetrics = z
  .object({
    name: z.string(),
    ready: z.boolean(),
    ...amounts,
    pod_count: z.int(),
    pods_max: z.int().nullable(),
  })
  .meta({ component: "NodeMetrics" });

const clusterMetricsResponse = z
  .object({
    ...source,
    ...amounts,
    restarts: z.int().meta({ description: "Of all pods that are there" }),
    pod_count: z.int(),
    nodes: z.array(nodeMetrics),
  })
  .meta({ component: "ClusterMetricsResponse" });
export type ClusterMetricsResponse = z.infer<typeof clusterMetricsResponse>;

const HOW =
  "From the metrics API of the cluster (metrics.k8s.io), which measures about every 15 s; an answer is at most 10 s old, of a cluster that takes long to ask four times that.";

export const getDeploymentMetrics = defineOperation({
  operationId: "getDeploymentMetrics",
  method: "get",
  path: "/deployments/{deployment_id}/metrics",
  group: "deployments",
  summary: "Read what a deployment's pods take now",
  description: `CPU, memory and restarts of its pods, each with its limit. ${HOW} Where there is none, state says so with reason and remedy.`,
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: deploymentPath,
  success: { status: 200, schema: workloadMetricsResponse, description: "Sums, and each pod" },
  errors,
});

export const getDatabaseMetrics = defineOperation({
  operationId: "getDatabaseMetrics",
  method: "get",
  path: "/databases/{database_id}/metrics",
  group: "databases",
  summary: "Read what a database's servers take now",
  description: `CPU, memory and restarts of its pods, each with its limit. ${HOW}`,
  who: atLeast("viewer"),
  scope: "databases:read",
  pathParameters: databasePath,
  success: { status: 200, schema: workloadMetricsResponse, description: "Sums, and each pod" },
  errors,
});

export const getClusterMetrics = defineOperation({
  operationId: "getClusterMetrics",
  method: "get",
  path: "/clusters/{cluster_id}/metrics",
  group: "clusters",
  summary: "Read what is taken of a cluster's nodes now",
  description: `CPU and memory of its nodes: what is used, what pods requested, and what there is for them. ${HOW}`,
  who: atLeast("viewer"),
  scope: "clusters:read",
  pathParameters: clusterPath,
  success: { status: 200, schema: clusterMetricsResponse, description: "Sums, and each node" },
  errors,
});
export const metricsOperations = [getDeploymentMetrics, getDatabaseMetrics, getClusterMetrics];
