import { ipKeyGenerator, MemoryStore } from "express-rate-limit";
import { BerthError } from "../../contract/errors.ts";
import type { LoginRates } from "../identity/sign-in-settings.ts";

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

type Counter = Readonly<{ store: MemoryStore; limit: number }>;

/** Creates the limits of attempts to sign in. */
export function createLoginLimits(rates: LoginRates): LoginLimits & Readonly<{ close: () => void }> {
  const addresses = { store: createStore(MINUTE_MS), limit: rates.perAddress };
  const accounts = { store: createStore(MINUTE_MS), limit: rates.perMinute };
  const mails = { store: createStore(MINUTE_MS), limit: rates.perMinute };
  const pairs = { store: createStore(MINUTE_MS), limit: rates.perMinute };
  const pairHours = { store: createStore(HOUR_MS), limit: Math.ceil(rates.perHour / SHARE_OF_ADDRESS) };
  const strangers = { store: createStore(HOUR_MS), limit: rates.perHour };
  const assertAddressAllowed: LoginLimits["assertAddressAllowed"] = ({ address }) =>
    count(addresses, ipKeyGenerator(address));
  return {
    assertAddressAllowed,
    async assertAllowed(context, secret) {
      await assertAddressAllowed(context);
      await count(accounts, secret);
    },
    async assertAllowedHere(context, email) {
      await assertAddressAllowed(context);
      await count(pairs, `mail to ${email.toLowerCase()} from ${ipKeyGenerator(context.address)}`);
    },
    mayMail: async (email) => (await mails.store.increment(email.toLowerCase())).totalHits <= mails.limit,
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
      for (const { store } of [addresses, accounts, mails, pairs, pairHours, strangers]) store.shutdown();
    },
  };
}

/** What a limit refuses does not count with the ones behind it. */
async function attempt(counts: readonly (readonly [Counter, string])[]): Promise<Attempt> {
  for (const [counter, key] of counts) await count(counter, key);
  return {
    async succeeded() {
      for (const [{ store }, key] of counts) await store.decrement(key);
    },
  };
}

function createStore(windowMs: number): MemoryStore {
  const store = new MemoryStore();
  store.init({ windowMs } as Parameters<MemoryStore["init"]>[0]);
  return store;
}

async function count({ store, limit }: Counter, key: string): Promise<void> {
  const { totalHits, resetTime } = await store.increment(key);
  if (totalHits <= limit) return;
  const seconds = Math.ceil(((resetTime?.getTime() ?? Date.now()) - Date.now()) / 1_000);
  throw new BerthError("rate_limited", { retryAfterSeconds: Math.max(1, seconds) });
}
