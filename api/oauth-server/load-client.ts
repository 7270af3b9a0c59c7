import { findOauthClient, type OauthClient } from "../../adapters/postgres/oauth/oauth-client-store.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";
import { assertVersion } from "../http/etag.ts";

/** Loads the application of a path; If-Match may say which version is meant. */
export async function loadClient({ services }: Context, id: string, ifMatch?: string): Promise<OauthClient> {
  const client = await findOauthClient(services.pool, id);
  if (client === undefined) throw new BerthError("not_found");
  assertVersion(client, ifMatch);
  return client;
}
