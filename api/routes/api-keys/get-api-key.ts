import { BerthError } from "../../../contract/errors.ts";
import type { getApiKey } from "../../../contract/rest/api-keys.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { apiKeyAnswer } from "../../identity/api-key-body.ts";

/** Reads one of the caller's API keys. */
export const handle: Handler<typeof getApiKey> = async ({ services, principal }, { path }) => {
  const key = await services.apiKeys.find(assertUser(principal).userId, path.key_id);
  if (key === null) throw new BerthError("not_found");
  return apiKeyAnswer(key);
};
