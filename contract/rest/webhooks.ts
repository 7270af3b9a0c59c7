import { z } from "zod";
import { text } from "../fields.ts";
import { RESOURCE_KINDS } from "../resources/all.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { listOf, listQuery, slug, timestamp, uuid } from "./values.ts";

const url = z
  .string()
  .min(8)
  .max(2048)
  .regex(new RegExp("^https?://[!-?A-~]+$"))
  .meta({ description: "Where deliveries are posted; https, unless the platform's operator allows private addresses" });
const description = text(500).nullable().optional().meta({ description: "What it is for" });
/** Of alerts webhooks alone are told; their beginning and end are no changes of a resource. */
const deliveredKind = z.enum([...RESOURCE_KINDS, "Alert"]);
const kinds = z.array(deliveredKind).min(1).max(16).nullable().optional().meta({
  description:
    "Kinds of resources whose changes are delivered, and Alert: beginnings and ends of alerts; all when null",
});
const enabled = z.boolean().nullable().optional().meta({ description: "Whether changes are delivered" });

const webhookCreate = z
  .strictObject({ url, description, kinds, enabled })
  .meta({ component: "WebhookCreate", examples: [{ url: "https://ci.example.org/berth", kinds: ["Deployment"] }] });
const webhookUpdate = z
  .strictObject({ url: url.nullable().optional(), description, kinds, enabled })
  .meta({ component: "WebhookUpdate", examples: [{ enabled: true }] });

const members = {
  id: uuid.meta({ description: "Record id" }),
  organization_id: uuid,
  url: z.string(),
  description: z.string().nullable(),
  kinds: z.array(deliveredKind).nullable().meta({ description: "null = all" }),
  enabled: z.boolean(),
  disabled_reason: z.string().nullable().meta({ description: "Why the platform switched it off" }),
  failing_since: timestamp.nullable().meta({ description: "First failure since the last delivery that succeeded" }),
  created_at: timestamp,
  updated_at: timestamp,
};
const webhookResponse = z.object(members).meta({ component: "WebhookResponse" });
const webhookSecretResponse = z
  .object({
    ...members,
    secret: z.string().meta({ description: "Key of the signatures; only in this answer", secret: true }),
  })
  .meta({ component: "WebhookSecretResponse" });

const webhookDelivery = z
  .object({
    id: uuid.meta({ description: "Record id; the header Berth-Delivery and the body's delivery_id" }),
    webhook_id: uuid,
    kind: deliveredKind.nullable().meta({ description: "null for a test" }),
    resource_id: uuid.nullable().meta({ description: "Of the resource, or the alert" }),
    type: z
      .enum(["created", "updated", "deleted", "started", "ended", "test"])
      .meta({ description: "started and ended: of an alert" }),
    status: z.enum(["pending", "delivered", "failed"]),
    attempts: z.int().min(0),
    response_status: z.int().nullable().meta({ description: "What the last attempt was answered" }),
    error: z.string().nullable().meta({ description: "Why the last attempt failed" }),
    duration_ms: z.int().nullable().meta({ description: "How long the last attempt took" }),
    next_attempt_at: timestamp.nullable().meta({ description: "null once it is over" }),
    last_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ component: "WebhookDelivery" });

const group = "webhooks";
const who = atLeast("admin");
const organization = { slug: slug.meta({ description: "Slug of the organization" }) };
const one = { ...organization, webhook_id: uuid.meta({ description: "Record id of the webhook" }) };
const DELIVERIES = [
  "Each change of a resource is posted as JSON (a ChangeEvent with delivery_id), and so are the beginning and the end of each alert",
  "(kind Alert, type started or ended, resource: an AlertResponse), signed in Berth-Signature:",
  "`t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>`. Any 2xx within 10 seconds takes it; redirects are not followed.",
  "What fails is repeated with growing pauses for 24 hours, with the same Berth-Delivery; a delivery may come twice.",
  "A webhook that only failed for three days is switched off.",
].join("\n");

export const createWebhook = defineOperation({
  operationId: "createWebhook",
  method: "post",
  path: "/organizations/{slug}/webhooks",
  group,
  summary: "Create a webhook",
  description: DELIVERIES,
  who,
  notWhileImpersonating: true,
  scope: "webhooks:write",
  pathParameters: organization,
  body: webhookCreate,
  idempotent: true,
  success: { status: 201, schema: webhookSecretResponse, description: "The webhook and its secret" },
  errors: ["quota_exceeded", "secret_already_returned"],
});
export const listWebhooks = defineOperation({
  operationId: "listWebhooks",
  method: "get",
  path: "/organizations/{slug}/webhooks",
  group,
  summary: "List webhooks",
  who,
  scope: "webhooks:read",
  pathParameters: organization,
  query: listQuery,
  success: {
    status: 200,
    schema: listOf("webhooks", webhookResponse).meta({ component: "WebhookListResponse" }),
    description: "The organization's webhooks, newest first",
  },
});
export const getWebhook = defineOperation({
  operationId: "getWebhook",
  method: "get",
  path: "/organizations/{slug}/webhooks/{webhook_id}",
  group,
  summary: "Read a webhook",
  who,
  scope: "webhooks:read",
  pathParameters: one,
  concurrency: "read",
  success: { status: 200, schema: webhookResponse, description: "The webhook, without its secret" },
});
export const updateWebhook = defineOperation({
  operationId: "updateWebhook",
  method: "patch",
  path: "/organizations/{slug}/webhooks/{webhook_id}",
  group,
  summary: "Change a webhook",
  description: "Switching it on forgets why it was switched off.",
  who,
  scope: "webhooks:write",
  pathParameters: one,
  body: webhookUpdate,
  concurrency: "write",
  success: { status: 200, schema: webhookResponse, description: "The changed webhook" },
  errors: ["conflict"],
});
export const deleteWebhook = defineOperation({
  operationId: "deleteWebhook",
  method: "delete",
  path: "/organizations/{slug}/webhooks/{webhook_id}",
  group,
  summary: "Delete a webhook",
  description: "Its queue and its delivery log go with it.",
  who,
  scope: "webhooks:write",
  pathParameters: one,
  concurrency: "write",
  success: { status: 200, schema: webhookResponse, description: "The webhook as it was" },
});
export const testWebhook = defineOperation({
  operationId: "testWebhook",
  method: "post",
  path: "/organizations/{slug}/webhooks/{webhook_id}/test",
  group,
  summary: "Deliver a test",
  description: "Queues a delivery of type test; the delivery log tells what became of it.",
  who,
  scope: "webhooks:write",
  pathParameters: one,
  idempotent: true,
  success: { status: 200, schema: webhookDelivery, description: "The queued delivery" },
  errors: ["conflict"],
});
export const rotateWebhookSecret = defineOperation({
  operationId: "rotateWebhookSecret",
  method: "post",
  path: "/organizations/{slug}/webhooks/{webhook_id}/rotate-secret",
  group,
  summary: "Replace the secret of a webhook",
  description: "Every attempt from now on is signed with the new secret.",
  who,
  notWhileImpersonating: true,
  scope: "webhooks:write",
  pathParameters: one,
  idempotent: true,
  success: { status: 200, schema: webhookSecretResponse, description: "The webhook and its new secret" },
  errors: ["secret_already_returned"],
});
export const listWebhookDeliveries = defineOperation({
  operationId: "listWebhookDeliveries",
  method: "get",
  path: "/organizations/{slug}/webhooks/{webhook_id}/deliveries",
  group,
  summary: "List deliveries of a webhook",
  description: "Deliveries that are over are kept for 7 days, the newest 1,000 of each webhook.",
  who,
  scope: "webhooks:read",
  pathParameters: one,
  query: listQuery,
  success: {
    status: 200,
    schema: listOf("deliveries", webhookDelivery).meta({ component: "WebhookDeliveryListResponse" }),
    description: "Deliveries, newest first",
  },
});
export const webhookOperations = [
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
];
