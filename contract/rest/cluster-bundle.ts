import { z } from "zod";
import { CLUSTER_ROUTINGS } from "../resources/cluster-routings.ts";
import { BUNDLE_CHANNELS, clusterRules, clusterSpec } from "../resources/cluster.ts";
import { ownComponents } from "../resources/own-components.ts";
import { clusterResponse } from "./clusters.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { notEmpty, rulesOf } from "./rules.ts";
import { clusterPath, uuid } from "./values.ts";

const channel = z.enum(BUNDLE_CHANNELS);
const componentBundleUpdate = z
  .strictObject({
    version: channel.optional().meta({ description: "Channel that the cluster follows; as it is when unset" }),
    routing: z
      .enum(CLUSTER_ROUTINGS)
      .nullable()
      .optional()
      .meta({ description: "How requests come to its deployments; as it is when unset" }),
    own_components: ownComponents.nullable().optional().meta({
      description:
        "All components that an imported cluster has of its own, which the bundle leaves out; null for none, as they are when unset",
    }),
  })
  .meta({ component: "ComponentBundleUpdate", examples: [{ version: "stable" }] });

const bundleComponentResponse = z
  .object({
    component: z.string().meta({ description: "Name of the component and of its Helm release" }),
    purpose: z.string().meta({ description: "What it is for" }),
    chart: z.string(),
    namespace: z.string().meta({ description: "Namespace on the cluster" }),
    wanted_version: z
      .string()
      .nullable()
      .meta({ description: "Version of the chart that the channel has; null when it is skipped" }),
    found_version: z.string().nullable().meta({ description: "Version that is on the cluster" }),
    sync: z.string().nullable().meta({ description: "Argo CD's word: Synced, OutOfSync or Unknown" }),
    health: z
      .string()
      .nullable()
      .meta({ description: "Argo CD's word: Healthy, Progressing, Degraded, Suspended, Missing or Unknown" }),
    applied: z.boolean().meta({ description: "Whether the wanted version is there, in sync and healthy" }),
    skipped: z.boolean().meta({ description: "Whether this cluster does without it" }),
    reason: z.string().nullable().meta({ description: "Why it is skipped" }),
    message: z.string().nullable().meta({ description: "What is wrong with it" }),
  })
  .meta({ component: "BundleComponent" });
export type BundleComponentResponse = z.infer<typeof bundleComponentResponse>;

const clusterBundleResponse = z
  .object({
    cluster_id: uuid,
    version: channel.meta({ description: "Channel that the cluster follows" }),
    applied: z.boolean().meta({ description: "Whether every component is there as wanted" }),
    status_reason: z.string().nullable().meta({ description: "Reason of the condition BundleApplied" }),
    message: z.string().nullable().meta({ description: "What is waited for, or what is wrong" }),
    components: z.array(bundleComponentResponse),
  })
  .meta({ component: "ClusterBundleResponse" });
export type ClusterBundleResponse = z.infer<typeof clusterBundleResponse>;

const changesSomething = notEmpty("changesSomething", "version, routing or own_components is needed");

/** Holds a body to what a list of components is; whether the cluster was imported is the API server's to say. */
export const ownComponentsDistinct = rulesOf(clusterSpec, clusterRules).filter(
  ({ name }) => name === "ownComponentsDistinct",
);

const group = "clusters";

export const updateComponentBundle = defineOperation({
  operationId: "updateComponentBundle",
  method: "patch",
  path: "/clusters/{cluster_id}/component-bundle",
  group,
  summary: "Change the component bundle of a cluster",
  description:
    "Moves every component to the versions of the channel, in place: nothing is removed and set up anew. Allowed for clusters of every tier and for imported ones. Another routing brings or removes what carries requests, and publishes every deployment anew: it goes from ingress to gateway by both, which serves each host in both ways. Components of its own an imported cluster keeps: the bundle lets go of one that it brought, without removing what that made, and brings one that is no longer among them; a dry run says which. The cluster is updating until its registration says the new channel; how far the components are tells GET …/bundle and the condition BundleApplied.",
  who: atLeast("admin"),
  scope: "clusters:write",
  pathParameters: clusterPath,
  body: componentBundleUpdate,
  rules: [changesSomething, ...ownComponentsDistinct],
  dryRun: true,
  wait: true,
  concurrency: "write",
  success: { status: 200, schema: clusterResponse, description: "The cluster; updating until it is as asked" },
  errors: ["being_deleted", "conflict", "kubernetes_unavailable", "outcome_unknown"],
});
export const getClusterBundle = defineOperation({
  operationId: "getClusterBundle",
  method: "get",
  path: "/clusters/{cluster_id}/bundle",
  group,
  summary: "Show the component bundle of a cluster",
  description:
    "Per component the version that the channel has and the one that was found, as Argo CD last reported it, and what a GKE Autopilot cluster does without or an imported one has of its own, with the reason.",
  who: atLeast("viewer"),
  scope: "clusters:read",
  pathParameters: clusterPath,
  success: { status: 200, schema: clusterBundleResponse, description: "The components" },
});

export const clusterBundleOperations = [updateComponentBundle, getClusterBundle];
