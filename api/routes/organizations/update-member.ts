import { setRole } from "../../../adapters/postgres/identity/organization-store.ts";
import type { updateMember } from "../../../contract/rest/organizations.ts";
import type { Handler } from "../../http/context.ts";
import { changeMember } from "../../identity/change-member.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { memberAnswer } from "../../identity/organization-body.ts";

/** Gives a member another role. */
export const handle: Handler<typeof updateMember> = async (context, { path, body: { role }, headers }) => {
  const membership = membershipOf(context, path.slug);
  const before = await changeMember(context, membership, path.user_id, {
    role,
    ifMatch: headers["if-match"],
    write: (db, member) => setRole(db, membership.organizationId, member.id, role),
  });
  return memberAnswer({ ...before, role });
};
