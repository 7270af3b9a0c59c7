import { z } from "zod";
import { kubernetesVersion, text, uuidText } from "../fields.ts";
import { CLUSTER_ROUTINGS } from "./cluster-routings.ts";
import { clusterStatus } from "./cluster-status.ts";
import { CLUSTER_TRAITS } from "./cluster-traits.ts";
import { ownComponents } from "./own-components.ts";
import { areDistinct, immutable, REASON_COLUMN, type CrossFieldRule, type ResourceDefinition } from "./definition.ts";

export const CLUSTER_TIERS = ["shared", "dedicated", "production"] as const;

export const BUNDLE_CHANNELS = ["stable", "latest"] as const;

/** Names who brings what makes a cloud's servers into nodes: the component bundle, or the cluster's people (docs/adr/0138). */
export const CLOUD_COMPONENTS = ["bundle", "own"] as const;

/** Names under whose domain the deployments of a cluster have their names (docs/adr/0103). */
export const CLUSTER_NAMES = ["platform", "cluster"] as const;

const identifier = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/);
const nodeCount = z.int().min(1).max(100);

export const clusterSpec = z.strictObject({
  provider: identifier.meta({ description: "Cloud provider, as GET /providers lists them" }),
  region: identifier.meta({ description: "Region of the provider; changes only through a retry" }),
  tier: z
    .enum(CLUSTER_TIERS)
    .meta({ description: "shared: a virtual cluster on a host; dedicated: one control plane; production: three" }),
  kubernetesVersion: kubernetesVersion.optional().meta({
    description: "Wanted Kubernetes version; the newest on offer at creation, later moved by upgrade requests",
  }),
  serverType: identifier.optional().meta({ description: "Machine type of the worker nodes" }),
  nodeCount: nodeCount
    .optional()
    .meta({ description: "Worker nodes; 3 for production and 1 for dedicated by default" }),
  autoscalingEnabled: z.boolean().optional().meta({ description: "Whether the node count follows the load" }),
  minNodes: nodeCount.optional().meta({ description: "Least nodes under autoscaling" }),
  maxNodes: nodeCount.optional().meta({ description: "Most nodes under autoscaling" }),
  regionLocations: z
    .array(identifier)
    .min(1)
    .max(3)
    .optional()
    .meta({ description: "Datacenters the worker nodes are spread over" }),
  multiRegion: z
    .boolean()
    .optional()
    .meta({ description: "Whether several locations are used; needs two or more regionLocations" }),
  componentBundleVersion: z
    .enum(BUNDLE_CHANNELS)
    .optional()
    .meta({ description: "Channel of the component bundle; latest by default" }),
  routing: z.enum(CLUSTER_ROUTINGS).optional().meta({
    description:
      "How requests come to deployments: by Ingress, by the Gateway API, or by both at once, which is the way from one to the other; ingress when unset, but new clusters made by REST that may have a Gateway of their own get what BERTH_CLUSTER_ROUTING says, gateway by default; an import does where its preflight shows nothing in the way. An imported cluster stays at Ingress while GatewayListens says that the kinds of the Gateway API there are somebody else's. That of a host is that of its shared clusters too, which have none of their own",
  }),
  namesUnder: z.enum(CLUSTER_NAMES).optional().meta({
    description:
      "Under what deployments have their names: the platform's domain, or one of the cluster's own below it, <handle>.<domain>; platform when unset. Cannot be changed: names lead to it",
  }),
  cloudComponents: z.enum(CLOUD_COMPONENTS).optional().meta({
    description:
      "Who brings network, cloud controller and volumes of servers that a cloud makes: the component bundle, or you (own); own when unset, but new clusters made by REST with a cloud credential of their own get what BERTH_CLOUD_COMPONENTS says. Cannot be changed: a running cluster's network is not replaced",
  }),
  ownComponents: ownComponents.optional().meta({
    description:
      "Components of the bundle that an imported cluster has of its own: the bundle leaves them out, and lets go of one that it brought without removing what that made. metrics-server alone when unset, but an import by REST without a word of it says those that its preflight found able to serve",
  }),
  cloudCredentialId: uuidText.optional().meta({ description: "Customer's own cloud credential" }),
  imported: z
    .strictObject({
      providerClusterId: text(256).optional().meta({ description: "Identifier of the cluster at its provider" }),
      isAutopilot: z.boolean().optional().meta({ description: "Whether the provider manages the nodes" }),
      overridePreflight: z
        .boolean()
        .optional()
        .meta({ description: "Whether a platform admin overruled the preflight" }),
    })
    .optional()
    .meta({ description: "Present for clusters that were not created here" }),
  role: z
    .enum(["tenant", "host", "management"])
    .optional()
    .meta({ description: "tenant by default; host carries shared clusters" }),
  retryAttempt: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({ description: "Counts requested retries; only a retry may move the region" }),
  serverTypeAttempt: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({ description: "Counts requested retries of an incomplete change of the server type" }),
});
/** What is wanted of a cluster. */
export type ClusterSpec = z.infer<typeof clusterSpec>;

/** Tells whether a cluster is one on which the Gateway can be its own: neither shared, nor a local host, nor one of GKE Autopilot. */
export function mayHaveGateway(
  spec: Readonly<Partial<Record<"imported" | "role" | "provider" | "tier", unknown>>>,
): boolean {
  const { imported, role, provider, tier } = spec;
  if (imported === undefined) return provider === "local" ? role !== "host" : tier !== "shared";
  return tier !== "shared" && role !== "host" && (imported as Imported).isAutopilot !== true;
}
type Imported = Readonly<{ isAutopilot?: boolean | undefined }>;

/** Tells whether a cluster is one of servers that are ordered here, at the cloud whose components the bundle has. */
export function hasOrderedServers(spec: Readonly<Partial<Record<"imported" | "provider" | "tier", unknown>>>): boolean {
  return spec.provider === "hetzner" && spec.imported === undefined && spec.tier !== "shared";
}

/**
 * Tells whether the bundle may bring what a cluster's cloud needs: whoever administers a cluster has that act with the token
 * that it was made with, on all that this reaches. The platform's own reaches other people's servers and volumes.
 */
export function mayLeaveCloudToBundle(
  spec: Readonly<Partial<Record<"imported" | "provider" | "tier" | "role" | "cloudCredentialId", unknown>>>,
): boolean {
  return hasOrderedServers(spec) && (spec.role === "host" || typeof spec.cloudCredentialId === "string");
}

export const clusterRules: readonly CrossFieldRule[] = [
  immutable("tier", false),
  immutable("provider", false),
  immutable("imported", true),
  immutable("namesUnder", true),
  immutable("cloudComponents", true),
  {
    name: "sharedHasNoNodes",
    cel: "self.tier != 'shared' || !(has(self.serverType) || has(self.nodeCount) || has(self.autoscalingEnabled) || has(self.minNodes) || has(self.maxNodes) || has(self.regionLocations) || has(self.multiRegion))",
    message:
      "a shared cluster has no nodes of its own: leave out server_type, node_count, autoscaling_enabled, min_nodes, max_nodes, region_locations and multi_region",
    path: [],
    check: (spec: ClusterSpec) =>
      spec.tier !== "shared" ||
      [
        spec.serverType,
        spec.nodeCount,
        spec.autoscalingEnabled,
        spec.minNodes,
        spec.maxNodes,
        spec.regionLocations,
        spec.multiRegion,
      ].every((member) => member === undefined),
  },
  {
    name: "minNodesAtMostMaxNodes",
    cel: "!has(self.minNodes) || !has(self.maxNodes) || self.minNodes <= self.maxNodes",
    message: "min_nodes must not be greater than max_nodes",
    path: ["minNodes"],
    check: (spec: ClusterSpec) =>
      spec.minNodes === undefined || spec.maxNodes === undefined || spec.minNodes <= spec.maxNodes,
  },
  {
    name: "autoscalingNeedsBounds",
    cel: "!has(self.autoscalingEnabled) || !self.autoscalingEnabled || (has(self.minNodes) && has(self.maxNodes))",
    message: "autoscaling_enabled needs min_nodes and max_nodes",
    path: ["autoscalingEnabled"],
    check: (spec: ClusterSpec) =>
      spec.autoscalingEnabled !== true || (spec.minNodes !== undefined && spec.maxNodes !== undefined),
  },
  {
    name: "regionLocationsDistinct",
    of: "regionLocations",
    cel: "self.all(l, self.exists_one(m, m == l))",
    message: "region_locations must be distinct",
    path: ["regionLocations"],
    check: (spec: ClusterSpec) => areDistinct(spec.regionLocations),
  },
  {
    name: "multiRegionNeedsLocations",
    cel: "!has(self.multiRegion) || !self.multiRegion || (has(self.regionLocations) && size(self.regionLocations) >= 2)",
    message: "multi_region needs at least two region_locations",
    path: ["multiRegion"],
    check: (spec: ClusterSpec) => spec.multiRegion !== true || (spec.regionLocations?.length ?? 0) >= 2,
  },
  {
    name: "gatewayNeedsOwnCluster",
    cel: "!has(self.routing) || self.routing == 'ingress' || (has(self.imported) ? self.tier != 'shared' && (!has(self.role) || self.role != 'host') && (!has(self.imported.isAutopilot) || !self.imported.isAutopilot) : (self.provider == 'local' ? (!has(self.role) || self.role != 'host') : self.tier != 'shared'))",
    message:
      "routing must be ingress on shared clusters, on local and imported hosts and on GKE Autopilot: a shared one has its host's",
    path: ["routing"],
    check: (spec: ClusterSpec) => (spec.routing ?? "ingress") === "ingress" || mayHaveGateway(spec),
  },
  {
    name: "routingMovesByBoth",
    cel: "(has(self.routing) ? self.routing : 'ingress') == (has(oldSelf.routing) ? oldSelf.routing : 'ingress') || (has(self.routing) && self.routing == 'both') || (has(oldSelf.routing) && oldSelf.routing == 'both')",
    message: "routing goes from ingress to gateway and back by both, so that no request is lost",
    path: ["routing"],
  },
  {
    name: "cloudComponentsNeedCredential",
    cel: "!has(self.cloudComponents) || self.cloudComponents == 'own' || (self.provider == 'hetzner' && !has(self.imported) && self.tier != 'shared' && (has(self.cloudCredentialId) || (has(self.role) && self.role == 'host')))",
    message:
      "cloud_components may be bundle at hetzner with a cloud credential of the cluster's own (cloud_credential_id): its administrators have that act, and with the platform's would reach what is others'",
    path: ["cloudComponents"],
    check: (spec: ClusterSpec) => (spec.cloudComponents ?? "own") === "own" || mayLeaveCloudToBundle(spec),
  },
  {
    name: "ownComponentsNeedImport",
    cel: "!has(self.ownComponents) || has(self.imported)",
    message: "own_components are of imported clusters alone: all others have every component by the bundle",
    path: ["ownComponents"],
    check: (spec: ClusterSpec) => spec.ownComponents === undefined || spec.imported !== undefined,
  },
  {
    name: "ownComponentsDistinct",
    of: "ownComponents",
    cel: "self.all(c, self.exists_one(d, d == c))",
    message: "own_components must be distinct",
    path: ["ownComponents"],
    check: (spec: ClusterSpec) => areDistinct(spec.ownComponents),
  },
  {
    name: "regionMovesOnlyByRetry",
    cel: "self.region == oldSelf.region || (has(self.retryAttempt) && (!has(oldSelf.retryAttempt) || self.retryAttempt > oldSelf.retryAttempt))",
    message: "region cannot be changed; retry a cluster in error with a new region instead",
    path: ["region"],
  },
];

/** Defines the Cluster resource: one Kubernetes cluster of an organization. */
export const clusterResource: ResourceDefinition<"Cluster", "clusters", typeof clusterSpec, typeof clusterStatus> = {
  kind: "Cluster",
  collection: "clusters",
  plural: "clusters",
  singular: "cluster",
  shortName: "bcl",
  description: "A Kubernetes cluster of an organization: created at a provider, carried by a host, or imported.",
  spec: clusterSpec,
  status: clusterStatus,
  specRules: clusterRules,
  rootRules: [
    {
      cel: "size(self.metadata.name) <= 40 && !self.metadata.name.contains('.')",
      message: "metadata.name of a cluster is a DNS label of at most 40 characters",
    },
    {
      cel: "!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase == 'error' || !has(self.spec.retryAttempt) || (has(oldSelf.spec.retryAttempt) && self.spec.retryAttempt == oldSelf.spec.retryAttempt)",
      message: "only a cluster in error can be retried",
    },
  ],
  phases: CLUSTER_TRAITS,
  printerColumns: [
    { name: "Provider", type: "string", jsonPath: ".spec.provider", description: "Cloud provider" },
    { name: "Region", type: "string", jsonPath: ".spec.region", description: "Region of the provider" },
    { name: "Tier", type: "string", jsonPath: ".spec.tier", description: "shared, dedicated or production" },
    { name: "Status", type: "string", jsonPath: ".status.phase", description: "Where the cluster is in its life" },
    { name: "Version", type: "string", jsonPath: ".status.kubernetesVersion", description: "Kubernetes version" },
    {
      name: "Gateway",
      type: "string",
      jsonPath: ".status.gatewayAddress",
      description: "Where requests for deployments come in",
      priority: 1,
    },
    { name: "Nodes", type: "integer", jsonPath: ".status.nodeCount", description: "Ready nodes", priority: 1 },
    REASON_COLUMN,
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp", description: "Time since creation" },
  ],
  selectableFields: [".status.phase", ".spec.provider", ".spec.tier"],
};
