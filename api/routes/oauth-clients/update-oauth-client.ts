import {
  updateOauthClient as write,
  type OauthClient,
  type OauthClientChange,
} from "../../../adapters/postgres/oauth/oauth-client-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import { isLoopbackUri, type updateOauthClient } from "../../../contract/rest/oauth-clients.ts";
import type { ParsedRequest } from "../../../contract/rest/operation.ts";
import type { Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { clientAnswer } from "../../oauth-server/client-body.ts";
import { loadClient } from "../../oauth-server/load-client.ts";
import { auditedWrite } from "../../resources/audited-write.ts";

/** Changes the members of a registered application that were sent. */
export const handle: Handler<typeof updateOauthClient> = async (context, { path, body, headers }) => {
  const client = await loadClient(context, path.client_id, headers["if-match"]);
  assertLoopback(client, body.redirect_uris ?? []);
  const change = changeOf(body);
  const about = { kind: "OAuthClient", id: client.id, organizationId: null, members: Object.keys(change) };
  return auditedWrite(context, about, async () => {
    const changed = await write(context.services.pool, client, change);
    if (changed === undefined)
      throw new BerthError(headers["if-match"] === undefined ? "conflict" : "precondition_failed");
    return clientAnswer(changed);
  });
};

function assertLoopback({ secretHash }: OauthClient, redirectUris: readonly string[]): void {
  if (secretHash !== null && redirectUris.some(isLoopbackUri))
    throw refusedValue(["body", "redirect_uris"], "only public clients may have loopback redirect URIs");
}

function changeOf(body: ParsedRequest<typeof updateOauthClient>["body"]): OauthClientChange {
  const { name, redirect_uris: redirectUris, scopes, client_uri: clientUri, logo_uri: logoUri } = body;
  return {
    ...(typeof name === "string" && { name }),
    ...(Array.isArray(redirectUris) && { redirectUris }),
    ...(Array.isArray(scopes) && { scopes: [...new Set(scopes)] }),
    ...(clientUri !== undefined && { clientUri }),
    ...(logoUri !== undefined && { logoUri }),
  };
}
