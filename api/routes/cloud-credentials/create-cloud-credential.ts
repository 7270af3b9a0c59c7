import {
  findCloudCredential,
  insertCloudCredential,
  type CloudCredential,
} from "../../../adapters/postgres/resources/cloud-credential-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { createCloudCredential } from "../../../contract/rest/cloud-credentials.ts";
import { credentialPlace } from "../../../contract/secret-store.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { cloudCredentialBody } from "../../cloud-credentials/cloud-credential-body.ts";
import { assertUser } from "../../http/authenticate.ts";
import { assertRole } from "../../http/authorize.ts";
import type { Context, Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { activeMembership } from "../../identity/active-organization.ts";
import { newId } from "../../identity/new-id.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { ensureStore } from "../../secrets/secret-scope.ts";
import { roomFor } from "../../resources/quotas.ts";

type Wanted = Omit<CloudCredential, "createdAt"> & Readonly<{ slug: string; token: SecretText }>;

/**
 * Keeps a token of a cloud provider: it is tried, then stored, and only then there is a record of it. An attempt that was
 * cut off between the two is finished by its repetition.
 */
export const handle: Handler<typeof createCloudCredential> = async (context, { body }) => {
  const user = assertUser(context.principal);
  const { organizationId, slug, role } = activeMembership(user, body.organization_id);
  assertRole(role, "admin");
  const token = new SecretText(body.token);
  await assertTaken(context, body.provider, token);
  const id = context.repeat?.abandoned?.recordId ?? newId();
  const room = await roomFor(context, { quota: "cloudCredentials", kind: "CloudCredential", ownerId: organizationId });
  return auditedWrite(context, { kind: "CloudCredential", id, name: body.name, organizationId, room }, async () => {
    const { name, provider } = body;
    const wanted = { id, organizationId, provider, name, createdBy: user.userId, slug, token };
    return { body: cloudCredentialBody(await keep(context, wanted)) };
  });
};

async function assertTaken({ services }: Context, provider: string, token: SecretText): Promise<void> {
  const check = services.credentialChecks.get(provider);
  if (check === undefined) {
    const possible = [...services.credentialChecks.keys()].join(", ");
    throw refusedValue(["body", "provider"], `no credentials are kept for this provider; possible: ${possible}`);
  }
  if (!(await check(token))) throw refusedValue(["body", "token"], "the provider refuses this token");
}

async function keep(context: Context, wanted: Wanted): Promise<CloudCredential> {
  const { services, requestId } = context;
  const { id, organizationId, name, slug, token } = wanted;
  const { pool, secrets } = services;
  const known = await findCloudCredential(pool, organizationId, { name });
  if (known !== undefined && known.id !== id) throw new BerthError("name_taken");
  if (known !== undefined) return known;
  const [scope, path] = credentialPlace(slug, id);
  await ensureStore(context, { organizationId, slug });
  await secrets.create(scope, path, { value: token, requestId });
  const kept = await insertCloudCredential(pool, wanted);
  if (kept !== undefined) return kept;
  await secrets.remove(scope, path);
  throw new BerthError("name_taken");
}
