import { randomBytes } from "node:crypto";
import { listSecondFactors } from "../../../adapters/postgres/identity/second-factor-store.ts";
import { registrationOptions, relyingPartyOf } from "../../../adapters/second-factors/passkeys.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { addPasskeyFactor } from "../../../contract/rest/second-factors.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { addFactor } from "../../identity/add-factor.ts";

const CHALLENGE_BYTES = 32;

/** Adds a passkey, which counts once it is confirmed; until then its challenge is kept. */
export const handle: Handler<typeof addPasskeyFactor> = async (context, { body }) => {
  const { services } = context;
  const { userId } = assertUser(context.principal);
  const account = await services.identity.findUser(userId);
  if (account === null) throw new BerthError("unauthenticated");
  const party = relyingPartyOf(services.config.publicUrl);
  if (party === undefined) throw new BerthError("passkeys_unavailable");
  const challenge = randomBytes(CHALLENGE_BYTES);
  const secret = challenge.toString("base64url");
  const id = await addFactor(context, { userId, type: "passkey", name: body.name, secret });
  const known = (await listSecondFactors(services.pool, userId)).flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : { credentialId, transports },
  );
  return {
    body: { id, options: await registrationOptions(party, account, { challenge, known }) },
    headers: { "Cache-Control": "no-store" },
  };
};
