import { z } from "zod";
import { DEPLOYMENT_PHASES } from "../resources/deployment-spec.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { deploymentPath, timestamp, uuid } from "./values.ts";

export const CHAIN_STEPS = ["accepted", "rendered", "committed", "synced", "healthy"] as const;
export const STEP_STATES = ["done", "running", "failed", "waiting", "unknown"] as const;

const step = z
  .object({
    step: z.enum(CHAIN_STEPS),
    state: z.enum(STEP_STATES).meta({
      description: "waiting: its turn has not come; unknown: not observed for five minutes",
    }),
    since: timestamp.nullable().meta({ description: "Since when it is in this state, as far as is known" }),
    reason: z.string().nullable().meta({ description: "CamelCase word that programs can match" }),
    message: z.string().nullable().meta({ description: "What is wrong and what to do next" }),
    next_retry_at: timestamp.nullable().meta({
      description: "When it is tried again by itself; null when it is not, or nothing is wrong",
    }),
  })
  .meta({ component: "DeploymentStatusStep" });

const reach = z
  .object({
    url: z.string(),
    state: z.enum(["yes", "no", "unknown"]),
    generation: z.int().nullable().meta({ description: "Of which change it was last asked" }),
    since: timestamp.nullable().meta({ description: "Since when it is so" }),
    reason: z.string().meta({
      description:
        "Answered, or the first link that fails: NameUnknown, AddressRefused, AddressSilent, TlsInvalid, RouteMissing, ApplicationFails; or why nothing is known",
    }),
    message: z.string().nullable().meta({ description: "What was answered, or what is wrong and what to do next" }),
  })
  .meta({ component: "DeploymentReach" });

const deploymentStatusResponse = z
  .object({
    id: uuid,
    status: z.enum(DEPLOYMENT_PHASES),
    generation: z.int().meta({ description: "Newest generation of the custom resource: the change that is told of" }),
    request_id: z.string().nullable().meta({ description: "Request that made it, once the operator has seen it" }),
    content_hash: z.string().nullable().meta({ description: "Hash of the rendered files" }),
    commit: z.string().nullable().meta({ description: "Commit that carries them" }),
    git_path: z.string().nullable(),
    synced_revision: z
      .string()
      .nullable()
      .meta({ description: "Revision that the GitOps controller reports as synced" }),
    steps: z.array(step).meta({ description: "accepted, rendered, committed, synced, healthy" }),
    reachable: reach.nullable().meta({ description: "Whether its public address answers; null without one" }),
    observed_at: timestamp.nullable().meta({ description: "When this was last observed" }),
  })
  .meta({ component: "DeploymentStatusResponse" });
export type DeploymentStatusResponse = z.infer<typeof deploymentStatusResponse>;

export const getDeploymentStatus = defineOperation({
  operationId: "getDeploymentStatus",
  method: "get",
  path: "/deployments/{deployment_id}/status",
  group: "deployments",
  summary: "Follow the newest change of a deployment",
  description:
    "Tells how far the newest change has come: accepted, rendered, committed, synced, healthy. Whether its public address answers is told beside, in reachable. Only what was observed counts; what nobody has observed for five minutes is unknown.",
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: deploymentPath,
  success: { status: 200, schema: deploymentStatusResponse, description: "The status chain" },
});
export const deploymentStatusOperations = [getDeploymentStatus];
