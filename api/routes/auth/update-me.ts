import type { updateMe } from "../../../contract/rest/auth.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { activeMembership } from "../../identity/active-organization.ts";
import { meBody } from "../../identity/me.ts";

/** Chooses the active organization of the session. */
export const handle: Handler<typeof updateMe> = async (context, { body }) => {
  const user = assertUser(context.principal);
  const { organizationId } = activeMembership(user, body.active_organization_id);
  await context.services.sessions.setActiveOrganization(user.credentialId, organizationId);
  return { body: await meBody(context, { ...user, activeOrganizationId: organizationId }) };
};
