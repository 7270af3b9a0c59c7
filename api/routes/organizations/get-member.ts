import { findMember } from "../../../adapters/postgres/identity/organization-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { getMember } from "../../../contract/rest/organizations.ts";
import type { Handler } from "../../http/context.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { memberAnswer } from "../../identity/organization-body.ts";

/** Reads one member of an organization. */
export const handle: Handler<typeof getMember> = async (context, { path }) => {
  const { organizationId } = membershipOf(context, path.slug);
  const member = await findMember(context.services.pool, organizationId, path.user_id);
  if (member === undefined) throw new BerthError("not_found");
  return memberAnswer(member);
};
