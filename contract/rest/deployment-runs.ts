import { z } from "zod";
import { command } from "../fields.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { deploymentPath, listOf, listQuery, timestamp, uuid } from "./values.ts";

/*
 * Runs: one-off pods with a deployment's image, environment and secrets (docs/adr/0077).
 */
export const RUN_STATUSES = ["pending", "running", "succeeded", "failed", "cancelled"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Why a run began: somebody asked for it, a release came, or its time did. */
export const RUN_TRIGGERS = ["request", "release", "schedule"] as const;

/** How long a run may take, and how long it is shown afterwards, where nobody says otherwise. */
export const RUN_TIMEOUT_SECONDS = 3_600;
export const RUN_KEEP_SECONDS = 86_400;
/** Runs of a deployment that have not ended yet. */
export const RUNS_PER_DEPLOYMENT = 10;

const runCreateRequest = z
  .strictObject({
    command: command.min(1).nullable().optional().meta({
      description: "Replaces the image's entry point, and the deployment's command and arguments",
    }),
    args: command.nullable().optional().meta({
      description: "Arguments; alone they replace the deployment's, and its command stays",
    }),
    timeout_seconds: z
      .int()
      .min(1)
      .max(86_400)
      .nullable()
      .optional()
      .meta({
        description: `It is ended and failed after this time; ${RUN_TIMEOUT_SECONDS} when unset, of a job its run_timeout_seconds`,
      }),
    keep_seconds: z
      .int()
      .min(0)
      .max(604_800)
      .nullable()
      .optional()
      .meta({
        description: `How long after its end it is shown, with its pod and log; ${RUN_KEEP_SECONDS} when unset`,
      }),
  })
  .meta({ component: "RunCreateRequest", examples: [{ command: ["./manage.py", "migrate"], timeout_seconds: 600 }] });

const runResponse = z
  .object({
    id: uuid.meta({ description: "Id of the run" }),
    deployment_id: uuid,
    organization_id: uuid,
    user_id: uuid.nullable().meta({ description: "Who started it; null where it was not started by REST" }),
    trigger: z.enum(RUN_TRIGGERS).meta({ description: "Why it began: asked for, a release command, or a schedule" }),
    status: z.enum(RUN_STATUSES),
    status_reason: z.string().nullable().meta({
      description: "CamelCase reason of the status: DeadlineExceeded, OOMKilled, ImagePullBackOff, Unschedulable …",
    }),
    exit_code: z.int().nullable().meta({
      description:
        "Of its command, of several tries the last; null until the run has ended, and where that was never seen",
    }),
    image: z.string().nullable(),
    command: z.array(z.string()).nullable().meta({ description: "Null: the image's entry point" }),
    args: z.array(z.string()).nullable().meta({ description: "Null: the image's own" }),
    pod: z.string().nullable().meta({ description: "Its pod, while that is there" }),
    timeout_seconds: z.int().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable().meta({ description: "When its command began, of several tries the first" }),
    finished_at: timestamp.nullable(),
    duration_seconds: z.int().nullable().meta({ description: "From its begin to its end, or to now" }),
    expires_at: timestamp.nullable().meta({ description: "When it is shown no more" }),
  })
  .meta({ component: "RunResponse" });
export type RunResponse = z.infer<typeof runResponse>;

const group = "deployments";
const runPath = { ...deploymentPath, run_id: uuid.meta({ description: "Id of the run" }) };

export const createDeploymentRun = defineOperation({
  operationId: "createDeploymentRun",
  method: "post",
  path: "/deployments/{deployment_id}/runs",
  group,
  summary: "Run a command once, in a pod of its own",
  description: `Starts a Job on the deployment's cluster with the image, environment, secrets and resources of its pods as they are wanted there now, also while it is stopped; without its volumes, ports and probes, and reached by no address of it. It is tried once, of a job as its retries say. At most ${RUNS_PER_DEPLOYMENT} of a deployment may be under way. Its right is that of a shell: exec:write, and the organization can switch it off. A Helm chart's pods are its own: 409. Its log: GET …/logs?run=.`,
  who: atLeast("member"),
  notWhileImpersonating: true,
  scope: "exec:write",
  pathParameters: deploymentPath,
  body: runCreateRequest,
  idempotent: true,
  success: { status: 201, schema: runResponse, description: "The run, pending" },
  errors: [
    "exec_switched_off",
    "conflict",
    "being_deleted",
    "cluster_unreachable",
    "kubernetes_unavailable",
    "outcome_unknown",
  ],
});
export const listDeploymentRuns = defineOperation({
  operationId: "listDeploymentRuns",
  method: "get",
  path: "/deployments/{deployment_id}/runs",
  group,
  summary: "List the runs of a deployment",
  description:
    "Those that were asked for, release commands, and those of a schedule. Of what was asked for is shown until its expires_at what has ended; of a schedule as many as history_limit says, of release commands the newest.",
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: deploymentPath,
  query: { ...listQuery, status: z.enum(RUN_STATUSES).optional().meta({ description: "Only runs in this status" }) },
  success: {
    status: 200,
    schema: listOf("runs", runResponse).meta({ component: "RunListResponse" }),
    description: "Runs, newest first",
  },
  errors: ["cluster_unreachable", "kubernetes_unavailable"],
});
export const getDeploymentRun = defineOperation({
  operationId: "getDeploymentRun",
  method: "get",
  path: "/deployments/{deployment_id}/runs/{run_id}",
  group,
  summary: "Read a run",
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: runPath,
  concurrency: "read",
  success: { status: 200, schema: runResponse, description: "The run as its cluster shows it now" },
  errors: ["cluster_unreachable", "kubernetes_unavailable"],
});
export const cancelDeploymentRun = defineOperation({
  operationId: "cancelDeploymentRun",
  method: "post",
  path: "/deployments/{deployment_id}/runs/{run_id}/cancel",
  group,
  summary: "End a run",
  description:
    "Its pod is told to end and gets the deployment's grace to do so. The answer shows it as it is at once; it is cancelled when its cluster has ended it, and what has ended meanwhile stays as it ended.",
  who: atLeast("member"),
  notWhileImpersonating: true,
  scope: "exec:write",
  pathParameters: runPath,
  idempotent: true,
  success: { status: 200, schema: runResponse, description: "The run" },
  errors: ["exec_switched_off", "cluster_unreachable", "kubernetes_unavailable", "outcome_unknown"],
});
export const deploymentRunOperations = [createDeploymentRun, listDeploymentRuns, getDeploymentRun, cancelDeploymentRun];
