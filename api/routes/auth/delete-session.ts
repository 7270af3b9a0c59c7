import { BerthError } from "../../../contract/errors.ts";
import type { deleteSession } from "../../../contract/rest/auth.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";

/** Ends one of the caller's sessions. */
export const handle: Handler<typeof deleteSession> = async ({ services, principal }, { path }) => {
  const isEnded = await services.sessions.end(assertUser(principal).userId, path.session_id);
  if (!isEnded) throw new BerthError("not_found");
  return { body: { message: "The session has ended." } };
};
