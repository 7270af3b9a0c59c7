import { Secret, TOTP } from "otpauth";

const ISSUER = "Berth";
const PERIOD_S = 30;
/** A code counts one step before and after its own: clocks differ, people type. */
const WINDOW_STEPS = 1;
const CODE = /^[0-9]{6}$/;
const SECRET_BYTES = 20;

/** Makes a secret of 160 random bits, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Writes the address that authenticator apps read, usually as a QR code. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** Finds the time step that a code is of; undefined when it is of none near now. */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  // The library throws for what is no code of this length in bytes.
  if (!CODE.test(code)) return undefined;
  const totp = totpOf(secret, "");
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  const parameters = { algorithm: "SHA1", digits: 6, period: PERIOD_S } as const;
  return new TOTP({ issuer: ISSUER, label, ...parameters, secret: Secret.fromBase32(secret) });
}
