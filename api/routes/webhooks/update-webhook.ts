import { updateWebhook as write, type WebhookChange } from "../../../adapters/postgres/webhooks/webhook-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { ParsedRequest } from "../../../contract/rest/operation.ts";
import type { updateWebhook } from "../../../contract/rest/webhooks.ts";
import type { Handler } from "../../http/context.ts";
import { assertWebhookUrl } from "../../webhooks/assert-webhook-url.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { loadWebhook } from "../../webhooks/load-webhook.ts";
import { webhookAnswer } from "../../webhooks/webhook-body.ts";

/** Changes the members of a webhook that were sent. */
export const handle: Handler<typeof updateWebhook> = async (context, { path, body, headers }) => {
  const { pool, config } = context.services;
  if (typeof body.url === "string") assertWebhookUrl(body.url, config.webhookAllowPrivate);
  const webhook = await loadWebhook(context, path, headers["if-match"]);
  const change = changeOf(body);
  return auditedWrite(context, { kind: "Webhook", ...target(webhook), members: Object.keys(change) }, async () => {
    const changed = await write(pool, webhook, change);
    if (changed === undefined)
      throw new BerthError(headers["if-match"] === undefined ? "conflict" : "precondition_failed");
    context.services.webhooks.wake();
    return webhookAnswer(changed);
  });
};

function target({ id, organizationId }: Readonly<{ id: string; organizationId: string }>): {
  id: string;
  organizationId: string;
} {
  return { id, organizationId };
}

function changeOf({ url, description, kinds, enabled }: ParsedRequest<typeof updateWebhook>["body"]): WebhookChange {
  return {
    ...(typeof url === "string" && { url }),
    ...(description !== undefined && { description }),
    ...(kinds !== undefined && { kinds: kinds ?? [] }),
    ...(enabled !== undefined && { enabled: enabled ?? true }),
  };
}
