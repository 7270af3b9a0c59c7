import type { listApiKeys } from "../../../contract/rest/api-keys.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { decodeCursor, limitOf, toPage } from "../../http/cursor.ts";
import { apiKeyBody } from "../../identity/api-key-body.ts";

/** Lists the caller's API keys, newest first, revoked ones too. */
export const handle: Handler<typeof listApiKeys> = async ({ services, principal }, { query }) => {
  const { userId } = assertUser(principal);
  const limit = limitOf(query);
  const found = await services.apiKeys.list(userId, limit + 1, decodeCursor(query.cursor));
  const { items, next_cursor } = toPage(found, limit);
  const total = query.count === true ? { total: await services.apiKeys.count(userId) } : {};
  return { body: { api_keys: items.map(apiKeyBody), next_cursor, ...total } };
};
