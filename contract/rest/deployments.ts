import { z } from "zod";
import { name40 } from "../fields.ts";
import { CLUSTER_PHASES } from "../resources/cluster-traits.ts";
import { appTypeRules } from "../resources/deployment-members.ts";
import { deploymentRules } from "../resources/deployment-rules.ts";
import {
  additionalPort,
  APP_TYPES,
  backupsConfig,
  environmentVariable,
  healthChecks,
  probe,
  sleepSchedule,
  volume,
  DEPLOYMENT_PHASES,
  DEPLOYMENT_TYPES,
  deploymentSpec,
  deploymentUpdatable,
  IMAGE_STRATEGIES,
} from "../resources/deployment-spec.ts";
import { restComponents, toAnswerShape, toRestShape, typed, type Rest, type RestAnswer } from "../rest-case.ts";
import { DELETION } from "./deletion.ts";
import { conditionResponse } from "./clusters.ts";
import { CREATION_ERRORS, forceMember, LISTED, placeMembers, type Place } from "./on-cluster.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { rulesOf } from "./rules.ts";
import {
  deploymentPath,
  listOf,
  listQuery,
  namePrefix,
  organizationFilter,
  planMember,
  timestamp,
  uuid,
} from "./values.ts";

const ALIASES: Readonly<Record<string, (typeof IMAGE_STRATEGIES)[number]>> = {
  latest: "newest-build",
  name: "alphabetical",
};
const strategy = z
  .enum([...IMAGE_STRATEGIES, "latest", "name"])
  .overwrite((given) => ALIASES[given] ?? given)
  .nullable()
  .optional()
  .meta({ description: "How newer images are chosen; latest means newest-build, name means alphabetical" });

restComponents.add(environmentVariable, { component: "EnvironmentVariable" });
restComponents.add(volume, { component: "VolumeConfig" });
restComponents.add(probe, { component: "HealthCheckProbe" });
restComponents.add(healthChecks, { component: "HealthChecksConfig" });
restComponents.add(additionalPort, { component: "AdditionalPort" });
restComponents.add(sleepSchedule, { component: "SleepSchedule" });
restComponents.add(backupsConfig, { component: "BackupsConfig" });

type Updatable = z.ZodObject<typeof deploymentUpdatable>;
export type DeploymentUpdate = Rest<z.input<Updatable>>;
const updateShape = { ...toRestShape(deploymentUpdatable), image_update_strategy: strategy };
/** Rules that need the stored app_type or image; the gateway checks them on the merged spec. */
export const RULES_OF_WHOLE_SPEC: readonly string[] = [
  "helmNeedsChart",
  "containerNeedsImage",
  "cronNeedsSchedule",
  "volumesNeedOneReplica",
  "releaseIsOurs",
  ...appTypeRules.map(({ name }) => name),
];

export const deploymentUpdate = typed<DeploymentUpdate>(
  z.strictObject(updateShape).meta({
    component: "DeploymentUpdate",
    examples: [{ replicas: 3, environment_variables: [{ name: "LOG_LEVEL", value: "info" }], health_checks: {} }],
  }),
);

const creatable = deploymentSpec.pick({ appType: true, helmRepoUrl: true, helmChartName: true });
/** Rules of members that the body of a creation does not have. */
const RULES_OF_OTHERS = [
  "releaseIsOurs",
  ...appTypeRules.flatMap(({ name, path: [member] }) =>
    Object.hasOwn({ ...deploymentUpdatable, ...creatable.shape }, String(member)) ? [] : name,
  ),
];
export type DeploymentCreate = Omit<DeploymentUpdate, "name"> & Rest<z.input<typeof creatable>> & Place;
export const deploymentCreate = typed<DeploymentCreate>(
  z
    .strictObject({
      ...updateShape,
      ...toRestShape(creatable.shape),
      name: name40.meta({ description: "Lower-case letters, digits and hyphens; unique in its cluster" }),
      ...placeMembers,
    })
    .meta({
      component: "DeploymentCreate",
      examples: [
        {
          name: "shop",
          cluster_id: "01970000-0000-7000-8000-000000000001",
          app_type: "web_app",
          docker_image: "nginx:1.29",
          replicas: 2,
          container_port: 80,
        },
      ],
    }),
);

const publicPort = z
  .object({
    port: z.int(),
    public_port: z.int(),
    address: z.string().nullable().meta({ description: "Where the cluster's Gateway takes connections" }),
  })
  .meta({ component: "PublicPort" });
const documented = {
  id: uuid.meta({ description: "Record id" }),
  user_id: uuid.meta({ description: "Who created it" }),
  organization_id: uuid.nullable(),
  cluster_id: uuid,
  name: z.string(),
  app_type: z.enum(APP_TYPES),
  status: z.enum(DEPLOYMENT_PHASES),
  values_yaml: z.string().nullable().meta({ description: "Values file that is delivered" }),
  git_path: z.string().nullable().meta({ description: "Its path in the delivery repository" }),
  endpoint_url: z.string().nullable(),
  error_message: z.string().nullable().meta({ description: "What is wrong and what to do next" }),
  deployment_type: z.enum(DEPLOYMENT_TYPES).nullable(),
  helm_repo_url: z.string().nullable(),
  helm_chart_name: z.string().nullable(),
  is_adopted: z.boolean().meta({ description: "Was running before Berth took it over" }),
  source_namespace: z.string().nullable().meta({ description: "Namespace that it was adopted from" }),
  source_kind: z.string().nullable().meta({ description: "Kind of the workload that was adopted" }),
  source_name: z.string().nullable().meta({ description: "Name of the workload that was adopted" }),
  is_staged: z.boolean().meta({ description: "Was imported and waits for its first sync" }),
  created_at: timestamp,
  updated_at: timestamp,
  provider: z.string().nullable(),
  region: z.string().nullable(),
  cluster_status: z.enum(CLUSTER_PHASES).nullable(),
  cluster_error: z.string().nullable(),
  status_reason: z.string().nullable().meta({ description: "CamelCase reason of the status" }),
  conditions: z.array(conditionResponse),
  ready_replicas: z.int().nullable(),
  docker_image_running: z.string().nullable().meta({ description: "Image that the pods run" }),
  public_ports: z
    .array(publicPort)
    .meta({ description: "Ports that are public, of those that asked for it by public_port" }),
  sleeps_at: timestamp
    .nullable()
    .meta({ description: "When its sleep schedule stops it next; null while it has no pods" }),
  wakes_at: timestamp
    .nullable()
    .meta({ description: "When its sleep schedule starts it next; null while it has pods" }),
  image_updates_held: z.boolean().meta({ description: "Newer images wait since a rollback" }),
  promoted_from: uuid.nullable(),
  promoted_to: uuid.nullable(),
  preview_of: uuid.nullable().meta({ description: "Deployment that it is a preview of" }),
  expires_at: timestamp.nullable().meta({ description: "When a preview is deleted" }),
  observed_at: timestamp.nullable().meta({ description: "When the status was last observed" }),
  ...planMember,
};
export type DeploymentResponse = Omit<RestAnswer<z.infer<Updatable>>, "name"> & z.infer<z.ZodObject<typeof documented>>;
export const deploymentResponse = typed<DeploymentResponse>(
  z.object({ ...toAnswerShape(deploymentUpdatable), ...documented }).meta({ component: "DeploymentResponse" }),
);

const group = "deployments";
/** When custom_domain is refused. */
const DOMAIN_RULE =
  "A custom_domain that another deployment has is refused (409 domain_taken): one that has proven it by its TXT record, or one of the same organization that names it. Whether it is active is told by the condition DomainVerified.";

export const createDeployment = defineOperation({
  operationId: "createDeployment",
  method: "post",
  path: "/deployments",
  group,
  summary: "Create a deployment",
  description: `Delivery goes on in the background. ${DOMAIN_RULE}`,
  who: atLeast("member"),
  scope: "deployments:write",
  body: deploymentCreate,
  rules: rulesOf(deploymentSpec, deploymentRules, RULES_OF_OTHERS),
  dryRun: true,
  wait: true,
  waitsForReach: true,
  idempotent: true,
  success: {
    status: 201,
    schema: deploymentResponse,
    description: "The deployment, pending unless it was waited for; a dry run answers 200",
  },
  errors: [...CREATION_ERRORS, "backups_unavailable", "domain_taken"],
});
export const listDeployments = defineOperation({
  operationId: "listDeployments",
  method: "get",
  path: "/deployments",
  group,
  summary: "List deployments",
  description: LISTED,
  who: { kind: "user" },
  scope: "deployments:read",
  query: {
    ...listQuery,
    ...organizationFilter,
    ...namePrefix,
    cluster_id: uuid.optional().meta({ description: "Only deployments on this cluster" }),
    status: z.enum(DEPLOYMENT_PHASES).optional().meta({ description: "Only deployments in this status" }),
  },
  success: {
    status: 200,
    schema: listOf("deployments", deploymentResponse).meta({ component: "DeploymentListResponse" }),
    description: "Deployments, newest first",
  },
  errors: ["not_found"],
});
export const getDeployment = defineOperation({
  operationId: "getDeployment",
  method: "get",
  path: "/deployments/{deployment_id}",
  group,
  summary: "Read a deployment",
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: deploymentPath,
  concurrency: "read",
  success: { status: 200, schema: deploymentResponse, description: "The deployment" },
});
export const updateDeployment = defineOperation({
  operationId: "updateDeployment",
  method: "patch",
  path: "/deployments/{deployment_id}",
  group,
  summary: "Change a deployment",
  description: `Members that are sent replace those of the deployment as a whole, null unsets them, others stay. Delivery goes on in the background. ${DOMAIN_RULE}`,
  who: atLeast("member"),
  serviceToken: true,
  scope: "deployments:write",
  pathParameters: deploymentPath,
  body: deploymentUpdate,
  rules: rulesOf(deploymentSpec, deploymentRules, RULES_OF_WHOLE_SPEC),
  dryRun: true,
  wait: true,
  waitsForReach: true,
  concurrency: "write",
  success: { status: 200, schema: deploymentResponse, description: "The changed deployment" },
  errors: [
    "name_taken",
    "quota_exceeded",
    "conflict",
    "domain_taken",
    "backups_unavailable",
    "being_deleted",
    "kubernetes_unavailable",
    "outcome_unknown",
  ],
});
export const deleteDeployment = defineOperation({
  ...DELETION,
  operationId: "deleteDeployment",
  path: "/deployments/{deployment_id}",
  group,
  summary: "Delete a deployment",
  description: "Volumes are kept unless delete_volumes is true; its own secrets go unless keep_secrets is true.",
  who: atLeast("member"),
  scope: "deployments:write",
  pathParameters: deploymentPath,
  query: {
    delete_volumes: z.boolean().optional().meta({ description: "Deletes its volumes too" }),
    keep_secrets: z.boolean().optional().meta({ description: "Keeps the secrets that belong to it alone" }),
    ...forceMember,
    orphan: z.boolean().optional().meta({ description: "Leaves the workload running" }),
  },
});
export const getDeploymentValues = defineOperation({
  operationId: "getDeploymentValues",
  method: "get",
  path: "/deployments/{deployment_id}/values",
  group,
  summary: "Read the values file of a deployment",
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: deploymentPath,
  concurrency: "read",
  success: {
    status: 200,
    schema: z.string(),
    contentType: "text/yaml",
    description: "The values file as it is delivered",
  },
});
export const deploymentOperations = [
  createDeployment,
  listDeployments,
  getDeployment,
  updateDeployment,
  deleteDeployment,
  getDeploymentValues,
];
