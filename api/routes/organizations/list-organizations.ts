import type { listOrganizations } from "../../../contract/rest/organizations.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { pageOf } from "../../http/cursor.ts";
import { readableOrganizations } from "../../identity/me.ts";
import { organizationBody } from "../../identity/organization-body.ts";

/** Lists the caller's organizations, newest first. */
export const handle: Handler<typeof listOrganizations> = async (context, { query }) => {
  const all = await readableOrganizations(context, assertUser(context.principal));
  const matching = all.filter(({ organization }) => organization.name.startsWith(query.q ?? ""));
  const positioned = matching.map((one) => ({
    ...one,
    createdAt: one.organization.createdAt,
    id: one.organization.id,
  }));
  const { items, ...page } = pageOf(positioned, query);
  return {
    body: { organizations: items.map(({ organization, role }) => organizationBody(organization, role)), ...page },
  };
};
