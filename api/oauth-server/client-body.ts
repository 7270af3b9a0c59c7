import type { OauthClient } from "../../adapters/postgres/oauth/oauth-client-store.ts";
import type { OauthClientResponse } from "../../contract/rest/oauth-clients.ts";
import type { Answer } from "../http/context.ts";
import { taggedText } from "../http/etag.ts";

/** Makes the body of a registered application; its secret is never in it. */
export function clientBody(client: OauthClient): OauthClientResponse {
  return {
    client_id: client.id,
    registration: client.registration,
    metadata_url: client.metadataUrl,
    name: client.name,
    type: client.secretHash === null ? "public" : "confidential",
    redirect_uris: [...client.redirectUris],
    scopes: [...client.scopes] as OauthClientResponse["scopes"],
    client_uri: client.clientUri,
    logo_uri: client.logoUri,
    created_at: client.createdAt.toISOString(),
    updated_at: client.updatedAt.toISOString(),
  };
}

/** Answers a registered application with its ETag. */
export function clientAnswer(client: OauthClient): Answer {
  return taggedText(client.version, clientBody(client));
}

/** Answers a registered application with the secret that is shown only once. */
export function clientSecretAnswer(client: OauthClient, secret: string | null): Answer {
  return { body: { ...clientBody(client), client_secret: secret }, headers: { "Cache-Control": "no-store" } };
}
