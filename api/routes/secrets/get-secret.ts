import type { getSecret } from "../../../contract/rest/secrets.ts";
import type { Handler } from "../../http/context.ts";
import { loadSecret } from "../../secrets/load-secret.ts";
import { secretAnswer } from "../../secrets/secret-body.ts";

/** Reads what is known of a secret besides its value. */
export const handle: Handler<typeof getSecret> = async (context, request) => {
  const { secret, scope } = await loadSecret(context, request);
  return secretAnswer(secret, scope.organizationId);
};
