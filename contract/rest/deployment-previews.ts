import { z } from "zod";
import { environmentName, name40 } from "../fields.ts";
import { deploymentUpdatable } from "../resources/deployment-spec.ts";
import { toRestShape } from "../rest-case.ts";
import { deploymentResponse, type DeploymentUpdate } from "./deployments.ts";
import { atLeast, defineOperation } from "./operation.ts";
import type { OperationRule } from "./rules.ts";
import { deploymentPath, listOf, listQuery, uuid } from "./values.ts";

/** Whole days are enough to look at a change; whoever needs longer extends. */
const MOST_SECONDS = 30 * 86_400;
const LEAST_SECONDS = 60;
const ttl = z.int().min(LEAST_SECONDS).max(MOST_SECONDS);

const PREVIEW_DATABASES = ["none", "empty", "copy"] as const;

export type DeploymentPreviewRequest = Readonly<{
  name: string;
  image: string;
  ttl: number;
  database?: (typeof PREVIEW_DATABASES)[number] | null | undefined;
  database_id?: string | null | undefined;
  database_variable?: string | null | undefined;
  environment_variables?: DeploymentUpdate["environment_variables"];
}>;
const { docker_image: image, environment_variables: variables } = toRestShape({
  dockerImage: deploymentUpdatable.dockerImage.unwrap(),
  environmentVariables: deploymentUpdatable.environmentVariables,
});
const deploymentPreviewRequest: z.ZodType<DeploymentPreviewRequest> = z
  .strictObject({
    name: name40.meta({ description: "Lower-case letters, digits and hyphens; unique in its cluster" }),
    image: (image as z.ZodType<string>).meta({ description: "Container image that is looked at" }),
    ttl: ttl.meta({ description: "Seconds until it is deleted" }),
    database: z.enum(PREVIEW_DATABASES).nullable().optional().meta({
      description:
        "none (when unset): it gets no database of its own; empty: one like database_id without its data; copy: one with the data of its newest completed backup",
    }),
    database_id: uuid
      .nullable()
      .optional()
      .meta({ description: "Database that its own is made after; for empty and copy" }),
    database_variable: environmentName
      .nullable()
      .optional()
      .meta({ description: "Variable that gets the URL of its own database; DATABASE_URL when unset" }),
    environment_variables: (variables as z.ZodType<DeploymentUpdate["environment_variables"]>).meta({
      description: "Variables that are other than the source's, by name",
    }),
  })
  .meta({
    component: "DeploymentPreviewRequest",
    examples: [{ name: "shop-pr-7", image: "nginx:1.30", ttl: 86_400 }],
  });

const group = "deployments";
const scope = "deployments:write";

/** Of a database that is none nothing is said: who names one wanted something of it. */
const databaseIsNamed: OperationRule = {
  name: "previewNamesItsDatabase",
  message: "database empty and copy need database_id, and none takes neither database_id nor database_variable",
  path: ["database"],
  check: (body) => {
    const { database, database_id: id, database_variable: variable } = body as DeploymentPreviewRequest;
    if ((database ?? "none") !== "none") return typeof id === "string";
    return (id ?? variable ?? undefined) === undefined;
  },
};

export const createDeploymentPreview = defineOperation({
  operationId: "createDeploymentPreview",
  method: "post",
  path: "/deployments/{deployment_id}/previews",
  group,
  summary: "Make a preview of a deployment",
  description:
    "Makes a deployment beside it, with its configuration, another image and an address of its own, for a time. It has one pod, and no autoscaling, own domain, image automation, sleep, backups or release command; its volumes begin empty. Secrets by name are those of the organization, the deployment's own are copied: whoever makes the image can read them. All of it goes at the end of its time, when it is deleted, or when the deployment goes. With database empty or copy a database of its own is made first, of one server and without backups, and its URL put into a variable; that needs the scope databases:write as well, and goes with the preview. 409 where there is no completed backup to copy.",
  who: atLeast("member"),
  scope,
  pathParameters: deploymentPath,
  body: deploymentPreviewRequest,
  rules: [databaseIsNamed],
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
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: deploymentPath,
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
  who: atLeast("member"),
  scope,
  pathParameters: deploymentPath,
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
