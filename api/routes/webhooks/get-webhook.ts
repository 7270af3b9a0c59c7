import type { getWebhook } from "../../../contract/rest/webhooks.ts";
import type { Handler } from "../../http/context.ts";
import { loadWebhook } from "../../webhooks/load-webhook.ts";
import { webhookAnswer } from "../../webhooks/webhook-body.ts";

/** Reads a webhook without its secret. */
export const handle: Handler<typeof getWebhook> = async (context, { path }) =>
  webhookAnswer(await loadWebhook(context, path));
