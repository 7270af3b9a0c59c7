import { z } from "zod";
import { deploymentResponse } from "./deployments.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { deploymentPath, listOf, listQuery, segment, timestamp } from "./values.ts";

const group = "deployments";
const number = z.int().min(1).max(2_147_483_647);

const revisionMembers = {
  revision: z.int().meta({ description: "Number of the revision; the first is 1" }),
  commit: z.string().meta({ description: "Commit of the delivery repository that was observed to hold it" }),
  generation: z.int().meta({ description: "Generation of the custom resource" }),
  author: z.string().nullable().meta({ description: "Id of the user; null for changes made with kubectl" }),
  request_id: z.string().nullable().meta({ description: "Request that made it" }),
  message: z.string(),
  created_at: timestamp.meta({ description: "When it was committed" }),
};
const revisionResponse = z.object(revisionMembers).meta({ component: "RevisionResponse" });
export type RevisionResponse = z.infer<typeof revisionResponse>;

const revisionDetailResponse = z
  .object({
    ...revisionMembers,
    values_yaml: z.string().nullable().meta({ description: "Values file; null when it cannot be rendered any more" }),
    compared_to: z.int().nullable().meta({ description: "Revision that it is compared with; null for the oldest one" }),
    values_diff: z.string().meta({ description: "Unified diff of the values file, from compared_to to this one" }),
  })
  .meta({ component: "RevisionDetailResponse" });
export type RevisionDetailResponse = z.infer<typeof revisionDetailResponse>;

export const listDeploymentRevisions = defineOperation({
  operationId: "listDeploymentRevisions",
  method: "get",
  path: "/deployments/{deployment_id}/revisions",
  group,
  summary: "List the revisions of a deployment",
  description: "Each change that was committed is a revision; the newest 100 are kept.",
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: deploymentPath,
  query: listQuery,
  success: {
    status: 200,
    schema: listOf("revisions", revisionResponse).meta({ component: "RevisionListResponse" }),
    description: "Revisions, newest first",
  },
});
export const getDeploymentRevision = defineOperation({
  operationId: "getDeploymentRevision",
  method: "get",
  path: "/deployments/{deployment_id}/revisions/{revision}",
  group,
  summary: "Read a revision, and what it changed",
  description: "Compares with the revision before, or with the one that compare_to names.",
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: { ...deploymentPath, revision: segment.meta({ description: "Number of the revision" }) },
  query: { compare_to: number.optional().meta({ description: "Revision to compare with; the one before when unset" }) },
  concurrency: "read",
  success: { status: 200, schema: revisionDetailResponse, description: "The revision" },
});

const rollbackRequest = z
  .strictObject({ revision: number.meta({ description: "Revision whose configuration comes back" }) })
  .meta({ component: "RollbackRequest", examples: [{ revision: 3 }] });

export const rollbackDeployment = defineOperation({
  operationId: "rollbackDeployment",
  method: "post",
  path: "/deployments/{deployment_id}/rollback",
  group,
  summary: "Return to an earlier revision",
  description:
    "Makes a new revision with the configuration of an earlier one. Its name stays, whether it is stopped, and its sleep schedule; volumes that have grown keep their size. Image automation waits (image_updates_held) until docker_image or an image_update_* member is sent in a change. A custom_domain that another deployment has by now is refused (409 domain_taken).",
  who: atLeast("member"),
  scope: "deployments:write",
  pathParameters: deploymentPath,
  body: rollbackRequest,
  dryRun: true,
  wait: true,
  waitsForReach: true,
  idempotent: true,
  success: {
    status: 200,
    schema: deploymentResponse,
    description: "The deployment with the earlier configuration",
  },
  errors: [
    "conflict",
    "quota_exceeded",
    "domain_taken",
    "backups_unavailable",
    "being_deleted",
    "kubernetes_unavailable",
    "outcome_unknown",
  ],
});
export const deploymentRevisionOperations = [listDeploymentRevisions, getDeploymentRevision, rollbackDeployment];
