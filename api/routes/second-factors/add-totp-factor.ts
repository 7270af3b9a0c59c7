import { newTotpSecret, totpUri } from "../../../adapters/second-factors/totp.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { addTotpFactor } from "../../../contract/rest/second-factors.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { addFactor } from "../../identity/add-factor.ts";

/** Adds an authenticator app, which counts once it is confirmed. */
export const handle: Handler<typeof addTotpFactor> = async (context, { body }) => {
  const { userId } = assertUser(context.principal);
  const account = await context.services.identity.findUser(userId);
  if (account === null) throw new BerthError("unauthenticated");
  const secret = newTotpSecret();
  const id = await addFactor(context, { userId, type: "totp", name: body.name, secret });
  return {
    body: { id, secret, otpauth_uri: totpUri(secret, account.email) },
    headers: { "Cache-Control": "no-store" },
  };
};
