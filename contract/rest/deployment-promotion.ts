import { z } from "zod";
import { name40 } from "../fields.ts";
import { deploymentRules } from "../resources/deployment-rules.ts";
import { deploymentSpec } from "../resources/deployment-spec.ts";
import { deploymentUpdate, RULES_OF_WHOLE_SPEC, type DeploymentUpdate } from "./deployments.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { rulesOf } from "./rules.ts";
import { planMember, uuid } from "./values.ts";

export type DeploymentPromotionRequest = Readonly<{
  target_cluster_id: string;
  new_name?: string | null | undefined;
  delete_source?: boolean | null | undefined;
  overrides?: DeploymentUpdate | null | undefined;
}>;
const deploymentPromotionRequest: z.ZodType<DeploymentPromotionRequest> = z
  .strictObject({
    target_cluster_id: uuid.meta({ description: "Cluster that it goes to, of the same organization" }),
    new_name: name40.nullable().optional().meta({ description: "Name there; overrides.name, else the source's" }),
    delete_source: z.boolean().nullable().optional().meta({ description: "Deletes the source once the new one runs" }),
    overrides: deploymentUpdate.nullable().optional().meta({ description: "Members that differ from the source's" }),
  })
  .meta({
    component: "DeploymentPromotionRequest",
    examples: [{ target_cluster_id: "01970000-0000-7000-8000-000000000001", overrides: { replicas: 3 } }],
  });

const deploymentPromotionResponse = z
  .object({
    source_deployment_id: uuid,
    new_deployment_id: uuid.meta({ description: "The new deployment, in status promoting; the nil UUID on a dry run" }),
    target_cluster_id: uuid,
    source_deleted: z
      .boolean()
      .meta({ description: "Whether the source will be deleted, which it is once the new one runs" }),
    message: z.string().meta({ description: "What happens next" }),
    ...planMember,
  })
  .meta({ component: "DeploymentPromotionResponse" });
export type DeploymentPromotionResponse = z.infer<typeof deploymentPromotionResponse>;

/** Overrides obey what a change obeys; a breach is told where it stands. */
const overrideRules = rulesOf(deploymentSpec, deploymentRules, RULES_OF_WHOLE_SPEC).map((rule) => ({
  ...rule,
  path: ["overrides", ...rule.path],
  check: (body: unknown): boolean => rule.check((body as DeploymentPromotionRequest).overrides ?? {}),
}));

export const promoteDeployment = defineOperation({
  operationId: "promoteDeployment",
  method: "post",
  path: "/deployments/{deployment_id}/promote",
  group: "deployments",
  summary: "Promote a deployment to another cluster",
  description:
    "Makes a deployment on another cluster of the same organization with the configuration of this one and your overrides. No data moves: its volumes begin empty. custom_domain stays with the source unless the overrides name it: then the new one gets it once the source lets it go, by its deletion or by a change; one that a third deployment has is refused (409 domain_taken). Secrets of its own are copied in the secret store. The source is untouched, whatever becomes of the promotion, and is deleted only when asked, once the new one runs.",
  who: atLeast("member"),
  scope: "deployments:write",
  pathParameters: { deployment_id: uuid.meta({ description: "Record id of the source" }) },
  body: deploymentPromotionRequest,
  rules: overrideRules,
  dryRun: true,
  wait: true,
  idempotent: true,
  success: {
    status: 201,
    schema: deploymentPromotionResponse,
    description: "The promotion has begun; a dry run answers 200",
  },
  errors: [
    "name_taken",
    "domain_taken",
    "conflict",
    "quota_exceeded",
    "backups_unavailable",
    "being_deleted",
    "kubernetes_unavailable",
    "outcome_unknown",
  ],
});
export const deploymentPromotionOperations = [promoteDeployment];
