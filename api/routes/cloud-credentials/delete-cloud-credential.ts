import {
  findCloudCredential,
  listCredentialUsers,
  removeCloudCredential,
} from "../../../adapters/postgres/resources/cloud-credential-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { deleteCloudCredential } from "../../../contract/rest/cloud-credentials.ts";
import { cloudCredentialBody } from "../../cloud-credentials/cloud-credential-body.ts";
import { credentialPlace } from "../../../contract/secret-store.ts";
import { assertUser } from "../../http/authenticate.ts";
import { assertRole } from "../../http/authorize.ts";
import type { Handler } from "../../http/context.ts";
import { activeMembership } from "../../identity/active-organization.ts";
import { auditedWrite } from "../../resources/audited-write.ts";

/** Deletes a credential that no cluster uses: its token first, so that none is left without a record. */
export const handle: Handler<typeof deleteCloudCredential> = async (context, { path, query }) => {
  const { pool, secrets } = context.services;
  const { organizationId, slug, role } = activeMembership(assertUser(context.principal), query.organization_id);
  assertRole(role, "admin");
  const credential = await findCloudCredential(pool, organizationId, { id: path.credential_id });
  if (credential === undefined) throw new BerthError("not_found");
  const { id, name } = credential;
  const conflicts = await listCredentialUsers(pool, organizationId, id);
  if (conflicts.length > 0)
    throw new BerthError("conflict", {
      publicMessage: "Clusters were made with this credential; delete them first.",
      details: { conflicts },
    });
  return auditedWrite(context, { kind: "CloudCredential", id, name, organizationId }, async () => {
    await secrets.remove(...credentialPlace(slug, id));
    await removeCloudCredential(pool, id);
    return { body: cloudCredentialBody(credential) };
  });
};
