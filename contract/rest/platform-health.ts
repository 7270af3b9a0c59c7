import { z } from "zod";
import { defineOperation } from "./operation.ts";
import { timestamp } from "./values.ts";

const count = z.int().min(0);
const seconds = z.number().min(0);

/** How much work one queue of the operator has. */
const queueWork = z.object({
  name: z.string().meta({ description: "Kind whose objects it has; Platform for what belongs to none" }),
  waiting: count.meta({ description: "Objects that wait for their turn" }),
  working: count.meta({ description: "Objects that are being worked on" }),
  oldest_seconds: seconds.meta({ description: "How long the oldest of those that wait has been waiting" }),
});

/** One moment of the last minutes. */
const workMoment = z
  .object({
    at: timestamp,
    waiting: count.meta({ description: "Objects that waited for their turn, of all queues" }),
    commits_waiting: count.meta({ description: "Objects whose content waited for a commit" }),
    lag_seconds: seconds.meta({ description: "Greatest delay of the projection since the moment before" }),
  })
  .meta({ component: "WorkMoment" });

/** What the operator that leads writes down of its work, and the gateway shows; its shape is that of the answer. */
export const operatorWork = z.object({
  queues: z.array(queueWork),
  commits: z
    .object({
      waiting: count.meta({ description: "Objects whose newest content is not on the delivery branch yet" }),
      branch_read: z.boolean().meta({
        description:
          "Whether the operator has read the delivery branch since it began to lead; before, it commits nothing",
      }),
      committed_at: timestamp
        .nullable()
        .meta({ description: "When the newest commit of the delivery branch was made" }),
    })
    .meta({ component: "CommitWork" }),
  projection: z
    .object({
      waiting: count.meta({ description: "Objects whose newest version REST does not show yet" }),
      lag_seconds: seconds.meta({ description: "How long the oldest of them has been waiting" }),
    })
    .meta({ component: "ProjectionWork" }),
  recent: z.array(workMoment).meta({ description: "Moments of the last ten minutes, oldest first" }),
});
export type OperatorWork = z.infer<typeof operatorWork>;

const { commits, projection, recent } = operatorWork.shape;
const platformHealth = z
  .object({
    state: z.enum(["current", "stale", "unknown"]).meta({
      description:
        "current: as it is now; stale: as it was at observed_at, for the operator has told nothing for a minute; unknown: it has never told",
    }),
    message: z.string().nullable().meta({ description: "What is wrong, and what to do; null while current" }),
    observed_at: timestamp.nullable().meta({ description: "When the operator told the figures" }),
    queues: z
      .array(
        queueWork
          .extend({
            observed_at: timestamp
              .nullable()
              .meta({ description: "Up to when all that changed was looked at; null where nobody says so" }),
          })
          .meta({ component: "QueueWork" }),
      )
      .meta({ description: "Queues of the operator; none while unknown" }),
    commits: commits.nullable(),
    projection: projection.nullable(),
    recent,
  })
  .meta({ component: "PlatformHealthResponse" });
export type PlatformHealth = z.infer<typeof platformHealth>;

export const getPlatformHealth = defineOperation({
  operationId: "getPlatformHealth",
  method: "get",
  path: "/admin/health",
  group: "admin",
  summary: "Tell how the operator is doing",
  description:
    "What waits in its queues, for a commit and for the projection that REST shows. The operator that leads writes it down every ten seconds; figures that are older than a minute are stale, with the moment at which they were true. Whether what this gateway needs is there tells GET /readyz.",
  who: { kind: "platformAdmin" },
  scope: "organizations:read",
  success: { status: 200, schema: platformHealth, description: "The figures, and how old they are" },
});
export const platformHealthOperations = [getPlatformHealth];
