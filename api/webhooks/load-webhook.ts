import type { Membership } from "../../adapters/postgres/principal.ts";
import { findWebhook, type Webhook } from "../../adapters/postgres/webhook-store.ts";
import { BerthError } from "../../contract/errors.ts";
import { assertUser } from "../http/authenticate.ts";
import { assertRole } from "../http/authorize.ts";
import type { Context } from "../http/context.ts";
import { versionsOf } from "../http/etag.ts";

/** Finds the organization of a path, if the caller's role in it is enough; a foreign one is a 404. */
export function assertOrganization(context: Context, slug: string): Membership {
  const { principal, operation } = context;
  const membership = assertUser(principal).memberships.find((one) => one.slug === slug);
  if (membership === undefined) throw new BerthError("not_found");
  if (operation.who.kind === "role") assertRole(membership.role, operation.who.role);
  return membership;
}

/** Loads the webhook of a path; If-Match may say which version is meant. */
export async function loadWebhook(
  context: Context,
  path: Readonly<{ slug: string; webhook_id: string }>,
  ifMatch?: string,
): Promise<Webhook> {
  const { organizationId } = assertOrganization(context, path.slug);
  const webhook = await findWebhook(context.services.pool, organizationId, path.webhook_id);
  if (webhook === undefined) throw new BerthError("not_found");
  const versions = versionsOf(ifMatch);
  if (versions !== undefined && !versions.includes(String(webhook.version)))
    throw new BerthError("precondition_failed");
  return webhook;
}
