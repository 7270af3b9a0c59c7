import { findWebhook, type Webhook } from "../../adapters/postgres/webhooks/webhook-store.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";
import { assertVersion } from "../http/etag.ts";
import { membershipOf } from "../identity/membership-of.ts";

/** Loads the webhook of a path; If-Match may say which version is meant. */
export async function loadWebhook(
  context: Context,
  path: Readonly<{ slug: string; webhook_id: string }>,
  ifMatch?: string,
): Promise<Webhook> {
  const { organizationId } = membershipOf(context, path.slug);
  const webhook = await findWebhook(context.services.pool, organizationId, path.webhook_id);
  if (webhook === undefined) throw new BerthError("not_found");
  assertVersion(webhook, ifMatch);
  return webhook;
}
