import { BerthError } from "../../../contract/errors.ts";
import type { createApiKey } from "../../../contract/rest/api-keys.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { activeMembership } from "../../identity/active-organization.ts";
import { newApiKeyBody } from "../../identity/api-key-body.ts";
import { apiKeyPrefix, hashToken, newApiKey } from "../../identity/api-key-format.ts";
import { assertNotWider } from "../../identity/assert-key-scope.ts";
import { newId } from "../../identity/new-id.ts";
import { QUOTAS } from "../../resources/quotas.ts";

/** Creates an API key; the answer is the only place where the key itself is ever shown. */
export const handle: Handler<typeof createApiKey> = async ({ services, principal }, { body }) => {
  const user = assertUser(principal);
  const expiresAt = typeof body.expires_at === "string" ? new Date(body.expires_at) : null;
  if (expiresAt !== null && expiresAt.getTime() <= Date.now())
    throw refusedValue(["body", "expires_at"], "expires_at must lie in the future");
  const wanted = {
    scopes: body.scopes ?? null,
    organizationId:
      typeof body.organization_id === "string" ? activeMembership(user, body.organization_id).organizationId : null,
    expiresAt,
  };
  assertNotWider(user, wanted);
  if ((await services.apiKeys.countActive(user.userId)) >= QUOTAS.apiKeys * services.config.quotaFactor)
    throw new BerthError("quota_exceeded", {
      publicMessage: "You have as many API keys as the quota allows; revoke one.",
    });
  const key = newApiKey();
  const created = await services.apiKeys.create({
    ...wanted,
    id: newId(),
    userId: user.userId,
    name: body.name,
    description: body.description ?? null,
    keyPrefix: apiKeyPrefix(key),
    keyHash: hashToken(key),
  });
  return { body: { ...newApiKeyBody(created), key }, headers: { "Cache-Control": "no-store" } };
};
