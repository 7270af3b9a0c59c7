import type { deleteOtherSessions } from "../../../contract/rest/auth.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";

/** Ends every session of the caller but the one of this request. */
export const handle: Handler<typeof deleteOtherSessions> = async ({ services, principal }) => {
  const user = assertUser(principal);
  await services.sessions.endOthers(user.userId, user.credentialId);
  return { body: { message: "Every other session has ended." } };
};
