import type { deleteOtherSessions } from "../../../contract/rest/sessions.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";

/** Ends every session of the caller but the one of this request. */
export const handle: Handler<typeof deleteOtherSessions> = async (context) => {
  const user = assertUser(context.principal);
  await context.services.sessions.endOthers(user.userId, user.credentialId);
  await auditIdentity(context, { kind: "User", id: user.userId }, "succeeded");
  return { body: { message: "Every other session has ended." } };
};
