import { removeMember } from "../../../adapters/postgres/identity/organization-store.ts";
import type { removeMember as operation } from "../../../contract/rest/organizations.ts";
import type { Handler } from "../../http/context.ts";
import { changeMember } from "../../identity/change-member.ts";
import { membershipOf } from "../../identity/membership-of.ts";

/** Removes a member, or lets the caller leave. */
export const handle: Handler<typeof operation> = async (context, { path, headers }) => {
  const membership = membershipOf(context, path.slug);
  await changeMember(context, membership, path.user_id, {
    role: undefined,
    ifMatch: headers["if-match"],
    write: (db, member) => removeMember(db, membership.organizationId, member.id),
  });
  return { body: { message: "The membership has ended." } };
};
