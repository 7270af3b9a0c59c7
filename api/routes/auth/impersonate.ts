import { BerthError } from "../../../contract/errors.ts";
import type { impersonate } from "../../../contract/rest/sessions.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { hashToken } from "../../identity/api-key-format.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { newId } from "../../identity/new-id.ts";
import { newSessionToken } from "../../identity/session-token.ts";
import { sessionAnswer } from "../../identity/start-session.ts";

const LIFETIME_MS = 3_600_000;

/** Starts a session in which a platform admin acts as another user. */
export const handle: Handler<typeof impersonate> = async (context, { body }) => {
  const { services } = context;
  const admin = assertUser(context.principal);
  const target = await services.identity.findUser(body.user_id);
  if (target === null) throw new BerthError("not_found");
  if (target.isPlatformAdmin)
    throw new BerthError("forbidden", { publicMessage: "Platform admins cannot be impersonated." });
  const token = newSessionToken();
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  const session = {
    id: newId(),
    tokenHash: hashToken(token),
    userId: target.id,
    userAgent: context.userAgent,
    ip: context.address,
    expiresAt,
    actorUserId: admin.userId,
    parentSessionId: admin.credentialId,
    reason: body.reason,
  };
  await auditIdentity(context, { kind: "User", id: target.id }, "succeeded");
  if (!(await services.sessions.impersonate(session, hashToken(newSessionToken()))))
    throw new BerthError("unauthenticated");
  return sessionAnswer(services, target, { token, expiresAt });
};
