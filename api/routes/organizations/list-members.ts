import { countMembers, listMembers } from "../../../adapters/postgres/identity/organization-store.ts";
import type { listMembers as operation } from "../../../contract/rest/organizations.ts";
import type { Handler } from "../../http/context.ts";
import { decodeCursor, limitOf, toPage } from "../../http/cursor.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { memberBody } from "../../identity/organization-body.ts";

/** Lists the members of an organization, newest first. */
export const handle: Handler<typeof operation> = async (context, { path, query }) => {
  const { pool } = context.services;
  const { organizationId } = membershipOf(context, path.slug);
  const limit = limitOf(query);
  const found = await listMembers(pool, organizationId, { limit: limit + 1, after: decodeCursor(query.cursor) });
  const { items, next_cursor } = toPage(found, limit);
  const total = query.count === true ? { total: await countMembers(pool, organizationId) } : {};
  return { body: { members: items.map(memberBody), next_cursor, ...total } };
};
