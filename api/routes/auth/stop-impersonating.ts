import { BerthError } from "../../../contract/errors.ts";
import type { stopImpersonating } from "../../../contract/rest/sessions.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { hashToken } from "../../identity/api-key-format.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { newSessionToken } from "../../identity/session-token.ts";
import { sessionAnswer } from "../../identity/start-session.ts";

/** Ends an impersonation and restores the admin's session under a new id: the old one was never stored. */
export const handle: Handler<typeof stopImpersonating> = async (context) => {
  const { services } = context;
  const user = assertUser(context.principal);
  if (user.impersonatorId === null) throw new BerthError("not_impersonating");
  const token = newSessionToken();
  await auditIdentity(context, { kind: "User", id: user.userId }, "succeeded");
  const restored = await services.sessions.stopImpersonating(user.credentialId, hashToken(token));
  const admin = restored === undefined ? null : await services.identity.findUser(restored.userId);
  if (restored === undefined || admin === null) throw new BerthError("unauthenticated");
  return sessionAnswer(services, admin, { token, expiresAt: restored.expiresAt });
};
