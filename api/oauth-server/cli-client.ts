import {
  findOauthClient,
  keepOauthClient,
  type OauthClient,
} from "../../adapters/postgres/oauth/oauth-client-store.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import { CLI_CLIENT_ID } from "../../contract/identity.ts";
import { SCOPES } from "../../contract/rest/scopes.ts";

/** It runs on people's machines: no secret, and an answer goes to their own machine only, at a port of the moment (RFC 8252). */
const CLI_CLIENT = {
  id: CLI_CLIENT_ID,
  name: "Berth's command line",
  secretHash: null,
  redirectUris: ["http://127.0.0.1/callback"],
  scopes: SCOPES,
  clientUri: null,
  logoUri: null,
} as const;

/**
 * Finds the command line among the applications, where it stands from the first login on (docs/adr/0064): its removal ends
 * every login by it, and the next one begins anew. A release with more scopes gives it those.
 */
export async function findCliClient(pool: Pool): Promise<OauthClient> {
  const found = await findOauthClient(pool, CLI_CLIENT_ID);
  const isCurrent = found !== undefined && SCOPES.every((scope) => found.scopes.includes(scope));
  return isCurrent ? found : keepOauthClient(pool, CLI_CLIENT);
}
