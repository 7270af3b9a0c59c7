import type { InvitationRow, InvitationView } from "../../adapters/postgres/identity/invitation-store.ts";
import type { InvitationPreviewResponse, InvitationResponse } from "../../contract/rest/invitations.ts";

/** Makes the body of an invitation; its token is never in it. */
export function invitationBody(row: InvitationRow): InvitationResponse {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role as InvitationResponse["role"],
    status: row.status as InvitationResponse["status"],
    inviter_id: row.inviterId,
    expires_at: row.expiresAt.toISOString(),
    created_at: row.createdAt.toISOString(),
  };
}

/** Makes what anyone who holds the token may see. */
export function invitationPreview(row: InvitationView): InvitationPreviewResponse {
  return {
    invited_email_masked: maskEmail(row.email),
    invited_email: row.email,
    expires_at: row.expiresAt.toISOString(),
    status: row.status as InvitationPreviewResponse["status"],
    organization_name: row.organizationName,
    invitee_name: row.name,
    inviter_name: row.inviterName,
    trial_credit_eur: null,
  };
}

/** Shows the first character of the name and the domain: "g***@example.org". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
