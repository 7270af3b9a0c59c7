import type { Membership } from "../../adapters/postgres/identity/principal.ts";
import { BerthError } from "../../contract/errors.ts";
import type { User } from "../http/principal.ts";

/** Finds the caller's membership that a request means: the one named, else the key's limit, the session's, the personal one. */
export function activeMembership(user: User, requested?: string | null): Membership {
  const byId = (id: string | null | undefined): Membership | undefined =>
    user.memberships.find((one) => one.organizationId === id);
  if (requested !== undefined && requested !== null) return found(byId(requested));
  const limited = user.limitOrganizationId === null ? undefined : byId(user.limitOrganizationId);
  return found(limited ?? byId(user.activeOrganizationId) ?? user.memberships.find((one) => one.isPersonal));
}

function found(membership: Membership | undefined): Membership {
  if (membership === undefined) throw new BerthError("not_found");
  return membership;
}
