import {
  countCloudCredentials,
  listCloudCredentials as readPage,
} from "../../../adapters/postgres/resources/cloud-credential-store.ts";
import type { listCloudCredentials } from "../../../contract/rest/cloud-credentials.ts";
import { cloudCredentialBody } from "../../cloud-credentials/cloud-credential-body.ts";
import { assertUser } from "../../http/authenticate.ts";
import { assertRole } from "../../http/authorize.ts";
import type { Handler } from "../../http/context.ts";
import { decodeCursor, limitOf, toPage } from "../../http/cursor.ts";
import { activeMembership } from "../../identity/active-organization.ts";

/** Lists the cloud credentials of an organization, newest first. */
export const handle: Handler<typeof listCloudCredentials> = async (context, { query }) => {
  const { pool } = context.services;
  const { organizationId, role } = activeMembership(assertUser(context.principal), query.organization_id);
  assertRole(role, "admin");
  const limit = limitOf(query);
  const after = decodeCursor(query.cursor);
  const { items, ...page } = toPage(await readPage(pool, organizationId, { limit: limit + 1, after }), limit);
  const total = query.count === true ? { total: await countCloudCredentials(pool, organizationId) } : {};
  return { body: { cloud_credentials: items.map(cloudCredentialBody), ...page, ...total } };
};
