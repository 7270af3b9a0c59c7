import { BerthError } from "../../../contract/errors.ts";
import type { deleteApiKey } from "../../../contract/rest/api-keys.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { assertVersion } from "../../http/etag.ts";
import { apiKeyAnswer } from "../../identity/api-key-body.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { assertNotWider } from "../../identity/assert-key-scope.ts";

/** Revokes one of the caller's API keys; its record stays. */
export const handle: Handler<typeof deleteApiKey> = async (context, { path, headers }) => {
  const { services } = context;
  const user = assertUser(context.principal);
  const key = await services.apiKeys.find(user.userId, path.key_id);
  if (key === null) throw new BerthError("not_found");
  assertNotWider(user, key);
  assertVersion(key, headers["if-match"]);
  const revoked = await services.apiKeys.revoke(user.userId, key.id);
  if (revoked === null) throw new BerthError("not_found");
  await auditIdentity(context, { kind: "ApiKey", id: key.id, organizationId: key.organizationId }, "succeeded");
  return apiKeyAnswer(revoked);
};
