import { deleteWebhook as remove } from "../../../adapters/postgres/webhooks/webhook-store.ts";
import type { deleteWebhook } from "../../../contract/rest/webhooks.ts";
import type { Handler } from "../../http/context.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { loadWebhook } from "../../webhooks/load-webhook.ts";
import { webhookAnswer } from "../../webhooks/webhook-body.ts";

/** Deletes a webhook with its queue and log. */
export const handle: Handler<typeof deleteWebhook> = async (context, { path, headers }) => {
  const webhook = await loadWebhook(context, path, headers["if-match"]);
  const { id, organizationId } = webhook;
  return auditedWrite(context, { kind: "Webhook", id, organizationId }, async () => {
    await remove(context.services.pool, id);
    return webhookAnswer(webhook);
  });
};
