import type { Membership } from "../../adapters/postgres/identity/principal.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { assertUser } from "../http/authenticate.ts";
import type { Context } from "../http/context.ts";

/** Refuses where the organization has shells switched off: a run is one without a terminal. Yields who asks, as what. */
export function assertShells(
  { principal }: Context,
  { organizationId }: StoredResource,
): Readonly<{ userId: string; role: Membership["role"] }> {
  const { userId, memberships } = assertUser(principal);
  const membership = memberships.find((one) => one.organizationId === organizationId);
  if (membership?.execEnabled !== true) throw new BerthError("exec_switched_off");
  return { userId, role: membership.role };
}
