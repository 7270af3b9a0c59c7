import { BerthError } from "../../../contract/errors.ts";
import type { getOrganization } from "../../../contract/rest/organizations.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { readableOrganizations } from "../../identity/me.ts";
import { organizationAnswer } from "../../identity/organization-body.ts";

/** Reads one of the caller's organizations. */
export const handle: Handler<typeof getOrganization> = async (context, { path }) => {
  const all = await readableOrganizations(context, assertUser(context.principal));
  const found = all.find(({ organization }) => organization.slug === path.slug);
  if (found === undefined) throw new BerthError("not_found");
  return organizationAnswer(found.organization, found.role);
};
