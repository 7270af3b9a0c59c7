import type { User } from "../http/principal.ts";

type Caller = Pick<User, "userId" | "via" | "credentialId" | "impersonatorId" | "memberships">;

/**
 * Tells whether a revocation may be about a caller, by what it names: `user:`, `session:`, `key:` or `organization:` with an id, or
 * `oauth`. Of one that names nothing, or what only newer parts know, it may; so it may of whoever acts for somebody else, as
 * that ends with what is the other's.
 */
export function mayConcern(whom: string | undefined, caller: Caller): boolean {
  if (whom === undefined || caller.impersonatorId !== null) return true;
  const [what, id] = whom.split(":");
  switch (what) {
    case "user":
      return caller.userId === id;
    case "session":
    case "key":
      return caller.credentialId === id;
    case "oauth":
      return caller.via === "oauth";
    case "organization":
      return caller.memberships.some(({ organizationId }) => organizationId === id);
    default:
      return true;
  }
}
