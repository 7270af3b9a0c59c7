import { BerthError } from "../../../contract/errors.ts";
import type { replaceSecret } from "../../../contract/rest/secrets.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import type { Handler } from "../../http/context.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { loadSecret } from "../../secrets/load-secret.ts";
import { secretAnswer, toldOfSecret } from "../../secrets/secret-body.ts";
import { assertWritable } from "../../secrets/secret-scope.ts";

/** Stores a new value of a secret, as its next version. */
export const handle: Handler<typeof replaceSecret> = async (context, request) => {
  const { secret, scope, target } = await loadSecret(context, request);
  assertWritable(scope);
  return auditedWrite(context, { ...target, members: ["value"], told: toldOfSecret(target, "updated") }, async () => {
    const value = new SecretText(request.body.value);
    const replaced = await context.services.secrets.replace(scope, secret, { value, requestId: context.requestId });
    if (replaced !== undefined) return secretAnswer(replaced, scope.organizationId);
    throw new BerthError(request.headers["if-match"] === undefined ? "conflict" : "precondition_failed", {
      publicMessage: "Somebody else changed this secret at the same time; read it again and repeat.",
    });
  });
};
