import type { NewApiKey } from "../../../adapters/postgres/identity/api-key-store.ts";
import type { ApiKeyModel } from "../../../adapters/postgres/generated/models.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { createApiKey } from "../../../contract/rest/api-keys.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Context, Handler } from "../../http/context.ts";
import type { User } from "../../http/principal.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { activeMembership } from "../../identity/active-organization.ts";
import { newApiKeyBody } from "../../identity/api-key-body.ts";
import { apiKeyPrefix, hashToken, newApiKey } from "../../identity/api-key-format.ts";
import { tellHolder } from "../../mail/tell-holder.ts";
import { attemptOf, intentOf } from "../../resources/attempt-of.ts";
import { roomFor } from "../../resources/quotas.ts";
import { beginWrite } from "../../resources/run-write.ts";

/** Creates an API key; the answer is the only place where the key itself is ever shown. */
export const handle: Handler<typeof createApiKey> = async (context, { body }) => {
  const user = assertUser(context.principal);
  const expiresAt = typeof body.expires_at === "string" ? new Date(body.expires_at) : null;
  if (expiresAt !== null && expiresAt.getTime() <= Date.now())
    throw refusedValue(["body", "expires_at"], "expires_at must lie in the future");
  const wanted = {
    scopes: body.scopes ?? null,
    organizationId:
      typeof body.organization_id === "string" ? activeMembership(user, body.organization_id).organizationId : null,
    expiresAt,
  };
  const key = newApiKey();
  const created = await createOnce(context, user, {
    ...wanted,
    userId: user.userId,
    name: body.name,
    description: body.description ?? null,
    keyPrefix: apiKeyPrefix(key),
    keyHash: hashToken(key),
    secondFactor: user.hasSecondFactor,
  });
  return { body: { ...newApiKeyBody(created), key }, headers: { "Cache-Control": "no-store" } };
};

/** Creates the key under the record id of the request, so that a repetition finds out that it was made already. */
async function createOnce(context: Context, user: User, key: Omit<NewApiKey, "id">): Promise<ApiKeyModel> {
  const { apiKeys, ledger } = context.services;
  const attempt = attemptOf(context);
  const { id } = attempt;
  if (attempt.isTakeOver && (await apiKeys.find(user.userId, id)) !== null)
    throw new BerthError("secret_already_returned");
  const room = await roomFor(context, { quota: "apiKeys", kind: "ApiKey", ownerId: user.userId });
  const target = { kind: "ApiKey", id, organizationId: key.organizationId };
  const intent = { ...intentOf(context, target, attempt), room };
  await beginWrite(ledger, intent);
  const created = await apiKeys.create({ ...key, id });
  const about = `${created.name} (${created.keyPrefix}…)`;
  const tell = tellHolder(context, { kind: "new_key", userId: user.userId, about });
  await ledger.succeed(intent, { project: tell, answer: { status: 201, body: null } });
  context.services.mailbox?.wake();
  return created;
}
