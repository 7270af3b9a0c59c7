import type { logout } from "../../../contract/rest/auth.ts";
import type { Handler } from "../../http/context.ts";
import { clearedSessionCookie } from "../../identity/session-token.ts";

/** Ends the session of the cookie, if there is one. */
export const handle: Handler<typeof logout> = async ({ services, proof }) => {
  if (proof.kind === "credential" && proof.credential.via === "session")
    await services.sessions.endByToken(proof.credential.hash);
  return {
    body: { message: "You are signed out." },
    headers: { "Set-Cookie": clearedSessionCookie(services.isSecure), "Cache-Control": "no-store" },
  };
};
