import { deleteOauthClient as remove } from "../../../adapters/postgres/oauth/oauth-client-store.ts";
import type { deleteOauthClient } from "../../../contract/rest/oauth-clients.ts";
import type { Handler } from "../../http/context.ts";
import { clientAnswer } from "../../oauth-server/client-body.ts";
import { loadClient } from "../../oauth-server/load-client.ts";
import { auditedWrite } from "../../resources/audited-write.ts";

/** Removes a registered application with every grant and token that it was given. */
export const handle: Handler<typeof deleteOauthClient> = async (context, { path, headers }) => {
  const client = await loadClient(context, path.client_id, headers["if-match"]);
  const about = { kind: "OAuthClient", id: client.id, name: client.name, organizationId: null };
  return auditedWrite(context, about, async () => {
    await remove(context.services.pool, client.id);
    return clientAnswer(client);
  });
};
