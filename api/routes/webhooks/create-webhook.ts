import { findWebhook, insertWebhook } from "../../../adapters/postgres/webhooks/webhook-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { createWebhook } from "../../../contract/rest/webhooks.ts";
import type { Handler } from "../../http/context.ts";
import { newId } from "../../identity/new-id.ts";
import { roomFor } from "../../resources/quotas.ts";
import { assertWebhookUrl } from "../../webhooks/assert-webhook-url.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { newWebhookSecret } from "../../webhooks/seal-secret.ts";
import { secretAnswer } from "../../webhooks/webhook-body.ts";

/** Creates a webhook; the answer is the only place where its secret is shown. */
export const handle: Handler<typeof createWebhook> = async (context, { path, body }) => {
  const { pool, config, secretSeal } = context.services;
  assertWebhookUrl(body.url, config.webhookAllowPrivate);
  const { organizationId } = membershipOf(context, path.slug);
  const { abandoned } = context.repeat ?? {};
  const id = abandoned?.recordId ?? newId();
  if (abandoned !== undefined && (await findWebhook(pool, organizationId, id)) !== undefined)
    throw new BerthError("secret_already_returned");
  const room = await roomFor(context, { quota: "webhooks", kind: "Webhook", ownerId: organizationId });
  const secret = newWebhookSecret();
  return auditedWrite(context, { kind: "Webhook", id, organizationId, isSecret: true, room }, async () => {
    const { url, description = null, kinds, enabled } = body;
    const sealedSecret = secretSeal.seal(secret, id);
    const given = { id, organizationId, url, description, kinds: kinds ?? [], enabled: enabled ?? true, sealedSecret };
    return secretAnswer(await insertWebhook(pool, given), secret);
  });
};
