import { randomBytes } from "node:crypto";
import type { AdapterPayload } from "oidc-provider";
import { CLI_CLIENT_ID } from "../../contract/identity.ts";
import type { OauthClient } from "../../adapters/postgres/oauth/oauth-client-store.ts";

/** Names the member of the library's clients that carries the hash of their secret. */
export const SECRET_HASH = "berth_secret_hash";
/** Names the member with the record id of an application: that of a document has a URL as its client_id. */
export const ROW_ID = "berth_row_id";
/** Names the member that says who registered an application. */
export const REGISTRATION = "berth_registration";

/** Names the grant of a device that waits (RFC 8628): only Berth's own command line may ask so, whatever others are called. */
export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Stands where the library wants a secret: the hash is compared instead, and should that fail, nobody has this. */
const NO_SECRET = randomBytes(32).toString("base64url");

/** Describes a registered application to the library. */
export function toClientMetadata(client: OauthClient): AdapterPayload {
  const isConfidential = client.secretHash !== null;
  return {
    client_id: client.metadataUrl ?? client.id,
    [ROW_ID]: client.id,
    [REGISTRATION]: client.registration,
    client_name: client.name,
    application_type: isConfidential ? "web" : "native",
    token_endpoint_auth_method: isConfidential ? "client_secret_basic" : "none",
    redirect_uris: [...client.redirectUris],
    grant_types: ["authorization_code", "refresh_token", ...(client.id === CLI_CLIENT_ID ? [DEVICE_GRANT] : [])],
    response_types: ["code"],
    response_modes: ["query"],
    scope: client.scopes.join(" "),
    ...(client.clientUri !== null && { client_uri: client.clientUri }),
    ...(client.logoUri !== null && { logo_uri: client.logoUri }),
    ...(client.secretHash !== null && {
      client_secret: NO_SECRET,
      [SECRET_HASH]: client.secretHash.toString("base64url"),
    }),
  };
}
