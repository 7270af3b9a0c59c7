import { endInvitationsOf } from "../../adapters/postgres/identity/invitation-store.ts";
import {
  countMembers,
  findMember,
  lockOrganization,
  type MemberRow,
} from "../../adapters/postgres/identity/organization-store.ts";
import type { Membership } from "../../adapters/postgres/identity/principal.ts";
import type { Queryable } from "../../adapters/postgres/queryable.ts";
import { BerthError } from "../../contract/errors.ts";
import { ORGANIZATION_ROLES } from "../../contract/rest/operation.ts";
import { assertUser } from "../http/authenticate.ts";
import { assertRole, isAtLeast } from "../http/authorize.ts";
import type { Context } from "../http/context.ts";
import { assertVersion } from "../http/etag.ts";
import { auditOf } from "../resources/audit-of.ts";
import { leastInviter } from "./least-inviter.ts";
import { memberVersion } from "./organization-body.ts";
import { recordChange, toldOf } from "./record-change.ts";

/** What is to happen to a member. */
type MemberChange = Readonly<{
  /** The role afterwards; undefined = the membership ends. */
  role: string | undefined;
  /** The version that it is meant for. */
  ifMatch: string | undefined;
  write: (db: Queryable, member: MemberRow) => Promise<void>;
}>;

/**
 * Changes or ends a membership, one change of an organization's members at a time, so that two owners cannot leave at once:
 * 1. the organization is locked, the caller's own role is read anew;
 * 2. only owners touch owners, and everyone may leave;
 * 3. If-Match may say which role the caller knew;
 * 4. the last owner stays one;
 * 5. what the member has invited others to, and could not any more, ends: it would lead back to what is lost.
 */
export async function changeMember(
  context: Context,
  { organizationId }: Membership,
  userId: string,
  change: MemberChange,
): Promise<MemberRow> {
  const callerId = assertUser(context.principal).userId;
  return recordChange(context, async (db) => {
    if ((await lockOrganization(db, organizationId)) === undefined) throw new BerthError("not_found");
    const member = await findMember(db, organizationId, userId);
    const caller = await findMember(db, organizationId, callerId);
    if (member === undefined || caller === undefined) throw new BerthError("not_found");
    assertMayChange(caller, member, change);
    assertVersion(memberVersion(member), change.ifMatch);
    if (member.role === "owner" && change.role !== "owner" && (await countMembers(db, organizationId, "owner")) === 1)
      throw new BerthError("last_owner");
    await change.write(db, member);
    const roles = ORGANIZATION_ROLES.filter((role) => !isAtLeast(change.role, leastInviter(role)));
    const ended = await endInvitationsOf(db, { organizationId, inviterId: userId, roles });
    const after = change.role === undefined ? {} : { after: { role: change.role } };
    const audit = auditOf(context, { kind: "Member", id: userId, organizationId });
    return {
      result: member,
      audit: { ...audit, changes: { before: { role: member.role }, ...after } },
      told: [
        toldOf("Member", userId, organizationId, change.role === undefined ? "deleted" : "updated"),
        ...ended.map((id) => toldOf("Invitation", id, organizationId, "updated")),
      ],
    };
  });
}

function assertMayChange(caller: MemberRow, member: MemberRow, { role }: MemberChange): void {
  const leaves = caller.id === member.id && role === undefined;
  if (!leaves) assertRole(caller.role, "admin");
  if (!leaves && (member.role === "owner" || role === "owner")) assertRole(caller.role, "owner");
}
