import { z } from "zod";
import { name40 } from "../fields.ts";
import { deploymentUpdatable } from "../resources/deployment-spec.ts";
import { toRestShape } from "../rest-case.ts";
import { deploymentResponse, type DeploymentUpdate } from "./deployments.ts";
import { defineOperation } from "./operation.ts";
import { listOf, listQuery, uuid } from "./values.ts";

/** Whole days are enough to look at a change; whoever needs longer extends. */
const MOST_SECONDS = 30 * 86_400;
const LEAST_SECONDS = 60;
const ttl = z.int().min(LEAST_SECONDS).max(MOST_SECONDS);

export type DeploymentPreviewRequest = Readonly<{
  name: string;
  image: string;
  ttl: number;
  database?: "none" | null | undefined;
  environment_variables?: DeploymentUpdate["environment_variables"];
}>;
const { docker_image: image, environment_variables: variables } = toRestShape({
  dockerImage: deploymentUpdatable.dockerImage.unwrap(),
  environmentVariables: deploymentUpdatable.environmentVariables,
});
export const deploymentPreviewRequest = z
  .strictObject({
    name: name40.meta({ description: "DNS label, unique in its cluster" }),
    image: (image as z.ZodType).meta({ description: "Container image that is looked at" }),
    ttl: ttl.meta({ description: "Seconds until it is deleted" }),
    database: z.enum(["none"]).nullable().optional().meta({ description: "none: it gets no database of its own" }),
    environment_variables: (variables as z.ZodType).meta({
      description: "Variables that are other than the source's, by name",
    }),
  })
  .meta({
    component: "DeploymentPreviewRequest",
    examples: [{ name: "shop-pr-7", image: "nginx:1.30", ttl: 86_400 }],
  }) as unknown as z.ZodType<DeploymentPreviewRequest>;

const group = "deployments";
const member = { kind: "role", role: "member" } as const;
const scope = "deployments:write";
const pathParameters = { deployment_id: uuid.meta({ description: "Record id of the deployment" }) };

export const createDeploymentPreview = defineOperation({
  operationId: "createDeploymentPreview",
  method: "post",
  path: "/deployments/{deployment_id}/previews",
  group,
  summary: "Make a preview of a deployment",
  description:
    "Makes a deployment beside it, with its configuration, another image and an address of its own, for a time. It has one pod, and no autoscaling, own domain, image automation, sleep, backups or release command; its volumes begin empty. Secrets by name are those of the organization, the deployment's own are copied: whoever makes the image can read them. All of it goes at the end of its time, when it is deleted, or when the deployment goes.",
  who: member,
  scope,
  pathParameters,
  body: deploymentPreviewRequest,
  dryRun: true,
  wait: true,
  waitsForReach: true,
  idempotent: true,
  success: { status: 201, schema: deploymentResponse, description: "The preview; a dry run answers 200" },
  errors: ["name_taken", "conflict", "quota_exceeded", "being_deleted", "kubernetes_unavailable", "outcome_unknown"],
});
export const listDeploymentPreviews = defineOperation({
  operationId: "listDeploymentPreviews",
  method: "get",
  path: "/deployments/{deployment_id}/previews",
  group,
  summary: "List the previews of a deployment",
  who: { kind: "role", role: "viewer" },
  scope: "deployments:read",
  pathParameters,
  query: listQuery,
  success: {
    status: 200,
    schema: listOf("previews", deploymentResponse).meta({ component: "PreviewListResponse" }),
    description: "Previews, newest first",
  },
});
export const extendDeployment = defineOperation({
  operationId: "extendDeployment",
  method: "post",
  path: "/deployments/{deployment_id}/extend",
  group,
  summary: "Give a preview another time",
  description:
    "It ends so many seconds from now, be that later or earlier than it would have. 409 for what is no preview.",
  who: member,
  scope,
  pathParameters,
  body: z
    .strictObject({ ttl: ttl.meta({ description: "Seconds from now until it is deleted" }) })
    .meta({ component: "DeploymentExtendRequest", examples: [{ ttl: 86_400 }] }),
  dryRun: true,
  wait: true,
  waitsForReach: true,
  idempotent: true,
  success: { status: 200, schema: deploymentResponse, description: "The preview" },
  errors: ["conflict", "quota_exceeded", "being_deleted", "kubernetes_unavailable", "outcome_unknown"],
});
export const deploymentPreviewOperations = [createDeploymentPreview, listDeploymentPreviews, extendDeployment];
