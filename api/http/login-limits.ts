import { ipKeyGenerator, MemoryStore } from "express-rate-limit";
import { BerthError } from "../../contract/errors.ts";
import type { LoginRates } from "../identity/sign-in-settings.ts";

/** Limits attempts to sign in, per account and per address, within a minute. */
export interface LoginLimits {
  /** Where the account is not known yet. */
  assertAddressAllowed(context: Readonly<{ address: string }>): Promise<void>;
  assertAllowed(context: Readonly<{ address: string }>, email: string): Promise<void>;
}

/** Creates the limits of attempts to sign in. */
export function createLoginLimits(rates: LoginRates): LoginLimits & Readonly<{ close: () => void }> {
  const accounts = minuteStore();
  const addresses = minuteStore();
  const assertAddressAllowed: LoginLimits["assertAddressAllowed"] = ({ address }) =>
    count(addresses, ipKeyGenerator(address), rates.perAddress);
  return {
    assertAddressAllowed,
    async assertAllowed(context, email) {
      await assertAddressAllowed(context);
      await count(accounts, email.toLowerCase(), rates.perMinute);
    },
    close() {
      accounts.shutdown();
      addresses.shutdown();
    },
  };
}

function minuteStore(): MemoryStore {
  const store = new MemoryStore();
  store.init({ windowMs: 60_000 } as Parameters<MemoryStore["init"]>[0]);
  return store;
}

async function count(store: MemoryStore, key: string, limit: number): Promise<void> {
  const { totalHits, resetTime } = await store.increment(key);
  if (totalHits <= limit) return;
  const seconds = Math.ceil(((resetTime?.getTime() ?? Date.now()) - Date.now()) / 1_000);
  throw new BerthError("rate_limited", { retryAfterSeconds: Math.max(1, seconds) });
}
