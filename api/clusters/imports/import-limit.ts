import { MemoryStore } from "express-rate-limit";
import { BerthError } from "../../../contract/errors.ts";

/** Limits how often, and how many at once, people make the gateway call clusters that it does not know. */
export interface ImportLimit {
  assertAllowed(organizationId: string): Promise<void>;
  /** Does the work once no other of the organization, and not too many of all, are under way. */
  inTurn<T>(organizationId: string, work: () => Promise<T>): Promise<T>;
}

// What one preflight reads is some 100 MiB once it is parsed (a hostile cluster's many small objects are the worst).
const AT_ONCE_MAX = 3;

/** Creates the limit; its timer keeps no process alive. */
export function createImportLimit(perHour: number): ImportLimit {
  const store = new MemoryStore();
  store.init({ windowMs: 3_600_000 } as Parameters<MemoryStore["init"]>[0]);
  const underWay = new Set<string>();
  const waiting: (() => void)[] = [];
  return {
    async assertAllowed(organizationId) {
      const { totalHits, resetTime } = await store.increment(organizationId);
      if (totalHits <= perHour) return;
      const seconds = Math.ceil(((resetTime?.getTime() ?? Date.now()) - Date.now()) / 1_000);
      throw new BerthError("rate_limited", { retryAfterSeconds: Math.max(1, seconds) });
    },
    async inTurn(organizationId, work) {
      while (underWay.has(organizationId) || underWay.size >= AT_ONCE_MAX)
        await new Promise<void>((resolve) => waiting.push(resolve));
      underWay.add(organizationId);
      try {
        return await work();
      } finally {
        underWay.delete(organizationId);
        for (const goOn of waiting.splice(0)) goOn();
      }
    },
  };
}
