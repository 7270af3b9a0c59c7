import { BerthError } from "../../contract/errors.ts";
import type { OrganizationOfMember } from "../../adapters/postgres/identity-store.ts";
import type { Context, User } from "../http/context.ts";
import { activeMembership } from "./active-organization.ts";
import { userBody } from "./start-session.ts";

/** Makes the body that says who the caller is. */
export async function meBody(context: Context, user: User): Promise<Record<string, unknown>> {
  const account = await context.services.identity.findUser(user.userId);
  if (account === null) throw new BerthError("unauthenticated");
  const organizations = await readableOrganizations(context, user);
  return {
    ...userBody(account),
    organizations: organizations.map(organizationBody),
    active_organization_id: activeMembership(user).organizationId,
    impersonated_by: user.impersonatorId,
    auth_method: user.via,
  };
}

/** Lists the organizations that the caller's credential may know of. */
export async function readableOrganizations(context: Context, user: User): Promise<OrganizationOfMember[]> {
  const known = new Set(user.memberships.map((one) => one.organizationId));
  const all = await context.services.identity.organizationsOf(user.userId);
  return all.filter(({ organization }) => known.has(organization.id));
}

/** Makes the body of an organization as one of its members sees it. */
export function organizationBody({ organization, role }: OrganizationOfMember): Record<string, unknown> {
  return {
    id: organization.id,
    name: organization.name,
    slug: organization.slug,
    avatar_url: organization.avatarUrl,
    is_system: organization.isSystem,
    is_personal: organization.isPersonal,
    current_user_role: role,
    created_at: organization.createdAt.toISOString(),
    updated_at: organization.updatedAt.toISOString(),
  };
}
