import type { logout } from "../../../contract/rest/auth.ts";
import { authenticate } from "../../http/authenticate.ts";
import type { Context, Handler } from "../../http/context.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { clearedSessionCookie } from "../../identity/session-token.ts";

/** Ends the session of the cookie, if there is one. */
export const handle: Handler<typeof logout> = async (context) => {
  const { services } = context;
  await endSession(context);
  return {
    body: { message: "You are signed out." },
    headers: { "Set-Cookie": clearedSessionCookie(services.isSecure), "Cache-Control": "no-store" },
  };
};

async function endSession(context: Context): Promise<void> {
  const { services, proof } = context;
  if (proof.kind !== "credential" || proof.credential.via !== "session") return;
  const principal = await authenticate(services, proof);
  await services.sessions.endByToken(proof.credential.hash);
  if (principal.kind !== "user") return;
  const { userId: actorUserId, credentialId: id } = principal;
  await auditIdentity(context, { kind: "Session", id, actorUserId }, "succeeded");
}
