import type { finishLogin } from "../../../contract/rest/second-factors.ts";
import type { Handler } from "../../http/context.ts";
import { finishSignIn } from "../../identity/finish-sign-in.ts";

/** Finishes a sign-in and answers the session. */
export const handle: Handler<typeof finishLogin> = (context, { body }) => finishSignIn(context, body);
