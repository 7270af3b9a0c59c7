import type { OrganizationRole } from "../../contract/rest/operation.ts";

/** Names the least role that invites somebody as another one. */
export function leastInviter(role: string): OrganizationRole {
  return role === "owner" ? "owner" : "admin";
}
