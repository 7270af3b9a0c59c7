import type { Membership } from "../../adapters/postgres/identity/principal.ts";
import { BerthError } from "../../contract/errors.ts";
import { assertUser } from "../http/authenticate.ts";
import { assertRole } from "../http/authorize.ts";
import type { Context } from "../http/context.ts";

/** Finds the caller's membership in the organization of a path; an organization that is not theirs does not exist. */
export function membershipOf({ principal, operation }: Context, slug: string): Membership {
  const membership = assertUser(principal).memberships.find((one) => one.slug === slug);
  if (membership === undefined) throw new BerthError("not_found");
  if (operation.who.kind === "role") assertRole(membership.role, operation.who.role);
  return membership;
}
