import { countDeliveries, listDeliveries } from "../../../adapters/postgres/webhooks/webhook-store.ts";
import type { listWebhookDeliveries } from "../../../contract/rest/webhooks.ts";
import type { Handler } from "../../http/context.ts";
import { decodeCursor, limitOf, toPage } from "../../http/cursor.ts";
import { loadWebhook } from "../../webhooks/load-webhook.ts";
import { deliveryBody } from "../../webhooks/webhook-body.ts";

/** Lists the deliveries of a webhook, newest first. */
export const handle: Handler<typeof listWebhookDeliveries> = async (context, { path, query }) => {
  const { pool } = context.services;
  const limit = limitOf(query);
  const after = decodeCursor(query.cursor);
  const { id } = await loadWebhook(context, path);
  const { items, ...page } = toPage(await listDeliveries(pool, id, { limit: limit + 1, after }), limit);
  const total = query.count === true ? { total: await countDeliveries(pool, id) } : {};
  return { body: { deliveries: items.map(deliveryBody), ...page, ...total } };
};
