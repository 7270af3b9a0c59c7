import { BerthError } from "../../../contract/errors.ts";
import type { rotateApiKey } from "../../../contract/rest/api-keys.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { newApiKeyBody } from "../../identity/api-key-body.ts";
import { apiKeyPrefix, hashToken, newApiKey } from "../../identity/api-key-format.ts";
import { assertOwnSecret } from "../../identity/assert-key-scope.ts";
import { tellHolder } from "../../mail/tell-holder.ts";
import { intentOf } from "../../resources/attempt-of.ts";

/** Replaces the secret of one of the caller's keys; an attempt that broke off is simply made again, with a newer secret. */
export const handle: Handler<typeof rotateApiKey> = async (context, { path }) => {
  const { apiKeys, ledger } = context.services;
  const user = assertUser(context.principal);
  const key = await apiKeys.find(user.userId, path.key_id);
  if (key === null) throw new BerthError("not_found");
  assertOwnSecret(user, key.id);
  if (key.revokedAt !== null) throw new BerthError("conflict", { publicMessage: "This API key is revoked." });
  const intent = intentOf(context, { kind: "ApiKey", id: key.id, organizationId: key.organizationId });
  if ((await ledger.begin(intent)) !== "begun") throw new BerthError("still_running");
  const secret = newApiKey();
  const rotated = await apiKeys.rotate(user.userId, key.id, {
    keyHash: hashToken(secret),
    keyPrefix: apiKeyPrefix(secret),
  });
  if (rotated === undefined) {
    await ledger.refuse(intent);
    throw new BerthError("conflict", { publicMessage: "This API key is revoked." });
  }
  const about = `${rotated.name} (${rotated.keyPrefix}…)`;
  const tell = tellHolder(context, { kind: "new_key", userId: user.userId, about });
  await ledger.succeed(intent, { project: tell, answer: { status: 200, body: null } });
  context.services.mailbox?.wake();
  return { body: { ...newApiKeyBody(rotated), key: secret }, headers: { "Cache-Control": "no-store" } };
};
