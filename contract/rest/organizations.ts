import { z } from "zod";
import { text } from "../fields.ts";
import { atLeast, defineOperation, ORGANIZATION_ROLES } from "./operation.ts";
import { notEmpty } from "./rules.ts";
import { listOf, listQuery, messageResponse, namePrefix, slug, timestamp, uuid } from "./values.ts";

export const organizationResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    name: z.string(),
    slug: z.string().meta({ description: "Name in paths; never changes, never used again" }),
    avatar_url: z.string().nullable(),
    is_system: z.boolean().meta({ description: "The platform's own organization" }),
    is_personal: z.boolean().meta({ description: "Made at sign-up for one user" }),
    exec_enabled: z.boolean().meta({ description: "Whether members may open shells in pods and tunnels to them" }),
    alerts_enabled: z.boolean().meta({ description: "Whether anybody is told of alerts" }),
    current_user_role: z
      .enum(ORGANIZATION_ROLES)
      .nullable()
      .meta({ description: "The caller's role; null without membership" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ component: "OrganizationResponse" });
export type OrganizationResponse = z.infer<typeof organizationResponse>;

const name = text(200, 1).meta({ description: "Display name" });
const avatarUrl = z
  .string()
  .max(2048)
  .regex(/^https:\/\/[!-?A-~]+$/)
  .nullable()
  .optional()
  .meta({ description: "https address of a picture; none when null" });
const role = z.enum(ORGANIZATION_ROLES);

const organizationCreate = z
  .strictObject({ name, avatar_url: avatarUrl })
  .meta({ component: "OrganizationCreate", examples: [{ name: "Harbour Works" }] });
const organizationUpdate = z
  .strictObject({
    name: name.nullable().optional(),
    avatar_url: avatarUrl,
    alerts_enabled: z.boolean().nullable().optional().meta({
      description: "Whether anybody is told of alerts; false ends those that are open",
    }),
    exec_enabled: z.boolean().nullable().optional().meta({
      description: "Whether members may open shells in pods and tunnels to them; false ends those that are open",
    }),
  })
  .meta({ component: "OrganizationUpdate", examples: [{ name: "Harbour Works Ltd" }] });
const memberUpdate = z
  .strictObject({ role: role.meta({ description: "The member's role from now on" }) })
  .meta({ component: "MemberUpdate", examples: [{ role: "admin" }] });

const memberResponse = z
  .object({
    user_id: uuid.meta({ description: "Record id of the user" }),
    email: z.string(),
    name: z.string(),
    avatar_url: z.string().nullable(),
    role,
    joined_at: timestamp,
  })
  .meta({ component: "MemberResponse" });
export type MemberResponse = z.infer<typeof memberResponse>;

const changesSomething = notEmpty(
  "organizationUpdateNotEmpty",
  "send at least one of name, avatar_url, exec_enabled and alerts_enabled",
);

const group = "organizations";
const pathParameters = { slug: slug.meta({ description: "Slug of the organization" }) };
const memberParameters = { ...pathParameters, user_id: uuid.meta({ description: "Record id of the member" }) };

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
  who: atLeast("viewer"),
  scope: "organizations:read",
  pathParameters,
  concurrency: "read",
  success: { status: 200, schema: organizationResponse, description: "The organization" },
});
export const createOrganization = defineOperation({
  operationId: "createOrganization",
  method: "post",
  path: "/organizations",
  group,
  summary: "Create an organization",
  description: "You become its owner. The slug is derived from the name and never changes.",
  who: { kind: "user" },
  scope: "organizations:write",
  body: organizationCreate,
  idempotent: true,
  success: { status: 201, schema: organizationResponse, description: "The organization" },
  errors: ["quota_exceeded"],
});
export const updateOrganization = defineOperation({
  operationId: "updateOrganization",
  method: "patch",
  path: "/organizations/{slug}",
  group,
  summary: "Change name or picture of an organization, or whether it has shells",
  who: atLeast("admin"),
  scope: "organizations:write",
  pathParameters,
  body: organizationUpdate,
  rules: [changesSomething],
  concurrency: "write",
  success: { status: 200, schema: organizationResponse, description: "The changed organization" },
});
export const deleteOrganization = defineOperation({
  operationId: "deleteOrganization",
  method: "delete",
  path: "/organizations/{slug}",
  group,
  summary: "Delete an organization",
  description:
    "Only an empty one: clusters, deployments and databases go first. A personal organization and the platform's own stay. Nobody can take the slug again.",
  who: atLeast("owner"),
  scope: "organizations:write",
  pathParameters,
  concurrency: "write",
  success: { status: 200, schema: messageResponse, description: "It is deleted" },
  errors: ["organization_in_use", "conflict", "kubernetes_unavailable"],
});
export const listMembers = defineOperation({
  operationId: "listMembers",
  method: "get",
  path: "/organizations/{slug}/members",
  group,
  summary: "List the members of an organization",
  who: atLeast("viewer"),
  scope: "organizations:read",
  pathParameters,
  query: listQuery,
  success: {
    status: 200,
    schema: listOf("members", memberResponse).meta({ component: "MemberListResponse" }),
    description: "Members, newest first",
  },
});
export const getMember = defineOperation({
  operationId: "getMember",
  method: "get",
  path: "/organizations/{slug}/members/{user_id}",
  group,
  summary: "Read a member of an organization",
  who: atLeast("viewer"),
  scope: "organizations:read",
  pathParameters: memberParameters,
  concurrency: "read",
  success: { status: 200, schema: memberResponse, description: "The member" },
});
export const updateMember = defineOperation({
  operationId: "updateMember",
  method: "patch",
  path: "/organizations/{slug}/members/{user_id}",
  group,
  summary: "Change the role of a member",
  description:
    "Only owners make owners and change the role of one. The last owner keeps the role. Pending invitations that the member has sent, and may not send as what they are now, are revoked.",
  who: atLeast("admin"),
  notWhileImpersonating: true,
  scope: "organizations:write",
  pathParameters: memberParameters,
  body: memberUpdate,
  freshProof: true,
  concurrency: "write",
  success: { status: 200, schema: memberResponse, description: "The member" },
  errors: ["last_owner"],
});
export const removeMember = defineOperation({
  operationId: "removeMember",
  method: "delete",
  path: "/organizations/{slug}/members/{user_id}",
  group,
  summary: "Remove a member, or leave",
  description:
    "Everyone may leave; to remove another one takes the role admin, to remove an owner the role owner. API keys that are limited to the organization, and pending invitations that the member has sent, are revoked.",
  who: atLeast("viewer"),
  scope: "organizations:write",
  pathParameters: memberParameters,
  concurrency: "write",
  success: { status: 200, schema: messageResponse, description: "The membership has ended" },
  errors: ["last_owner"],
});
export const organizationOperations = [
  listOrganizations,
  getOrganization,
  createOrganization,
  updateOrganization,
  deleteOrganization,
  listMembers,
  getMember,
  updateMember,
  removeMember,
];
