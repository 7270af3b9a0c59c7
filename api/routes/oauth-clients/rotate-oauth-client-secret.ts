import { replaceOauthSecret } from "../../../adapters/postgres/oauth/oauth-client-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { rotateOauthClientSecret } from "../../../contract/rest/oauth-clients.ts";
import type { Handler } from "../../http/context.ts";
import { hashToken } from "../../identity/api-key-format.ts";
import { clientSecretAnswer } from "../../oauth-server/client-body.ts";
import { newClientSecret } from "../../oauth-server/client-secret.ts";
import { loadClient } from "../../oauth-server/load-client.ts";
import { auditedWrite } from "../../resources/audited-write.ts";

/** Replaces the secret; a repetition of an attempt that never answered makes another one. */
export const handle: Handler<typeof rotateOauthClientSecret> = async (context, { path }) => {
  const { id, secretHash } = await loadClient(context, path.client_id);
  if (secretHash === null)
    throw new BerthError("conflict", { publicMessage: "A public application has no secret to replace." });
  const secret = newClientSecret();
  return auditedWrite(context, { kind: "OAuthClient", id, organizationId: null, isSecret: true }, async () => {
    const changed = await replaceOauthSecret(context.services.pool, id, hashToken(secret));
    if (changed === undefined) throw new BerthError("not_found");
    return clientSecretAnswer(changed, secret);
  });
};
