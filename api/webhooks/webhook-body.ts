import type { Delivery, Webhook } from "../../adapters/postgres/webhooks/webhook-store.ts";
import type { Answer } from "../http/context.ts";
import { taggedText } from "../http/etag.ts";

/** Makes the body of a webhook; the secret is never in it. */
export function webhookBody(webhook: Webhook): Record<string, unknown> {
  return {
    id: webhook.id,
    organization_id: webhook.organizationId,
    url: webhook.url,
    description: webhook.description,
    kinds: webhook.kinds.length === 0 ? null : webhook.kinds,
    enabled: webhook.enabled,
    disabled_reason: webhook.disabledReason,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  };
}

/** Answers a webhook with its ETag. */
export function webhookAnswer(webhook: Webhook): Answer {
  return taggedText(webhook.version, webhookBody(webhook));
}

/** Answers a webhook with the secret that is shown only once. */
export function secretAnswer(webhook: Webhook, secret: string): Answer {
  return { body: { ...webhookBody(webhook), secret }, headers: { "Cache-Control": "no-store" } };
}

/** Makes the body of a delivery. */
export function deliveryBody(delivery: Delivery): Record<string, unknown> {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    kind: delivery.kind,
    resource_id: delivery.resourceId,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    error: delivery.error,
    duration_ms: delivery.durationMs,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
    finished_at: delivery.finishedAt?.toISOString() ?? null,
  };
}
