import type { getPendingLogin } from "../../../contract/rest/second-factors.ts";
import type { Handler } from "../../http/context.ts";
import { pendingLoginOf } from "../../identity/finish-sign-in.ts";
import { pendingBody } from "../../identity/show-second-factor.ts";

/** Answers what finishes the sign-in that this browser has begun. */
export const handle: Handler<typeof getPendingLogin> = async (context) => ({
  body: await pendingBody(context, pendingLoginOf(context)),
  headers: { "Cache-Control": "no-store" },
});
