import type { ApiKeyChange } from "../../../adapters/postgres/identity/api-key-store.ts";
import type { ApiKeyModel } from "../../../adapters/postgres/generated/models.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { updateApiKey } from "../../../contract/rest/api-keys.ts";
import type { ParsedRequest } from "../../../contract/rest/operation.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { assertVersion } from "../../http/etag.ts";
import { apiKeyAnswer } from "../../identity/api-key-body.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";

/** Changes name, description or expiry of one of the caller's API keys. */
export const handle: Handler<typeof updateApiKey> = async (context, { path, body, headers }) => {
  const { services } = context;
  const user = assertUser(context.principal);
  const key = await services.apiKeys.find(user.userId, path.key_id);
  if (key === null) throw new BerthError("not_found");
  assertChangeable(key, headers["if-match"]);
  const updated = await services.apiKeys.update(user.userId, key.id, key.version, changeOf(body));
  if (updated === undefined)
    throw new BerthError(headers["if-match"] === undefined ? "conflict" : "precondition_failed");
  const { organizationId } = key;
  await auditIdentity(context, { kind: "ApiKey", id: key.id, organizationId, members: Object.keys(body) }, "succeeded");
  return apiKeyAnswer(updated);
};

function assertChangeable(key: ApiKeyModel, ifMatch: string | undefined): void {
  assertVersion(key, ifMatch);
  if (key.revokedAt !== null) throw new BerthError("conflict", { publicMessage: "This API key is revoked." });
}

function changeOf(body: ParsedRequest<typeof updateApiKey>["body"]): ApiKeyChange {
  const { name, description, expires_at: expiresAt } = body;
  return {
    // A key always has a name: null is as if it were left out.
    ...(typeof name === "string" ? { name } : {}),
    ...(description === undefined ? {} : { description }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
  };
}
