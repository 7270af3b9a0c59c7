import {
  confirmSecondFactor as confirmRow,
  findNewFactor,
  type Confirmation,
  type SecondFactorRow,
} from "../../../adapters/postgres/identity/second-factor-store.ts";
import { readRegistration, relyingPartyOf } from "../../../adapters/second-factors/passkeys.ts";
import { totpStep } from "../../../adapters/second-factors/totp.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { ParsedRequest } from "../../../contract/rest/operation.ts";
import type { confirmSecondFactor } from "../../../contract/rest/second-factors.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Context, Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { hashRecoveryCode, newRecoveryCodes } from "../../identity/recovery-codes.ts";
import { tellHolder } from "../../mail/tell-holder.ts";

type Body = ParsedRequest<typeof confirmSecondFactor>["body"];
type Proof = Pick<Confirmation, "counter" | "passkey">;

/** Makes a second factor count that was shown for the first time; the session has shown it, too. */
export const handle: Handler<typeof confirmSecondFactor> = async (context, { path, body }) => {
  const { services } = context;
  const { userId, credentialId: sessionId } = assertUser(context.principal);
  const factor = await findNewFactor(services.pool, userId, path.factor_id);
  if (factor === undefined) throw new BerthError("not_found");
  const proof = await proofOf(context, factor, body);
  const codes = newRecoveryCodes();
  const confirmation = { id: factor.id, userId, sessionId, ...proof, codeHashes: codes.map(hashRecoveryCode) };
  const tell = tellHolder(context, {
    kind: "second_factor",
    userId,
    about: `${factor.name} (${factor.type}) was added`,
  });
  const confirmed = await confirmRow(services.pool, confirmation, tell);
  if (confirmed === undefined) throw new BerthError("not_found");
  services.mailbox?.wake();
  await auditIdentity(context, { kind: "SecondFactor", id: factor.id }, "succeeded");
  return {
    body: {
      message: "From now on a sign-in asks for a second factor.",
      recovery_codes: confirmed.hasNewCodes ? codes : null,
    },
    headers: { "Cache-Control": "no-store" },
  };
};

async function proofOf(
  { services }: Context,
  { id, type, secret }: SecondFactorRow,
  { code, passkey }: Body,
): Promise<Proof> {
  const opened = services.secretSeal.open(secret, id);
  if (type === "totp") {
    const step = code === undefined ? undefined : totpStep(opened, code, Date.now());
    if (step === undefined) throw refusedValue(["body", "code"], "this is not what the app shows now");
    return { counter: step };
  }
  const party = relyingPartyOf(services.config.publicUrl);
  const made =
    party === undefined || passkey === undefined
      ? undefined
      : await readRegistration(party, passkey, Buffer.from(opened, "base64url"));
  if (made === undefined) throw refusedValue(["body", "passkey"], "this is no passkey that was made for these options");
  const { credentialId, publicKey, transports, counter } = made;
  const kept = services.secretSeal.seal(publicKey.toString("base64url"), id);
  return { counter, passkey: { secret: kept, credentialId, transports } };
}
