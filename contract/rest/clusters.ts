import { z } from "zod";
import { name40 } from "../fields.ts";
import { CLUSTER_PHASES } from "../resources/cluster-traits.ts";
import { CLUSTER_ROUTINGS } from "../resources/cluster-routings.ts";
import {
  BUNDLE_CHANNELS,
  CLOUD_COMPONENTS,
  CLUSTER_NAMES,
  CLUSTER_TIERS,
  clusterRules,
  clusterSpec,
} from "../resources/cluster.ts";
import { condition } from "../resources/conditions.ts";
import { OWN_COMPONENTS } from "../resources/own-components.ts";
import { toAnswerSchema, toRestShape, typed, type Rest, type RestAnswer } from "../rest-case.ts";
import { DELETION } from "./deletion.ts";
import { LISTED } from "./on-cluster.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { rulesOf } from "./rules.ts";
import {
  clusterPath,
  listOf,
  listQuery,
  namePrefix,
  organizationFilter,
  planMember,
  segment,
  timestamp,
  uuid,
} from "./values.ts";

const creatable = clusterSpec.omit({
  imported: true,
  ownComponents: true,
  role: true,
  retryAttempt: true,
  serverTypeAttempt: true,
});
export type ClusterCreate = Rest<z.input<typeof creatable>> & {
  name: string;
  organization_id?: string | null | undefined;
};
export const clusterCreateMembers = {
  name: name40.meta({
    description: "Lower-case letters, digits and hyphens; unique among the organization's clusters",
  }),
  organization_id: uuid.nullable().optional().meta({ description: "Owner; the active organization when unset" }),
  ...toRestShape(creatable.shape),
};
const clusterCreate = typed<ClusterCreate>(
  z.strictObject(clusterCreateMembers).meta({
    component: "ClusterCreate",
    examples: [{ name: "demo", provider: "local", region: "local-1", tier: "shared" }],
  }),
);

export const conditionResponse = toAnswerSchema(condition).meta({ component: "Condition" }) as z.ZodType<
  RestAnswer<z.infer<typeof condition>>
>;
export const clusterResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    organization_id: uuid,
    user_id: uuid.meta({ description: "Who created it" }),
    name: z.string(),
    provider: z.string().meta({ description: "Identifier of the cloud provider" }),
    region: z.string(),
    tier: z.enum(CLUSTER_TIERS).meta({ description: "Cannot be changed after creation" }),
    status: z.enum(CLUSTER_PHASES),
    status_reason: z.string().nullable().meta({ description: "CamelCase reason of the status" }),
    error_message: z.string().nullable().meta({ description: "What is wrong and what to do next" }),
    conditions: z.array(conditionResponse),
    autoscaling_enabled: z.boolean(),
    min_nodes: z.int().nullable(),
    max_nodes: z.int().nullable(),
    node_count: z.int().nullable(),
    server_type: z.string().nullable(),
    kubernetes_version: z.string().nullable(),
    upgrade_available: z.boolean(),
    component_bundle_version: z.enum(BUNDLE_CHANNELS),
    routing: z.enum(CLUSTER_ROUTINGS).meta({ description: "How requests come to its deployments" }),
    certifies_each_name: z.boolean().meta({
      description:
        "Whether each name of the platform's has a certificate of its own at its Gateway, of a shared cluster its host's, where nobody has one for all of them",
    }),
    cloud_components: z.enum(CLOUD_COMPONENTS).nullable().meta({
      description:
        "Who brings network, cloud controller and volumes of its servers; null where the platform orders no servers for it",
    }),
    own_components: z.array(z.enum(OWN_COMPONENTS)).nullable().meta({
      description:
        "Components of the bundle that it has of its own, which the bundle leaves out; null where nothing was said of them",
    }),
    names_under: z.enum(CLUSTER_NAMES).meta({
      description:
        "Whether its deployments have their names under the platform's domain, or under one of the cluster's own",
    }),
    gateway_address: z.string().nullable().meta({
      description: "Address, or name, at which requests for its deployments come in: names of theirs lead there",
    }),
    multi_region: z.boolean(),
    region_locations: z.array(z.string()).nullable(),
    cloud_credential_id: uuid.nullable(),
    is_byoc: z.boolean().meta({ description: "Runs on the customer's own cloud credential" }),
    is_imported: z.boolean(),
    is_management: z.boolean(),
    is_autopilot: z.boolean(),
    endpoint: z.string().nullable().meta({ description: "URL of the cluster's API server" }),
    ready_at: timestamp.nullable().meta({ description: "When the cluster first ran" }),
    observed_at: timestamp.nullable().meta({ description: "When the status was last observed" }),
    created_at: timestamp,
    updated_at: timestamp,
    ...planMember,
  })
  .meta({ component: "ClusterResponse" });
export type ClusterResponse = z.infer<typeof clusterResponse>;

const kubeconfigResponse = z
  .object({
    kubeconfig: z.string().meta({ description: "The file, YAML", secret: true }),
    expires_at: timestamp.meta({ description: "When its token stops working" }),
    cluster_id: uuid,
  })
  .meta({ component: "KubeconfigResponse" });

/** What the operations that hand out a kubeconfig have in common. */
export const handsOutKubeconfig = {
  notWhileImpersonating: true,
  scope: "clusters:write",
  query: {
    ttl: z.int().min(600).max(86_400).optional().meta({ description: "Seconds that it works; 8 hours when unset" }),
  },
  freshProof: true,
  success: {
    status: 200,
    schema: kubeconfigResponse,
    description: "The kubeconfig",
    alternativeType: "application/yaml",
  },
  errors: ["cluster_not_ready", "being_deleted", "cluster_unreachable", "kubernetes_unavailable"],
} as const;

const estimatedTimesResponse = z
  .object({
    estimates: z.array(
      z
        .object({
          provider: z.string(),
          tier: z.enum(CLUSTER_TIERS),
          geographic_region: z.string(),
          p50_seconds: z.int().min(0).meta({ description: "Half of the clusters were faster" }),
          p90_seconds: z.int().min(0).meta({ description: "Nine of ten clusters were faster" }),
          samples: z.int().min(0).meta({ description: "Clusters measured; 0: a guess" }),
        })
        .meta({ component: "EstimatedTime" }),
    ),
    shared_host_available: z
      .boolean()
      .nullable()
      .meta({ description: "Whether a host for shared clusters is there already; null for other tiers" }),
  })
  .meta({ component: "EstimatedTimesResponse" });

const group = "clusters";

export const createCluster = defineOperation({
  operationId: "createCluster",
  method: "post",
  path: "/clusters",
  group,
  summary: "Create a cluster",
  who: atLeast("admin"),
  scope: "clusters:write",
  body: clusterCreate,
  rules: rulesOf(clusterSpec, clusterRules, ["ownComponentsNeedImport", "ownComponentsDistinct"]),
  dryRun: true,
  wait: true,
  idempotent: true,
  success: { status: 200, schema: clusterResponse, description: "The cluster, pending unless it was waited for" },
  errors: [
    "name_taken",
    "quota_exceeded",
    "payment_required",
    "not_found",
    "kubernetes_unavailable",
    "outcome_unknown",
    "provider_failed",
    "unavailable",
  ],
});
export const listClusters = defineOperation({
  operationId: "listClusters",
  method: "get",
  path: "/clusters",
  group,
  summary: "List clusters",
  description: `${LISTED} Management and host clusters are left out.`,
  who: { kind: "user" },
  scope: "clusters:read",
  query: {
    ...listQuery,
    ...organizationFilter,
    ...namePrefix,
    status: z.enum(CLUSTER_PHASES).optional().meta({ description: "Only clusters in this status" }),
    provider: segment.optional().meta({ description: "Only clusters at this provider" }),
    tier: z.enum(CLUSTER_TIERS).optional().meta({ description: "Only clusters of this tier" }),
  },
  success: {
    status: 200,
    schema: listOf("clusters", clusterResponse).meta({ component: "ClusterListResponse" }),
    description: "Clusters, newest first",
  },
  errors: ["not_found"],
});
export const getEstimatedTimes = defineOperation({
  operationId: "getEstimatedTimes",
  method: "get",
  path: "/clusters/estimated-times",
  group,
  summary: "Estimate how long clusters take to create",
  description:
    "From the newest clusters that were created here. A provider that does not answer at once is left out unless it was named.",
  who: { kind: "user" },
  scope: "clusters:read",
  query: {
    provider: segment.optional().meta({ description: "Only this provider" }),
    tier: z.enum(CLUSTER_TIERS).optional().meta({ description: "Only this tier" }),
    geographic_region: segment.optional().meta({ description: "Only this part of the world" }),
  },
  success: { status: 200, schema: estimatedTimesResponse, description: "The estimates" },
  errors: ["provider_failed", "unavailable"],
});
export const getCluster = defineOperation({
  operationId: "getCluster",
  method: "get",
  path: "/clusters/{cluster_id}",
  group,
  summary: "Read a cluster",
  who: atLeast("viewer"),
  scope: "clusters:read",
  pathParameters: clusterPath,
  concurrency: "read",
  success: { status: 200, schema: clusterResponse, description: "The cluster" },
});
export const deleteCluster = defineOperation({
  ...DELETION,
  operationId: "deleteCluster",
  path: "/clusters/{cluster_id}",
  group,
  summary: "Delete a cluster, or detach an imported one",
  who: atLeast("admin"),
  scope: "clusters:write",
  pathParameters: clusterPath,
  query: {
    cascade: z.boolean().optional().meta({ description: "Deletes its deployments and databases too" }),
    force: z.boolean().optional().meta({ description: "Gives up an unreachable cluster" }),
    remove_bundle: z
      .boolean()
      .optional()
      .meta({ description: "Removes the component bundle from an imported cluster" }),
  },
  errors: ["cluster_in_use", ...DELETION.errors],
});
export const getClusterKubeconfig = defineOperation({
  operationId: "getClusterKubeconfig",
  method: "get",
  path: "/clusters/{cluster_id}/kubeconfig",
  group,
  summary: "Get a kubeconfig of your own for a cluster",
  description:
    "Full access to the cluster. Each one is entered in the audit log. It ends with the session, API key or consent that it was asked for with, and when you leave the organization; GET /auth/kubeconfigs lists yours. Hosts and the management cluster answer 403 to platform admins: theirs is GET /admin/clusters/{cluster_id}/kubeconfig.",
  who: atLeast("admin"),
  pathParameters: clusterPath,
  ...handsOutKubeconfig,
});
export const clusterOperations = [
  createCluster,
  listClusters,
  getEstimatedTimes,
  getCluster,
  deleteCluster,
  getClusterKubeconfig,
];
