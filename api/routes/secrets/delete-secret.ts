import { BerthError } from "../../../contract/errors.ts";
import type { deleteSecret } from "../../../contract/rest/secrets.ts";
import type { Handler } from "../../http/context.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { loadSecret } from "../../secrets/load-secret.ts";
import { secretAnswer, toldOfSecret } from "../../secrets/secret-body.ts";

/** Deletes a secret with all its versions. */
export const handle: Handler<typeof deleteSecret> = async (context, request) => {
  const { secret, scope, target } = await loadSecret(context, request);
  return auditedWrite(context, { ...target, told: toldOfSecret(target, "deleted") }, async () => {
    if (!(await context.services.secrets.remove(scope, secret.name))) throw new BerthError("not_found");
    return { body: secretAnswer(secret, scope.organizationId).body };
  });
};
