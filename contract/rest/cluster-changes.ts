import { z } from "zod";
import { clusterRules, clusterSpec } from "../resources/cluster.ts";
import { toRestSchema } from "../rest-case.ts";
import { clusterResponse } from "./clusters.ts";
import { atLeast, defineOperation, type Declaration } from "./operation.ts";
import { rulesOf } from "./rules.ts";
import { clusterPath } from "./values.ts";

const nodeCount = z.int().min(1).max(100);
const autoscalingUpdate = z
  .strictObject({
    autoscaling_enabled: z.boolean().meta({ description: "Whether the node count follows the load" }),
    min_nodes: nodeCount.meta({ description: "Least nodes" }),
    max_nodes: nodeCount.meta({ description: "Most nodes" }),
  })
  .meta({
    component: "AutoscalingUpdate",
    examples: [{ autoscaling_enabled: true, min_nodes: 1, max_nodes: 5 }],
  });

const serverType = toRestSchema(clusterSpec.shape.serverType.unwrap()) as z.ZodType<string>;
const serverTypeUpdate = z
  .strictObject({ server_type: serverType })
  .meta({ component: "ServerTypeUpdate", examples: [{ server_type: "medium" }] });

const regionLocationsUpdate = z
  .strictObject({
    region_locations: toRestSchema(clusterSpec.shape.regionLocations.unwrap()) as z.ZodType<string[]>,
  })
  .meta({ component: "RegionLocationsUpdate", examples: [{ region_locations: ["fsn1", "nbg1"] }] });

const clusterRetry = z
  .strictObject({
    region: toRestSchema(clusterSpec.shape.region) as z.ZodType<string>,
    server_type: serverType.nullable().optional(),
  })
  .meta({ component: "ClusterRetry", examples: [{ region: "local-2" }] });

const common = {
  group: "clusters",
  who: atLeast("admin"),
  scope: "clusters:write",
  pathParameters: clusterPath,
  wait: true,
  success: { status: 200, schema: clusterResponse, description: "The cluster; updating until it is as asked" },
} as const satisfies Partial<Declaration<typeof clusterPath, Record<string, never>, undefined>>;
const NODES_ERRORS = [
  "being_deleted",
  "managed_on_host",
  "not_managed",
  "conflict",
  "kubernetes_unavailable",
  "outcome_unknown",
] as const;

export const updateAutoscaling = defineOperation({
  ...common,
  operationId: "updateAutoscaling",
  method: "patch",
  path: "/clusters/{cluster_id}/autoscaling",
  summary: "Set autoscaling",
  description:
    "Takes effect at the next scaling event. Without autoscaling the cluster keeps the node count that it was created with, moved into the bounds given here: equal bounds fix it. Nodes that leave are drained first. 409 managed_on_host for a shared cluster, not_managed for an imported one.",
  body: autoscalingUpdate,
  rules: rulesOf(clusterSpec, clusterRules).filter(({ name }) => name === "minNodesAtMostMaxNodes"),
  dryRun: true,
  concurrency: "write",
  errors: NODES_ERRORS,
});
export const updateServerType = defineOperation({
  ...common,
  operationId: "updateServerType",
  method: "patch",
  path: "/clusters/{cluster_id}/server-type",
  summary: "Change the machine type of the nodes",
  description:
    "A pool of the new type is added beside the current one; the old nodes are closed, drained one at a time by eviction, so that disruption budgets hold, and removed. Control plane and volumes stay. When pods do not leave in time the cluster is degraded with the reason DrainOneIncomplete, and error_message names the pod; see …/server-type/retry. 409 while an upgrade is under way.",
  body: serverTypeUpdate,
  dryRun: true,
  concurrency: "write",
  errors: [...NODES_ERRORS, "provider_failed", "unavailable"],
});
export const updateRegionLocations = defineOperation({
  ...common,
  operationId: "updateRegionLocations",
  method: "patch",
  path: "/clusters/{cluster_id}/region-locations",
  summary: "Spread the nodes over other locations",
  description:
    "Only for production clusters at hetzner, over its locations in eu-central. The nodes are spread evenly: a pool is added in each new location, then the nodes of a location that is left are drained and removed one by one. The control plane stays in the region. 409 managed_on_host for a shared cluster, not_managed for an imported one, conflict for other ones and while an upgrade is under way.",
  body: regionLocationsUpdate,
  rules: rulesOf(clusterSpec, clusterRules).filter(({ name }) => name === "regionLocationsDistinct"),
  dryRun: true,
  concurrency: "write",
  errors: [...NODES_ERRORS, "provider_failed", "unavailable"],
});
export const retryServerType = defineOperation({
  ...common,
  operationId: "retryServerType",
  method: "post",
  path: "/clusters/{cluster_id}/server-type/retry",
  summary: "Resume an incomplete change of the machine type",
  description:
    "What is left to do is worked out from the nodes themselves; replacement nodes that are there are kept. 409 unless the change has stopped.",
  dryRun: true,
  idempotent: true,
  errors: NODES_ERRORS,
});
export const retryCluster = defineOperation({
  ...common,
  operationId: "retryCluster",
  method: "post",
  path: "/clusters/{cluster_id}/retry",
  summary: "Retry a failed cluster in another region",
  description:
    "Only for a cluster in status error. What the failed attempt left at the provider is removed first; the cluster keeps its id and name. The region may be the same one.",
  body: clusterRetry,
  dryRun: true,
  idempotent: true,
  success: { ...common.success, description: "The cluster, pending again" },
  errors: [
    "being_deleted",
    "not_in_error",
    "not_managed",
    "conflict",
    "kubernetes_unavailable",
    "outcome_unknown",
    "provider_failed",
    "unavailable",
  ],
});
export const clusterChangeOperations = [
  updateAutoscaling,
  updateRegionLocations,
  updateServerType,
  retryServerType,
  retryCluster,
];
