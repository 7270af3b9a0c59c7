import { ipKeyGenerator } from "express-rate-limit";
import type { LoginRates } from "../identity/sign-in-settings.ts";
import { createBudget, type Budget } from "./budget.ts";

/** What is guessed at, and what is known of where the guess comes from. */
type Guess = Readonly<{ account: string; deviceId: string | null; isKnownNetwork: boolean }>;
/** An attempt that counts as failed until it is said to have succeeded. */
type Attempt = Readonly<{ succeeded: () => Promise<void> }>;

/**
 * Limits attempts to sign in (docs/adr/0038). What strangers do must lock nobody out:
 * 1. failures count per account and device where the device is known, and there is no other limit then;
 * 2. else per account and address, with all requests of the address, and with the failures of an hour from all strangers,
 *    which bound what many addresses can guess together; who comes from where the account was signed in before is no stranger;
 * 3. what may be asked about an address of mail counts per place, too; mails to it have a bound of their own, of which nobody is told.
 */
export interface LoginLimits {
  /** Where the account is not known yet. */
  assertAddressAllowed(context: Readonly<{ address: string }>): Promise<void>;
  /** For what only its holder can name: a password of a user who is signed in, a token. Never an address of mail, which strangers know. */
  assertAllowed(context: Readonly<{ address: string }>, secret: string): Promise<void>;
  /** For what anybody may ask about an address of mail: counted from each place by itself. */
  assertAllowedHere(context: Readonly<{ address: string }>, email: string): Promise<void>;
  /** Tells whether one more mail may be asked for; who asked for the ones before, nobody is told. */
  mayMail(email: string): Promise<boolean>;
  begin(context: Readonly<{ address: string }>, guess: Guess): Promise<Attempt>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Of an hour's failures one address has at most this part: it alone locks nobody out. */
const SHARE_OF_ADDRESS = 3;

/** Creates the limits of attempts to sign in. */
export function createLoginLimits(rates: LoginRates): LoginLimits & Readonly<{ close: () => void }> {
  const addresses = createBudget({ windowMs: MINUTE_MS, limit: rates.perAddress });
  const accounts = createBudget({ windowMs: MINUTE_MS, limit: rates.perMinute });
  const mails = createBudget({ windowMs: MINUTE_MS, limit: rates.perMinute });
  const pairs = createBudget({ windowMs: MINUTE_MS, limit: rates.perMinute });
  const pairHours = createBudget({ windowMs: HOUR_MS, limit: Math.ceil(rates.perHour / SHARE_OF_ADDRESS) });
  const strangers = createBudget({ windowMs: HOUR_MS, limit: rates.perHour });
  const assertAddressAllowed: LoginLimits["assertAddressAllowed"] = ({ address }) =>
    addresses.spend(ipKeyGenerator(address));
  return {
    assertAddressAllowed,
    async assertAllowed(context, secret) {
      await assertAddressAllowed(context);
      await accounts.spend(secret);
    },
    async assertAllowedHere(context, email) {
      await assertAddressAllowed(context);
      await pairs.spend(`mail to ${email.toLowerCase()} from ${ipKeyGenerator(context.address)}`);
    },
    mayMail: (email) => mails.maySpend(email.toLowerCase()),
    async begin(context, { account, deviceId, isKnownNetwork }) {
      if (deviceId !== null) return attempt([[pairs, `${account} by device ${deviceId}`]]);
      await assertAddressAllowed(context);
      const pair = `${account} from ${ipKeyGenerator(context.address)}`;
      if (isKnownNetwork) return attempt([[pairs, pair]]);
      return attempt([
        [pairs, pair],
        [pairHours, pair],
        [strangers, account],
      ]);
    },
    close() {
      for (const budget of [addresses, accounts, mails, pairs, pairHours, strangers]) budget.close();
    },
  };
}

/** What a limit refuses does not count with the ones behind it. */
async function attempt(counts: readonly (readonly [Budget, string])[]): Promise<Attempt> {
  for (const [budget, key] of counts) await budget.spend(key);
  return {
    async succeeded() {
      for (const [budget, key] of counts) await budget.giveBack(key);
    },
  };
}
