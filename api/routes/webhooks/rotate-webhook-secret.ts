import { replaceSecret } from "../../../adapters/postgres/webhooks/webhook-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { rotateWebhookSecret } from "../../../contract/rest/webhooks.ts";
import type { Handler } from "../../http/context.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { loadWebhook } from "../../webhooks/load-webhook.ts";
import { newWebhookSecret } from "../../webhooks/seal-secret.ts";
import { secretAnswer } from "../../webhooks/webhook-body.ts";

/** Replaces the secret; a repetition of an attempt that never answered makes another one. */
export const handle: Handler<typeof rotateWebhookSecret> = async (context, { path }) => {
  const { pool, secretSeal } = context.services;
  const { id, organizationId } = await loadWebhook(context, path);
  const secret = newWebhookSecret();
  return auditedWrite(context, { kind: "Webhook", id, organizationId, isSecret: true }, async () => {
    const changed = await replaceSecret(pool, id, secretSeal.seal(secret, id));
    if (changed === undefined) throw new BerthError("not_found");
    return secretAnswer(changed, secret);
  });
};
