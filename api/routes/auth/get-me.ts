import type { getMe } from "../../../contract/rest/auth.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { meBody } from "../../identity/me.ts";

/** Answers who the caller is. */
export const handle: Handler<typeof getMe> = async (context) => ({
  body: await meBody(context, assertUser(context.principal)),
});
