import type { getOauthClient } from "../../../contract/rest/oauth-clients.ts";
import type { Handler } from "../../http/context.ts";
import { clientAnswer } from "../../oauth-server/client-body.ts";
import { loadClient } from "../../oauth-server/load-client.ts";

/** Reads a registered application. */
export const handle: Handler<typeof getOauthClient> = async (context, { path }) =>
  clientAnswer(await loadClient(context, path.client_id));
