import { findOauthClient, insertOauthClient } from "../../../adapters/postgres/oauth/oauth-client-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { createOauthClient } from "../../../contract/rest/oauth-clients.ts";
import type { Handler } from "../../http/context.ts";
import { hashToken } from "../../identity/api-key-format.ts";
import { newId } from "../../identity/new-id.ts";
import { clientSecretAnswer } from "../../oauth-server/client-body.ts";
import { newClientSecret } from "../../oauth-server/client-secret.ts";
import { auditedWrite } from "../../resources/audited-write.ts";

/** Registers an application; the answer is the only place where its secret is shown. */
export const handle: Handler<typeof createOauthClient> = async (context, { body }) => {
  const { pool } = context.services;
  const { abandoned } = context.repeat ?? {};
  const id = abandoned?.recordId ?? newId();
  if (abandoned !== undefined && (await findOauthClient(pool, id)) !== undefined)
    throw new BerthError("secret_already_returned");
  const secret = body.type === "confidential" ? newClientSecret() : null;
  const about = { kind: "OAuthClient", id, name: body.name, organizationId: null, isSecret: true };
  return auditedWrite(context, about, async () => {
    const { name, redirect_uris: redirectUris, scopes, client_uri: clientUri = null, logo_uri: logoUri = null } = body;
    const secretHash = secret === null ? null : hashToken(secret);
    const client = { id, name, secretHash, redirectUris, scopes: [...new Set(scopes)], clientUri, logoUri };
    return clientSecretAnswer(await insertOauthClient(pool, client), secret);
  });
};
