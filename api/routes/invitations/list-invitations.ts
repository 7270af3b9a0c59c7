import { countInvitations, listInvitations } from "../../../adapters/postgres/identity/invitation-store.ts";
import type { listInvitations as operation } from "../../../contract/rest/invitations.ts";
import type { Handler } from "../../http/context.ts";
import { decodeCursor, limitOf, toPage } from "../../http/cursor.ts";
import { invitationBody } from "../../identity/invitation-body.ts";
import { membershipOf } from "../../identity/membership-of.ts";

/** Lists the invitations of an organization, newest first. */
export const handle: Handler<typeof operation> = async (context, { path, query }) => {
  const { pool } = context.services;
  const { organizationId } = membershipOf(context, path.slug);
  const limit = limitOf(query);
  const found = await listInvitations(pool, organizationId, { limit: limit + 1, after: decodeCursor(query.cursor) });
  const { items, next_cursor } = toPage(found, limit);
  const total = query.count === true ? { total: await countInvitations(pool, organizationId) } : {};
  return { body: { invitations: items.map(invitationBody), next_cursor, ...total } };
};
