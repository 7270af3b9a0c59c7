import { z } from "zod";
import { text, timestamp } from "../fields.ts";
import { CLUSTER_ROUTINGS } from "./cluster-routings.ts";
import { baseStatus } from "./conditions.ts";

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

const bundleReport = z.strictObject({
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
  routing: z.enum(CLUSTER_ROUTINGS).optional().meta({
    description:
      "That of the host; of an imported cluster the one in force: ingress until its kinds of the Gateway API were seen to be nobody else's",
    quiet: "moving",
  }),
  certifiesEachName: z.boolean().optional().meta({
    description:
      "Whether each name of the platform's has a certificate of its own at the cluster's Gateway, of a shared one its host's, where nobody has one for all of them (docs/adr/0140)",
  }),
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
