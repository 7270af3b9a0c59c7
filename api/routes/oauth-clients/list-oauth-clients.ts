import {
  countOauthClients,
  listOauthClients as readPage,
} from "../../../adapters/postgres/oauth/oauth-client-store.ts";
import type { listOauthClients } from "../../../contract/rest/oauth-clients.ts";
import type { Handler } from "../../http/context.ts";
import { decodeCursor, limitOf, toPage } from "../../http/cursor.ts";
import { clientBody } from "../../oauth-server/client-body.ts";

/** Lists the registered applications, newest first. */
export const handle: Handler<typeof listOauthClients> = async ({ services: { pool } }, { query }) => {
  const limit = limitOf(query);
  const after = decodeCursor(query.cursor);
  const { items, ...page } = toPage(await readPage(pool, { limit: limit + 1, after }), limit);
  const total = query.count === true ? { total: await countOauthClients(pool) } : {};
  return { body: { oauth_clients: items.map(clientBody), ...page, ...total } };
};
