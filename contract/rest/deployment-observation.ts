import { z } from "zod";
import { text } from "../fields.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { deploymentPath, timestamp, uuid } from "./values.ts";

const group = "deployments";
/** How far apart both ends of kept lines may lie. */
export const LOG_DAYS_MAX = 31;
const LOG_TIME_WORDS = "String should be a duration such as 90s, 15m, 2h or 1d, or a time such as 2026-01-31T12:00:00Z";
const logTime = z
  .string()
  .max(35)
  .regex(
    /^([1-9][0-9]{0,5}[smhd]?|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,18}(Z|[+-][0-9]{2}:[0-9]{2}))$/,
    LOG_TIME_WORDS,
  );

const kubernetesEventResponse = z
  .object({
    type: z.string().meta({ description: "Normal or Warning" }),
    source: z
      .enum(["cluster", "platform"])
      .meta({ description: "Who tells: the tenant cluster of its objects, or the platform of the deployment itself" }),
    reason: z.string(),
    message: z.string(),
    object_kind: z.string(),
    object_name: z.string(),
    count: z.int().meta({ description: "How often it happened" }),
    first_seen_at: timestamp.nullable(),
    last_seen_at: timestamp.nullable(),
  })
  .meta({ component: "KubernetesEventResponse" });
export type KubernetesEventResponse = z.infer<typeof kubernetesEventResponse>;

export const listDeploymentEvents = defineOperation({
  operationId: "listDeploymentEvents",
  method: "get",
  path: "/deployments/{deployment_id}/events",
  group,
  summary: "List what the platform and Kubernetes say of a deployment",
  description:
    "What the platform tells of it (source platform): faults such as WorkloadRefused of an import, Drifted or GitUnavailable, and coming to rest; and the events of its pods and other objects on the tenant cluster (source cluster). Both are kept for about an hour; what is still so stands in the deployment's conditions.",
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: deploymentPath,
  query: { limit: z.int().min(1).max(500).optional().meta({ description: "Most events; 100 when unset" }) },
  success: {
    status: 200,
    schema: z.object({ events: z.array(kubernetesEventResponse) }).meta({ component: "KubernetesEventListResponse" }),
    description: "Events, newest first",
  },
  errors: ["cluster_unreachable", "kubernetes_unavailable"],
});

export const streamDeploymentLogs = defineOperation({
  operationId: "streamDeploymentLogs",
  method: "get",
  path: "/deployments/{deployment_id}/logs",
  group,
  summary: "Read or follow the logs of a deployment's pods",
  description:
    "Each line begins with its pod and container. With follow=true the stream goes on, also over restarts and new pods, until you leave, your access ends or the deployment is gone; an empty line each 15 s says that it lives. With Accept: text/event-stream each line is an event (`line`) with pod, container, at and text as JSON, and the end says why. At most 20 pods; lines are cut at 16,384 characters. A reader that is too slow slows the source down; nothing is dropped. With history=true, until or q the lines come from the platform's log store, also those of pods that are gone: the newest, oldest first, and nothing is followed.",
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: deploymentPath,
  query: {
    follow: z.boolean().optional().meta({ description: "Goes on with what is logged from now on" }),
    container: text(63, 1).optional().meta({ description: "Only this container" }),
    pod: text(253, 1).optional().meta({ description: "Only this pod" }),
    run: uuid.optional().meta({
      description: "The log of this run instead; followed it ends with the run",
    }),
    since: logTime.optional().meta({
      description:
        "Only what is younger: 90s, 15m, 2h, 1d; seconds without a unit; or a time such as 2026-01-31T12:00:00Z. Of kept lines a day before until when unset",
    }),
    until: logTime.optional().meta({
      description: `Only what is older, in the same way; at most ${LOG_DAYS_MAX} days after since. Reads kept lines`,
    }),
    q: text(256, 1).optional().meta({
      description: "Only lines with this text somewhere in them, in small or large letters. Reads kept lines",
    }),
    history: z.boolean().optional().meta({
      description: "Reads kept lines, also those of pods that are gone",
    }),
    tail: z.int().min(0).max(10_000).optional().meta({
      description:
        "Most lines of each container to begin with; 200 when since is unset too. Of kept lines the most in all, 200 when unset",
    }),
    timestamps: z.boolean().optional().meta({ description: "Begins each line with its time" }),
  },
  success: {
    status: 200,
    schema: z.string(),
    contentType: "text/plain",
    alternativeType: "text/event-stream",
    description: "Lines, as they come",
  },
  errors: ["cluster_unreachable", "kubernetes_unavailable", "rate_limited", "logs_not_kept", "log_store_unavailable"],
});
export const deploymentObservationOperations = [listDeploymentEvents, streamDeploymentLogs];
