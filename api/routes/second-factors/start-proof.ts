import type { startProof } from "../../../contract/rest/second-factors.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { newPendingLogin, pendingLoginCookie } from "../../identity/pending-login.ts";
import { pendingBody } from "../../identity/show-second-factor.ts";

/** Answers what the caller can show, with a challenge for their passkeys. */
export const handle: Handler<typeof startProof> = async (context) => {
  const { userId } = assertUser(context.principal);
  const pending = newPendingLogin({ purpose: "proof", userId, passwordMark: null });
  return {
    body: await pendingBody(context, pending),
    headers: { "Set-Cookie": [pendingLoginCookie.write(pending, context.services)], "Cache-Control": "no-store" },
  };
};
