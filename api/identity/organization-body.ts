import type { MemberRow, OrganizationRow } from "../../adapters/postgres/identity/organization-store.ts";
import { ORGANIZATION_ROLES, type OrganizationRole } from "../../contract/rest/operation.ts";
import type { MemberResponse, OrganizationResponse } from "../../contract/rest/organizations.ts";
import type { Answer } from "../http/context.ts";
import { taggedText } from "../http/etag.ts";

/** Makes the body of an organization as someone with `role` sees it. */
export function organizationBody(row: Omit<OrganizationRow, "version">, role: string): OrganizationResponse {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    avatar_url: row.avatarUrl,
    is_system: row.isSystem,
    is_personal: row.isPersonal,
    exec_enabled: row.execEnabled,
    alerts_enabled: row.alertsEnabled,
    current_user_role: role as OrganizationResponse["current_user_role"],
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Answers one organization with its ETag. */
export function organizationAnswer(row: OrganizationRow, role: string): Answer {
  return taggedText(row.version, organizationBody(row, role));
}

/** Makes the body of a member. */
export function memberBody(row: MemberRow): MemberResponse {
  return {
    user_id: row.id,
    email: row.email,
    name: row.name,
    avatar_url: row.avatarUrl,
    role: row.role as MemberResponse["role"],
    joined_at: row.createdAt.toISOString(),
  };
}

/** Answers one member with their ETag. */
export function memberAnswer(row: MemberRow): Answer {
  return taggedText(memberVersion(row).version, memberBody(row));
}

/** Makes the version of a membership: its role is all of it that ever changes, so that one number stands for each role. */
export function memberVersion({ role }: Pick<MemberRow, "role">): Readonly<{ version: number }> {
  return { version: ORGANIZATION_ROLES.indexOf(role as OrganizationRole) + 1 };
}
