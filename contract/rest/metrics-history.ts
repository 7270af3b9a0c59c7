import { z } from "zod";
import { METRICS_STATES } from "./metrics.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { clusterPath, databasePath, deploymentPath, timestamp } from "./values.ts";

/*
 * What things took over time, from a store of the platform's own (docs/adr/0078).
 */

const HISTORY_REASONS = ["NoHistory", "HistorySilent"] as const;
export const HISTORY_SERIES = [
  "cpu_millicores",
  "memory_bytes",
  "network_received_bytes_per_second",
  "network_sent_bytes_per_second",
  "requests_per_second",
  "errors_per_second",
  "latency_p95_seconds",
] as const;
/** What is kept over time. */
export type HistorySeries = (typeof HISTORY_SERIES)[number];
export const HISTORY_POINTS_MAX = 1_000;
export const HISTORY_DAYS_MAX = 92;

const metricsHistoryResponse = z
  .object({
    state: z.enum(METRICS_STATES).meta({ description: "unavailable: there are no series" }),
    reason: z.enum(HISTORY_REASONS).nullable().meta({ description: "Why it is unavailable" }),
    message: z.string().nullable().meta({ description: "What is wrong and what to do next" }),
    from: timestamp,
    to: timestamp,
    step_seconds: z
      .int()
      .meta({ description: "Between two points; larger than was asked for where there would be too many" }),
    series: z.array(
      z
        .object({
          metric: z.enum(HISTORY_SERIES),
          points: z.array(z.object({ at: timestamp, value: z.number() }).meta({ component: "MetricsPoint" })),
        })
        .meta({ component: "MetricsSeries" }),
    ),
  })
  .meta({ component: "MetricsHistoryResponse" });
export type MetricsHistoryResponse = z.infer<typeof metricsHistoryResponse>;

const query = {
  from: timestamp.optional().meta({ description: "First point; an hour before to when unset" }),
  to: timestamp.optional().meta({ description: "Last point; now when unset" }),
  step: z
    .int()
    .min(15)
    .max(86_400)
    .optional()
    .meta({ description: "Seconds between points; about 120 points when unset" }),
};
const success = {
  status: 200,
  schema: metricsHistoryResponse,
  description: "A series for each metric that is kept",
} as const;
const HOW = `Sums over all its pods, and the requests that came by its route: how many, those answered with 500 and above, and the time that 95 of 100 took at most; in points of equal distance, ${HISTORY_POINTS_MAX} at most, over ${HISTORY_DAYS_MAX} days at most. Kept by the platform's own store (BERTH_METRICS_HISTORY_URL); without one state says so.`;

export const getDeploymentMetricsHistory = defineOperation({
  operationId: "getDeploymentMetricsHistory",
  method: "get",
  path: "/deployments/{deployment_id}/metrics/history",
  group: "deployments",
  summary: "Read what a deployment's pods took over time",
  description: HOW,
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: deploymentPath,
  query,
  success,
  errors: ["cluster_unreachable", "kubernetes_unavailable"],
});

export const getDatabaseMetricsHistory = defineOperation({
  operationId: "getDatabaseMetricsHistory",
  method: "get",
  path: "/databases/{database_id}/metrics/history",
  group: "databases",
  summary: "Read what a database's servers took over time",
  description: HOW,
  who: atLeast("viewer"),
  scope: "databases:read",
  pathParameters: databasePath,
  query,
  success,
  errors: ["cluster_unreachable"],
});

export const getClusterMetricsHistory = defineOperation({
  operationId: "getClusterMetricsHistory",
  method: "get",
  path: "/clusters/{cluster_id}/metrics/history",
  group: "clusters",
  summary: "Read what the pods of a cluster took over time",
  description: HOW,
  who: atLeast("viewer"),
  scope: "clusters:read",
  pathParameters: clusterPath,
  query,
  success,
});
export const metricsHistoryOperations = [
  getDeploymentMetricsHistory,
  getDatabaseMetricsHistory,
  getClusterMetricsHistory,
];
