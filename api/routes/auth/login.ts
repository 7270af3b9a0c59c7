import type { login } from "../../../contract/rest/auth.ts";
import type { Handler } from "../../http/context.ts";
import { signIn } from "../../identity/sign-in.ts";

/** Signs in and answers the session. */
export const handle: Handler<typeof login> = (context, { body }) => signIn(context, body);
