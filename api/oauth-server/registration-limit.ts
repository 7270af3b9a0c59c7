import { ipKeyGenerator, MemoryStore } from "express-rate-limit";

const HOUR_MS = 3_600_000;

/** Whether one more application may come from an address in this hour. */
export type RegistrationLimit = (address: string) => Promise<boolean>;

/** Creates the limit of applications that register themselves, for each address. */
export function createRegistrationLimit(perHour: number): RegistrationLimit {
  const store = new MemoryStore();
  store.init({ windowMs: HOUR_MS } as Parameters<MemoryStore["init"]>[0]);
  return async (address) => (await store.increment(ipKeyGenerator(address))).totalHits <= perHour;
}
