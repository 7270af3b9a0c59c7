import { z } from "zod";
import { kubernetesVersion, text, timestamp, uuidText } from "../fields.ts";
import { CLUSTER_TRAITS } from "./cluster-traits.ts";
import { baseStatus } from "./conditions.ts";
import { immutable, type CrossFieldRule, type ResourceDefinition } from "./definition.ts";

export const CLUSTER_TIERS = ["shared", "dedicated", "production"] as const;

export const BUNDLE_CHANNELS = ["stable", "latest"] as const;

/** Names how requests from outside come to the deployments of a cluster (docs/adr/0076). */
export const CLUSTER_ROUTINGS = ["ingress", "both", "gateway"] as const;

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
      "How requests come to deployments: by Ingress, by the Gateway API, or by both at once, which is the way from one to the other; ingress when unset, but new clusters made by REST get what BERTH_CLUSTER_ROUTING says",
  }),
  namesUnder: z.enum(CLUSTER_NAMES).optional().meta({
    description:
      "Under what deployments have their names: the platform's domain, or one of the cluster's own below it, <handle>.<domain>; platform when unset. Cannot be changed: names lead to it",
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

/** Names the steps of a change of the server type (docs/adr/0029). */
export const ROLLOVER_STEPS = ["AddPool", "WaitReady", "CordonOld", "DrainOne", "RemovePool"] as const;

const rolloverStatus = z.strictObject({
  serverType: text(64).meta({ description: "Server type that the nodes shall have" }),
  attempt: z.int().min(0).meta({ description: "serverTypeAttempt that is acted on" }),
  step: z.enum(ROLLOVER_STEPS).meta({ description: "Step under way, or the one that it stopped at" }),
  since: timestamp.meta({ description: "When the step began" }),
  node: text(253).optional().meta({ description: "Node that is being drained" }),
  incomplete: z.boolean().meta({ description: "Whether it has stopped and waits for a retry" }),
});

export const bundleReport = z.strictObject({
  component: text(63).meta({ description: "Component of the bundle" }),
  version: text(64).optional().meta({ description: "Version of its chart that is on the cluster" }),
  sync: text(32).optional().meta({ description: "Whether the cluster has what Git says, in Argo CD's word" }),
  health: text(32).optional().meta({ description: "How what it made fares, in Argo CD's word" }),
  message: text(512).optional().meta({ description: "What is wrong with it" }),
});
/** Reports one component of the bundle as it is on a cluster. */
export type BundleReport = z.infer<typeof bundleReport>;

const nodeStatus = z.strictObject({
  name: text(253).meta({ description: "Name of the node" }),
  serverType: text(64).optional().meta({ description: "Machine type" }),
  ready: z.boolean().meta({ description: "Whether it is ready" }),
  schedulable: z.boolean().meta({ description: "Whether new pods may come to it" }),
  kubeletVersion: text(64).meta({ description: "Version of its kubelet" }),
});
/** One node as it was last seen. */
export type ClusterNode = z.infer<typeof nodeStatus>;
/** Nodes beyond this many are not shown. */
export const NODES_SHOWN_MAX = 200;

export const clusterStatus = z.strictObject({
  ...baseStatus,
  endpoint: text(2048).optional().meta({ description: "URL of the cluster's API server", quiet: true }),
  gatewayAddress: text(253).optional().meta({
    description: "Address, or name, at which requests for deployments come in; names of theirs lead there",
    quiet: "moving",
  }),
  kubernetesVersion: text(32).optional().meta({ description: "Version that the cluster reports", quiet: "moving" }),
  nodeCount: z.int().min(0).optional().meta({ description: "Ready nodes", quiet: "moving" }),
  serverType: text(64).optional().meta({ description: "Machine type that the nodes have", quiet: "moving" }),
  nodes: z
    .array(nodeStatus)
    .max(NODES_SHOWN_MAX)
    .optional()
    .meta({ description: "Nodes as they were last seen", listMapKeys: ["name"], quiet: "moving" }),
  upgradeAvailable: z
    .boolean()
    .optional()
    .meta({ description: "Whether a newer Kubernetes version is offered", quiet: "moving" }),
  clusterUid: text(64).optional().meta({ description: "uid of the cluster's kube-system namespace", quiet: "moving" }),
  step: text(64).optional().meta({ description: "Step of the operation under way", quiet: true }),
  rollover: rolloverStatus.optional().meta({ description: "Change of the server type under way", quiet: true }),
  attemptStartedAt: timestamp
    .optional()
    .meta({ description: "When the creation attempt under way began", quiet: true }),
  retryAttempt: z.int().min(0).optional().meta({ description: "Retry that the operator has acted on" }),
  readyAt: timestamp.optional().meta({ description: "When the cluster first ran", quiet: true }),
  host: text(64)
    .optional()
    .meta({ description: "Handle of the host cluster that carries this shared one", quiet: true }),
  bundle: z
    .array(bundleReport)
    .max(50)
    .optional()
    .meta({
      description: "Components of the bundle as they are on the cluster",
      listMapKeys: ["component"],
      quiet: "moving",
    }),
});
export type ClusterStatus = z.infer<typeof clusterStatus>;

/** Tells whether a cluster is one on which the Gateway can be its own: neither shared, a host nor imported. */
export function mayHaveGateway(
  spec: Readonly<Partial<Record<"imported" | "role" | "provider" | "tier", unknown>>>,
): boolean {
  return spec.imported === undefined && spec.role !== "host" && (spec.provider === "local" || spec.tier !== "shared");
}

export const clusterRules: readonly CrossFieldRule[] = [
  immutable("tier", false),
  immutable("provider", false),
  immutable("imported", true),
  immutable("namesUnder", true),
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
    cel: "!has(self.regionLocations) || self.regionLocations.all(l, self.regionLocations.exists_one(m, m == l))",
    message: "region_locations must be distinct",
    path: ["regionLocations"],
    check: (spec: ClusterSpec) => new Set(spec.regionLocations).size === (spec.regionLocations?.length ?? 0),
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
    cel: "!has(self.routing) || self.routing == 'ingress' || (!has(self.imported) && (!has(self.role) || self.role != 'host') && (self.provider == 'local' || self.tier != 'shared'))",
    message: "routing must be ingress on a shared, host or imported cluster: the Gateway is one of the cluster's own",
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
    {
      name: "Reason",
      type: "string",
      jsonPath: ".status.statusReason",
      description: "Why it is in this status",
      priority: 1,
    },
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp", description: "Time since creation" },
  ],
  selectableFields: [".status.phase", ".spec.provider", ".spec.tier"],
};
