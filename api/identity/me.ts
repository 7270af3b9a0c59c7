import { BerthError } from "../../contract/errors.ts";
import type { OrganizationOfMember } from "../../adapters/postgres/identity/identity-store.ts";
import type { Context } from "../http/context.ts";
import type { User } from "../http/principal.ts";
import { activeMembership } from "./active-organization.ts";
import { organizationBody } from "./organization-body.ts";
import { userBody } from "./start-session.ts";

/** Makes the body that says who the caller is. */
export async function meBody(context: Context, user: User): Promise<Record<string, unknown>> {
  const account = await context.services.identity.findUser(user.userId);
  if (account === null) throw new BerthError("unauthenticated");
  const organizations = await readableOrganizations(context, user);
  return {
    ...userBody(account),
    organizations: organizations.map(({ organization, role }) => organizationBody(organization, role)),
    active_organization_id: activeMembership(user).organizationId,
    impersonated_by: user.impersonatorId,
    auth_method: user.via,
  };
}

type Readable = Readonly<{
  organization: OrganizationOfMember["organization"] & Readonly<{ execEnabled: boolean; alertsEnabled: boolean }>;
  role: string;
}>;

/** Lists the organizations that the caller's credential may know of. */
export async function readableOrganizations(context: Context, user: User): Promise<Readable[]> {
  const known = new Map(user.memberships.map((one) => [one.organizationId, one]));
  const all = await context.services.identity.organizationsOf(user.userId);
  return all.flatMap(({ organization, role }) => {
    const membership = known.get(organization.id);
    if (membership === undefined) return [];
    const { execEnabled, alertsEnabled } = membership;
    return [{ organization: { ...organization, execEnabled, alertsEnabled }, role }];
  });
}
