import { z } from "zod";
import { RESOURCE_KINDS, type ResourceKind } from "../resources/all.ts";
import { clusterResponse } from "./clusters.ts";
import { databaseBackupResponse } from "./database-backups.ts";
import { databaseResponse } from "./databases.ts";
import { deploymentResponse } from "./deployments.ts";
import { defineOperation } from "./operation.ts";
import { upgradeRequestResponse } from "./upgrades.ts";
import { eventCursor, timestamp, uuid } from "./values.ts";

/** Lists the kinds of records beside resources whose changes are told; `resource` is null for them. */
const RECORD_KINDS = ["Member", "Invitation", "ApiKey", "Webhook", "Secret", "RegistryCredential"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Lists the kinds whose changes are told: of resources all. */
export const EVENT_KINDS: readonly EventKind[] = [...RESOURCE_KINDS, ...RECORD_KINDS];
export type EventKind = ResourceKind | RecordKind;
const eventKind = z.enum(EVENT_KINDS);

const changeEvent = z
  .object({
    kind: eventKind,
    id: uuid.meta({ description: "Record id of the resource; of a Member that of the user" }),
    organization_id: uuid.meta({ description: "Organization; of an ApiKey your personal one" }),
    type: z.enum(["created", "updated", "deleted"]),
    at: timestamp.meta({ description: "When the platform saw the change" }),
    resource: z
      .union([clusterResponse, deploymentResponse, databaseResponse, databaseBackupResponse, upgradeRequestResponse])
      .nullable()
      .meta({
        description:
          "The resource as a read shows it now; null when it is gone, has no route of its own, or is a Member, Invitation, ApiKey, Webhook, Secret or RegistryCredential: read those anew",
      }),
  })
  .meta({ component: "ChangeEvent" });

const group = "events";

export const streamEvents = defineOperation({
  operationId: "streamEvents",
  method: "get",
  path: "/events",
  group,
  summary: "Follow changes of your resources",
  description: [
    "Server-sent events without an end: `event: change` with a ChangeEvent as its data for each change that you may read,",
    "`event: resync` when changes were lost to you (more than 24 hours or 10,000 changes ago): list your resources anew and",
    "go on with its id. `event: current` comes once, when all that was before the stream was opened has been told. The id of",
    "an event resumes on any gateway: send it as Last-Event-ID, or as cursor where a client cannot. A comment and the newest id come every 15 seconds without an event. A stream ends when its credential does;",
    "a client that does not read is cut off and may resume. A key with scopes sees the kinds that it may read. Of",
    "members, invitations, webhooks, secrets and registry credentials those are told who may list them; of API keys their owner,",
    "whatever organization_id says. Of a secret whose write was never answered it is told, too: read the list anew.",
  ].join("\n"),
  who: { kind: "user" },
  stream: true,
  query: {
    kind: eventKind.optional().meta({ description: "Kind; all when unset" }),
    id: uuid.optional().meta({ description: "Record id of one resource" }),
    organization_id: uuid.optional().meta({ description: "Organization; all of yours when unset" }),
    cursor: eventCursor.optional().meta({ description: "As Last-Event-ID, which wins" }),
  },
  success: {
    status: 200,
    schema: changeEvent,
    contentType: "text/event-stream",
    description: "The stream; the schema is that of an event's data",
  },
  errors: ["not_found"],
});
export const eventOperations = [streamEvents];
