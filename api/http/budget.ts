import { MemoryStore } from "express-rate-limit";
import { BerthError } from "../../contract/errors.ts";

/** How often something may be done in a while, by whoever it is counted for. */
export interface Budget {
  /** Counts one more, or refuses it with the time after which it is allowed; `publicMessage` says of what there was too much. */
  spend(key: string, publicMessage?: string): Promise<void>;
  /** Counts one more, and tells whether it is allowed. */
  maySpend(key: string): Promise<boolean>;
  /** Takes back one that was counted. */
  giveBack(key: string): Promise<void>;
  /** Ends its timer. */
  close(): void;
}

/** Creates a budget of this process; its timer keeps no process alive. */
export function createBudget({ limit, windowMs }: Readonly<{ limit: number; windowMs: number }>): Budget {
  const store = new MemoryStore();
  store.init({ windowMs } as Parameters<MemoryStore["init"]>[0]);
  return {
    async spend(key, publicMessage) {
      const { totalHits, resetTime } = await store.increment(key);
      if (totalHits <= limit) return;
      const seconds = Math.ceil(((resetTime?.getTime() ?? Date.now()) - Date.now()) / 1_000);
      throw new BerthError("rate_limited", {
        ...(publicMessage !== undefined && { publicMessage }),
        retryAfterSeconds: Math.max(1, seconds),
      });
    },
    maySpend: async (key) => (await store.increment(key)).totalHits <= limit,
    giveBack: (key) => store.decrement(key),
    close: () => store.shutdown(),
  };
}
