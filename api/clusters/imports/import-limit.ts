import { MemoryStore } from "express-rate-limit";
import { BerthError } from "../../../contract/errors.ts";

/** Limits how often an organization's people make the gateway call clusters that it does not know. */
export interface ImportLimit {
  assertAllowed(organizationId: string): Promise<void>;
}

/** Creates the limit; its timer keeps no process alive. */
export function createImportLimit(perHour: number): ImportLimit {
  const store = new MemoryStore();
  store.init({ windowMs: 3_600_000 } as Parameters<MemoryStore["init"]>[0]);
  return {
    async assertAllowed(organizationId) {
      const { totalHits, resetTime } = await store.increment(organizationId);
      if (totalHits <= perHour) return;
      const seconds = Math.ceil(((resetTime?.getTime() ?? Date.now()) - Date.now()) / 1_000);
      throw new BerthError("rate_limited", { retryAfterSeconds: Math.max(1, seconds) });
    },
  };
}
