import { BerthError } from "../../../contract/errors.ts";
import type { deleteSession } from "../../../contract/rest/sessions.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";

/** Ends one of the caller's sessions. */
export const handle: Handler<typeof deleteSession> = async (context, { path }) => {
  const { userId } = assertUser(context.principal);
  const isEnded = await context.services.sessions.end(userId, path.session_id);
  if (!isEnded) throw new BerthError("not_found");
  await auditIdentity(context, { kind: "Session", id: path.session_id }, "succeeded");
  return { body: { message: "The session has ended." } };
};
