import { z } from "zod";
import { name40, text } from "../fields.ts";
import { CLUSTER_ROUTINGS } from "../resources/cluster-routings.ts";
import { clusterSpec } from "../resources/cluster.ts";
import { OWN_COMPONENTS, ownComponents } from "../resources/own-components.ts";
import { ownComponentsDistinct } from "./cluster-bundle.ts";
import { clusterResponse } from "./clusters.ts";
import { atLeast, defineOperation } from "./operation.ts";
import type { OperationRule } from "./rules.ts";
import { timestamp, uuid } from "./values.ts";

/** 128 KiB: a kubeconfig with two certificates has 6. */
const KUBECONFIG_MAX = 131_072;

const source = {
  kubeconfig: text(KUBECONFIG_MAX, 1).nullable().optional().meta({
    description:
      "kubeconfig whose current context has an https server, its certificate authority, and a token or client certificate, all inline; it is used once and then thrown away",
    secret: true,
  }),
  cloud_credential_id: uuid
    .nullable()
    .optional()
    .meta({ description: "Instead of a kubeconfig: the credential of the cloud account that has the cluster" }),
  provider_cluster_id: text(256, 1)
    .nullable()
    .optional()
    .meta({ description: "Name of the cluster at its provider; needed with cloud_credential_id" }),
  is_autopilot: z
    .boolean()
    .nullable()
    .optional()
    .meta({ description: "Whether it is a cluster of GKE Autopilot, which some components are left out on" }),
  own_components: ownComponents.nullable().optional().meta({
    description:
      "Components of the bundle that the cluster has of its own, which are left out; when unset those that the preflight finds able to serve",
  }),
  routing: z.enum(CLUSTER_ROUTINGS).nullable().optional().meta({
    description:
      "How requests are to come to its deployments; when unset what BERTH_CLUSTER_ROUTING says, gateway by default, or ingress where the preflight finds something in the way of a Gateway alone, and on GKE Autopilot",
  }),
  organization_id: uuid.nullable().optional().meta({ description: "Owner; the active organization when unset" }),
};
const provider = clusterSpec.shape.provider.meta({ description: "Where the cluster runs; any provider's identifier" });

const preflightImportRequest = z.strictObject({ provider, ...source }).meta({
  component: "PreflightImportRequest",
  examples: [
    { provider: "gke", cloud_credential_id: "018f0000-0000-7000-8000-000000000001", provider_cluster_id: "prod" },
  ],
});
const clusterImport = z
  .strictObject({
    name: name40.meta({
      description: "Lower-case letters, digits and hyphens; unique among the organization's clusters",
    }),
    provider,
    region: clusterSpec.shape.region.meta({ description: "Where at the provider it runs" }),
    acknowledge_bundle_install: z
      .boolean()
      .meta({ description: "Must be true: the component bundle is installed onto the cluster" }),
    override_preflight: z
      .boolean()
      .nullable()
      .optional()
      .meta({ description: "Imports in spite of errors of the preflight; for platform admins, and in the audit log" }),
    ...source,
  })
  .meta({
    component: "ClusterImport",
    examples: [
      {
        name: "our-own",
        provider: "gke",
        region: "europe-west4",
        acknowledge_bundle_install: true,
        cloud_credential_id: "018f0000-0000-7000-8000-000000000001",
        provider_cluster_id: "prod",
      },
    ],
  });

const preflightImportResponse = z
  .object({
    ok: z.boolean().meta({ description: "Whether nothing of severity error was found" }),
    kubernetes_version: z.string().nullable().meta({ description: "null when the cluster could not be looked at" }),
    node_count: z.int().min(0).nullable(),
    own_components: z.array(z.enum(OWN_COMPONENTS)).meta({
      description: "Components that an import leaves out of the bundle, since the cluster has them of its own",
    }),
    routing: z.enum(CLUSTER_ROUTINGS).meta({ description: "How requests would come to its deployments" }),
    findings: z.array(
      z
        .object({
          severity: z.enum(["error", "warning", "info"]),
          code: z.string().meta({ description: "Stable name of what was found, snake_case" }),
          kind: z.string().meta({ description: "Kind of the object, Component or Cluster" }),
          name: z.string(),
          namespace: z.string().nullable(),
          owner: z.string().nullable().meta({ description: "Whose it is, as far as labels and annotations say" }),
          message: z.string().meta({ description: "What was found and what it would do" }),
          remedy: z.string().meta({ description: "What to do about it" }),
        })
        .meta({ component: "PreflightFinding" }),
    ),
    checked_at: timestamp,
  })
  .meta({ component: "PreflightImportResponse" });
export type PreflightImportResponse = z.infer<typeof preflightImportResponse>;

type Source = Readonly<Record<"kubeconfig" | "cloud_credential_id" | "provider_cluster_id", string | null | undefined>>;

const oneSource: OperationRule = {
  name: "oneClusterSource",
  message: "give either kubeconfig, or cloud_credential_id together with provider_cluster_id",
  path: [],
  check: (body) => {
    const { kubeconfig, cloud_credential_id: credential, provider_cluster_id: id } = body as Source;
    const has = (value: string | null | undefined): boolean => typeof value === "string";
    return has(kubeconfig) ? !has(credential) : has(credential) && has(id);
  },
};
const acknowledged: OperationRule = {
  name: "bundleInstallAcknowledged",
  message: "acknowledge_bundle_install must be true: the component bundle is installed onto the cluster",
  path: ["acknowledge_bundle_install"],
  check: (body) => (body as Readonly<{ acknowledge_bundle_install: boolean }>).acknowledge_bundle_install,
};

const autopilotByIngress: OperationRule = {
  name: "autopilotByIngress",
  message: "routing must be ingress on GKE Autopilot, where the bundle has no Gateway",
  path: ["routing"],
  check: (body) => {
    const { is_autopilot: isAutopilot, routing } = body as Readonly<Record<"is_autopilot" | "routing", unknown>>;
    return isAutopilot !== true || (routing ?? "ingress") === "ingress";
  },
};

const group = "clusters";
const AWAY = ["kubernetes_unavailable", "secret_store_unavailable", "provider_failed", "unavailable"] as const;

export const preflightImport = defineOperation({
  operationId: "preflightImport",
  method: "post",
  path: "/clusters/preflight-import",
  group,
  summary: "See what an import of a cluster would meet",
  description:
    "Looks at the cluster and changes nothing there: it reads, and asks what the credential may do. Lists definitions, operators, webhooks, roles, classes and namespaces that the component bundle would collide with, and whose they are; a component that the cluster has of its own, and that can serve, is left out instead (own_components). Kinds of the Gateway API that are somebody else's are written over by nobody: routing says which way in an import would get. The credential is not kept. Ten times an hour for each organization, imports included.",
  who: atLeast("admin"),
  scope: "clusters:write",
  body: preflightImportRequest,
  rules: [oneSource, autopilotByIngress, ...ownComponentsDistinct],
  success: { status: 200, schema: preflightImportResponse, description: "What was found, the gravest first" },
  errors: ["not_found", ...AWAY],
});
export const importCluster = defineOperation({
  operationId: "importCluster",
  method: "post",
  path: "/clusters/import",
  group,
  summary: "Import a cluster that exists already",
  description:
    "Runs the preflight first and refuses with its findings when one is of severity error; a platform admin may override that, which is entered in the audit log with the user's id. Of the bundle comes what the cluster has not: own_components says what is left out, now and later. It has a Gateway of its own unless routing says otherwise or something there is in its way. The given credential goes to the secret store, is swapped for a service account of the platform's own, and is then removed. The cluster is of the tier dedicated; its nodes and version stay the customer's to manage, and deleting it only detaches it.",
  who: atLeast("admin"),
  scope: "clusters:write",
  body: clusterImport,
  rules: [oneSource, acknowledged, autopilotByIngress, ...ownComponentsDistinct],
  dryRun: true,
  wait: true,
  idempotent: true,
  success: { status: 201, schema: clusterResponse, description: "The cluster, pending unless it was waited for" },
  errors: [
    "not_found",
    "name_taken",
    "quota_exceeded",
    "import_conflicts",
    "already_registered",
    "outcome_unknown",
    ...AWAY,
  ],
});
export const clusterImportOperations = [preflightImport, importCluster];
