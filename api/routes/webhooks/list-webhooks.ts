import { countWebhooks, listWebhooks as readPage } from "../../../adapters/postgres/webhooks/webhook-store.ts";
import type { listWebhooks } from "../../../contract/rest/webhooks.ts";
import type { Handler } from "../../http/context.ts";
import { decodeCursor, limitOf, toPage } from "../../http/cursor.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { webhookBody } from "../../webhooks/webhook-body.ts";

/** Lists the webhooks of an organization, newest first. */
export const handle: Handler<typeof listWebhooks> = async (context, { path, query }) => {
  const { pool } = context.services;
  const limit = limitOf(query);
  const after = decodeCursor(query.cursor);
  const { organizationId } = membershipOf(context, path.slug);
  const { items, ...page } = toPage(await readPage(pool, organizationId, { limit: limit + 1, after }), limit);
  const total = query.count === true ? { total: await countWebhooks(pool, organizationId) } : {};
  return { body: { webhooks: items.map(webhookBody), ...page, ...total } };
};
