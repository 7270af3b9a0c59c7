import { BerthError } from "../../../contract/errors.ts";
import type { createSecret } from "../../../contract/rest/secrets.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import type { NewSecret, StoredSecret } from "../../../contract/secret-store.ts";
import type { Context, Handler } from "../../http/context.ts";
import { attemptOf } from "../../resources/attempt-of.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { quotaOf } from "../../../contract/quotas.ts";
import { quotaExceeded } from "../../resources/quotas.ts";
import { secretAnswer, secretId, toldOfSecret } from "../../secrets/secret-body.ts";
import { assertWritable, ensureStore, scopeOf, type MeantScope } from "../../secrets/secret-scope.ts";

/** Creates a secret; its value goes to the secret store and nowhere else. */
export const handle: Handler<typeof createSecret> = async (context, { body }) => {
  const scope = await scopeOf(context, body);
  const { organizationId, organization, deploymentId } = scope;
  assertWritable(scope);
  const { name } = body;
  const { requestId } = attemptOf(context);
  const id = secretId(organization, { deploymentId, name });
  const target = { kind: "Secret", id, name, organizationId } as const;
  return auditedWrite(context, { ...target, told: toldOfSecret(target, "created") }, async () => {
    const secret = { value: new SecretText(body.value), requestId };
    const { body: answer } = secretAnswer(await createOnce(context, scope, name, secret), organizationId);
    return { body: answer };
  });
};

/** Of an attempt whose answer was lost the secret may be there: it carries the request's id. */
async function createOnce(context: Context, scope: MeantScope, name: string, secret: NewSecret): Promise<StoredSecret> {
  const { secrets } = context.services;
  const present = await secrets.find(scope, name);
  if (present === undefined) {
    await ensureStore(context, { organizationId: scope.organizationId, slug: scope.organization });
    await assertRoom(context, scope);
    const created = await secrets.create(scope, name, secret);
    if (created !== undefined) return created;
  } else if (present.requestId === secret.requestId) return present;
  throw new BerthError("name_taken", { publicMessage: "There is a secret of this name; replace its value with PUT." });
}

async function assertRoom({ services }: Context, scope: MeantScope): Promise<void> {
  const organization = await services.identity.findOrganization(scope.organizationId);
  const most = quotaOf("secrets", organization?.quotas, services.config.quotaFactor);
  const { length } = await services.secrets.list(scope, "all");
  if (length >= most) throw quotaExceeded({ kind: "Secret", most });
}
