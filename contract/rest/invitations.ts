import { z } from "zod";
import { text } from "../fields.ts";
import { atLeast, defineOperation, ORGANIZATION_ROLES } from "./operation.ts";
import { organizationResponse } from "./organizations.ts";
import { email, listOf, listQuery, messageResponse, slug, timestamp, uuid } from "./values.ts";

const INVITATION_STATUSES = ["pending", "accepted", "declined", "expired", "revoked"] as const;

const invitationCreate = z
  .strictObject({
    email: email.meta({ description: "Who is invited; the account must have this address" }),
    role: z.enum(ORGANIZATION_ROLES).nullable().optional().meta({ description: "Role afterwards; member when unset" }),
    name: text(200, 1).nullable().optional().meta({ description: "Name of who is invited" }),
  })
  .meta({ component: "InvitationCreate", examples: [{ email: "grace@example.org", role: "member" }] });

const members = {
  id: uuid.meta({ description: "Record id" }),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(ORGANIZATION_ROLES),
  status: z.enum(INVITATION_STATUSES),
  inviter_id: uuid.meta({ description: "User who invited" }),
  expires_at: timestamp,
  created_at: timestamp,
};
const invitationResponse = z.object(members).meta({ component: "InvitationResponse" });
export type InvitationResponse = z.infer<typeof invitationResponse>;
const invitationCreateResponse = z
  .object({
    ...members,
    accept_url: z
      .string()
      .nullable()
      .meta({ description: "Address to pass on, only in this answer; null where it was mailed", secret: true }),
  })
  .meta({ component: "InvitationCreateResponse" });
const invitationPreviewResponse = z
  .object({
    invited_email_masked: z.string(),
    invited_email: z.string(),
    expires_at: timestamp,
    status: z.enum(INVITATION_STATUSES),
    organization_name: z.string().nullable(),
    invitee_name: z.string().nullable(),
    inviter_name: z.string().nullable(),
    trial_credit_eur: z.number().nullable(),
  })
  .meta({ component: "InvitationPreviewResponse" });
export type InvitationPreviewResponse = z.infer<typeof invitationPreviewResponse>;

const group = "invitations";
const user = { kind: "user" } as const;
const organization = { slug: slug.meta({ description: "Slug of the organization" }) };
const byToken = { token: text(200, 1).meta({ description: "Token of the invitation" }) };

export const createInvitation = defineOperation({
  operationId: "createInvitation",
  method: "post",
  path: "/organizations/{slug}/invitations",
  group,
  summary: "Invite somebody into an organization",
  description:
    "Valid for 7 days. Only owners invite owners. An organization invites 30 people an hour at most. It is mailed; where the platform sends no mail, the answer carries the address to pass on, once.",
  who: atLeast("admin"),
  verifiedOnly: true,
  notWhileImpersonating: true,
  scope: "organizations:write",
  pathParameters: organization,
  body: invitationCreate,
  idempotent: true,
  freshProof: true,
  success: { status: 201, schema: invitationCreateResponse, description: "The invitation" },
  errors: ["conflict", "secret_already_returned"],
});
export const listInvitations = defineOperation({
  operationId: "listInvitations",
  method: "get",
  path: "/organizations/{slug}/invitations",
  group,
  summary: "List the invitations of an organization",
  who: atLeast("admin"),
  scope: "organizations:read",
  pathParameters: organization,
  query: listQuery,
  success: {
    status: 200,
    schema: listOf("invitations", invitationResponse).meta({ component: "InvitationListResponse" }),
    description: "Invitations, newest first, ended ones too",
  },
});
export const revokeInvitation = defineOperation({
  operationId: "revokeInvitation",
  method: "delete",
  path: "/organizations/{slug}/invitations/{invitation_id}",
  group,
  summary: "Revoke an invitation",
  who: atLeast("admin"),
  scope: "organizations:write",
  pathParameters: { ...organization, invitation_id: uuid.meta({ description: "Record id of the invitation" }) },
  success: { status: 200, schema: messageResponse, description: "Its address answers like one that never was" },
  errors: ["conflict"],
});
export const previewInvitation = defineOperation({
  operationId: "previewInvitation",
  method: "get",
  path: "/invitations/{token}",
  group,
  summary: "Read an invitation before signing in",
  description: "An unknown and a revoked token have the same answer.",
  who: { kind: "public" },
  pathParameters: byToken,
  concurrency: "read",
  success: { status: 200, schema: invitationPreviewResponse, description: "What the invitation is about" },
  errors: ["postgres_unavailable"],
});
export const acceptInvitation = defineOperation({
  operationId: "acceptInvitation",
  method: "post",
  path: "/invitations/{token}/accept",
  group,
  summary: "Join the organization that invited you",
  description: "Your account must have the address that was invited.",
  who: user,
  sessionOnly: true,
  notWhileImpersonating: true,
  pathParameters: byToken,
  idempotent: true,
  success: { status: 200, schema: organizationResponse, description: "The organization, which you are a member of" },
  errors: ["conflict"],
});
export const declineInvitation = defineOperation({
  operationId: "declineInvitation",
  method: "post",
  path: "/invitations/{token}/decline",
  group,
  summary: "Decline an invitation",
  who: user,
  sessionOnly: true,
  notWhileImpersonating: true,
  pathParameters: byToken,
  idempotent: true,
  success: { status: 200, schema: messageResponse, description: "Declined" },
  errors: ["conflict"],
});
export const invitationOperations = [
  createInvitation,
  listInvitations,
  revokeInvitation,
  previewInvitation,
  acceptInvitation,
  declineInvitation,
];
