import { queueTest } from "../../../adapters/postgres/webhooks/webhook-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { testWebhook } from "../../../contract/rest/webhooks.ts";
import type { Handler } from "../../http/context.ts";
import { newId } from "../../identity/new-id.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { loadWebhook } from "../../webhooks/load-webhook.ts";
import { deliveryBody } from "../../webhooks/webhook-body.ts";

/** Queues a test delivery, once per Idempotency-Key. */
export const handle: Handler<typeof testWebhook> = async (context, { path }) => {
  const { pool, webhooks } = context.services;
  const webhook = await loadWebhook(context, path);
  if (!webhook.enabled)
    throw new BerthError("conflict", { publicMessage: "The webhook is switched off; switch it on first." });
  const id = context.repeat?.abandoned?.recordId ?? newId();
  return auditedWrite(context, { kind: "Webhook", id, organizationId: webhook.organizationId }, async () => {
    const body = deliveryBody(await queueTest(pool, id, webhook.id));
    webhooks.wake();
    return { body };
  });
};
