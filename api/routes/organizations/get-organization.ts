import { BerthError } from "../../../contract/errors.ts";
import type { getOrganization } from "../../../contract/rest/organizations.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { etagOf } from "../../http/etag.ts";
import { organizationBody, readableOrganizations } from "../../identity/me.ts";

/** Reads one of the caller's organizations. */
export const handle: Handler<typeof getOrganization> = async (context, { path }) => {
  const all = await readableOrganizations(context, assertUser(context.principal));
  const found = all.find(({ organization }) => organization.slug === path.slug);
  if (found === undefined) throw new BerthError("not_found");
  const text = JSON.stringify(organizationBody(found));
  return { text, etag: etagOf(found.organization.version, text) };
};
