import { findRegistryCredential } from "../../../adapters/postgres/resources/registry-credential-store.ts";
import type { getRegistryCredentials } from "../../../contract/rest/registry.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { activeMembership } from "../../identity/active-organization.ts";
import { registryCredentialBody } from "../../registry/registry-credential-body.ts";

/** Reads what is known of an organization's registry credentials. */
export const handle: Handler<typeof getRegistryCredentials> = async (context, { query }) => {
  const { pool, registry } = context.services;
  const { organizationId } = activeMembership(assertUser(context.principal), query.organization_id);
  const found = registry === undefined ? undefined : await findRegistryCredential(pool, organizationId);
  const credentials = found === undefined ? null : registryCredentialBody(found, registry?.host ?? "");
  return { body: { has_credentials: credentials !== null, credentials } };
};
