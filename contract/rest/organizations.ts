import { z } from "zod";
import { defineOperation, ORGANIZATION_ROLES } from "./operation.ts";
import { listOf, listQuery, namePrefix, slug, timestamp, uuid } from "./values.ts";

export const organizationResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    name: z.string(),
    slug: z.string().meta({ description: "Name in paths; never changes, never used again" }),
    avatar_url: z.string().nullable(),
    is_system: z.boolean().meta({ description: "The platform's own organization" }),
    is_personal: z.boolean().meta({ description: "Made at sign-up for one user" }),
    current_user_role: z
      .enum(ORGANIZATION_ROLES)
      .nullable()
      .meta({ description: "The caller's role; null without membership" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ component: "OrganizationResponse" });
export type OrganizationResponse = z.infer<typeof organizationResponse>;

const group = "organizations";

export const listOrganizations = defineOperation({
  operationId: "listOrganizations",
  method: "get",
  path: "/organizations",
  group,
  summary: "List your organizations",
  who: { kind: "user" },
  scope: "organizations:read",
  query: { ...listQuery, ...namePrefix },
  success: {
    status: 200,
    schema: listOf("organizations", organizationResponse).meta({ component: "OrganizationListResponse" }),
    description: "Organizations you are a member of, newest first",
  },
});
export const getOrganization = defineOperation({
  operationId: "getOrganization",
  method: "get",
  path: "/organizations/{slug}",
  group,
  summary: "Read an organization",
  who: { kind: "role", role: "viewer" },
  scope: "organizations:read",
  pathParameters: { slug: slug.meta({ description: "Slug of the organization" }) },
  concurrency: "read",
  success: { status: 200, schema: organizationResponse, description: "The organization" },
});
export const organizationOperations = [listOrganizations, getOrganization];
