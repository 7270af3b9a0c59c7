import { z } from "zod";
import { CLUSTER_PHASES } from "../resources/cluster-traits.ts";
import { clusterRules, clusterSpec } from "../resources/cluster.ts";
import { typed } from "../rest-case.ts";
import { clusterCreateMembers, clusterResponse, handsOutKubeconfig } from "./clusters.ts";
import type { ClusterCreate } from "./clusters.ts";
import { defineOperation } from "./operation.ts";
import { rulesOf } from "./rules.ts";
import { clusterPath, listOf, listQuery, namePrefix, segment } from "./values.ts";

const HOST_TIERS = ["dedicated", "production"] as const;

type HostClusterCreate = Omit<
  ClusterCreate,
  "organization_id" | "cloud_credential_id" | "tier" | "names_under" | "cloud_components"
> & {
  tier: (typeof HOST_TIERS)[number];
};
/** The platform's own organization owns it, and the platform's own account carries it; names are its shared clusters'. */
const NOT_OURS: ReadonlySet<string> = new Set([
  "organization_id",
  "cloud_credential_id",
  "tier",
  "names_under",
  "cloud_components",
]);
const members = Object.fromEntries(Object.entries(clusterCreateMembers).filter(([name]) => !NOT_OURS.has(name)));
const hostClusterCreate = typed<HostClusterCreate>(
  z
    .strictObject({
      ...members,
      tier: z.enum(HOST_TIERS).meta({ description: "dedicated: one control plane; production: three" }),
    })
    .meta({
      component: "HostClusterCreate",
      examples: [{ name: "host-1", provider: "local", region: "local-1", tier: "dedicated", node_count: 3 }],
    }),
);

const group = "admin";
const who = { kind: "platformAdmin" } as const;

export const createHostCluster = defineOperation({
  operationId: "createHostCluster",
  method: "post",
  path: "/admin/clusters",
  group,
  summary: "Create a host cluster",
  description:
    "A host carries shared clusters of its provider and region, so many for each ready node. It belongs to the platform's own organization (is_system), needs no payment method and counts towards no quota. It is deleted with kubectl, and only after all that it carries.",
  who,
  scope: "clusters:write",
  body: hostClusterCreate,
  rules: rulesOf(clusterSpec, clusterRules, [
    "sharedHasNoNodes",
    "gatewayNeedsOwnCluster",
    "cloudComponentsNeedCredential",
    "ownComponentsNeedImport",
    "ownComponentsDistinct",
  ]),
  dryRun: true,
  wait: true,
  idempotent: true,
  success: { status: 200, schema: clusterResponse, description: "The host, pending unless it was waited for" },
  errors: ["name_taken", "not_found", "kubernetes_unavailable", "outcome_unknown", "provider_failed", "unavailable"],
});
export const listPlatformClusters = defineOperation({
  operationId: "listPlatformClusters",
  method: "get",
  path: "/admin/clusters",
  group,
  summary: "List host clusters",
  description: "The platform's own clusters, which GET /clusters leaves out.",
  who,
  scope: "clusters:read",
  query: {
    ...listQuery,
    ...namePrefix,
    status: z.enum(CLUSTER_PHASES).optional().meta({ description: "Only clusters in this status" }),
    provider: segment.optional().meta({ description: "Only clusters at this provider" }),
  },
  success: {
    status: 200,
    schema: listOf("clusters", clusterResponse).meta({ component: "PlatformClusterListResponse" }),
    description: "Clusters, newest first",
  },
});
export const getPlatformKubeconfig = defineOperation({
  operationId: "getPlatformKubeconfig",
  method: "get",
  path: "/admin/clusters/{cluster_id}/kubeconfig",
  group,
  summary: "Get a kubeconfig of your own for a host cluster",
  description:
    "Full access to the cluster. Each one is entered in the audit log; whoever is no platform admin any more loses it. Other clusters answer 404 here: theirs is GET /clusters/{cluster_id}/kubeconfig.",
  who,
  pathParameters: clusterPath,
  ...handsOutKubeconfig,
});
export const platformClusterOperations = [createHostCluster, listPlatformClusters, getPlatformKubeconfig];
