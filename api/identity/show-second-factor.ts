import {
  authenticationOptions,
  readAuthentication,
  relyingPartyOf,
  type PasskeyResponse,
} from "../../adapters/second-factors/passkeys.ts";
import { totpStep } from "../../adapters/second-factors/totp.ts";
import {
  countRecoveryCodes,
  listSecondFactors,
  notePasskey,
  spendRecoveryCode,
  takeTotpStep,
  type SecondFactorRow,
} from "../../adapters/postgres/identity/second-factor-store.ts";
import type { Context } from "../http/context.ts";
import { tellHolder } from "../mail/tell-holder.ts";
import type { PendingLogin } from "./pending-login.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";

/** What somebody shows besides the password. */
export type Shown = Readonly<{
  code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: PasskeyResponse | undefined;
}>;
type Showing = Pick<Context, "services" | "address" | "userAgent">;

/** Tells what an account can show, with the options for its passkeys. */
export async function pendingBody(
  { services }: Pick<Context, "services">,
  { userId, challenge, expiresAtMs }: PendingLogin,
): Promise<Record<string, unknown>> {
  const factors = await listSecondFactors(services.pool, userId);
  const party = relyingPartyOf(services.config.publicUrl);
  const known = factors.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : { credentialId, transports },
  );
  const options =
    party === undefined || known.length === 0
      ? null
      : await authenticationOptions(party, { challenge: Buffer.from(challenge, "base64url"), known });
  const hasCodes = (await countRecoveryCodes(services.pool, userId)) > 0;
  return {
    methods: methodsOf(factors, hasCodes),
    passkey_options: options,
    expires_at: new Date(expiresAtMs).toISOString(),
  };
}

/** Lists what can be shown, in the order of the interface. */
export function methodsOf(factors: readonly SecondFactorRow[], hasCodes: boolean): readonly string[] {
  const types = new Set<string>(factors.map(({ type }) => type));
  return [...["totp", "passkey"].filter((type) => types.has(type)), ...(hasCodes ? ["recovery_code"] : [])];
}

/** Tells whether something is a second factor of a user, and takes it: it does not serve again. */
export async function showsSecondFactor(
  context: Showing,
  userId: string,
  { code, recovery_code: recoveryCode, passkey }: Shown,
  challenge?: string,
): Promise<boolean> {
  const { services } = context;
  if (recoveryCode !== undefined) return showsRecoveryCode(context, userId, recoveryCode);
  const factors = await listSecondFactors(services.pool, userId);
  if (code !== undefined) return showsCode(context, factors, code);
  return passkey !== undefined && challenge !== undefined && showsPasskey(context, factors, { passkey, challenge });
}

async function showsCode({ services }: Showing, factors: readonly SecondFactorRow[], code: string): Promise<boolean> {
  for (const { id, type, secret } of factors) {
    if (type !== "totp") continue;
    const step = totpStep(services.secretSeal.open(secret, id), code, Date.now());
    if (step !== undefined && (await takeTotpStep(services.pool, id, step))) return true;
  }
  return false;
}

async function showsRecoveryCode(context: Showing, userId: string, code: string): Promise<boolean> {
  const { services } = context;
  const isSpent = await spendRecoveryCode(services.pool, userId, hashRecoveryCode(code));
  if (!isSpent) return false;
  await tellHolder(context, { kind: "second_factor", userId, about: "a recovery code was used" })(services.pool);
  services.mailbox?.wake();
  return true;
}

async function showsPasskey(
  { services }: Showing,
  factors: readonly SecondFactorRow[],
  shown: Readonly<{ passkey: PasskeyResponse; challenge: string }>,
): Promise<boolean> {
  const party = relyingPartyOf(services.config.publicUrl);
  const factor = factors.find(({ credentialId }) => credentialId !== null && credentialId === shown.passkey["id"]);
  if (party === undefined || factor?.credentialId == null) return false;
  const { id, credentialId, transports, counter, secret } = factor;
  const publicKey = Buffer.from(services.secretSeal.open(secret, id), "base64url");
  const next = await readAuthentication(party, shown.passkey, {
    passkey: { credentialId, publicKey, counter, transports },
    challenge: Buffer.from(shown.challenge, "base64url"),
  });
  if (next === undefined) return false;
  await notePasskey(services.pool, id, next);
  return true;
}
