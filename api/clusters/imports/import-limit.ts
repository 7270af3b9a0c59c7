import { RoundRobin } from "../../../adapters/round-robin.ts";
import { createBudget } from "../../http/budget.ts";

/** Limits how often, and how many at once, people make the gateway call clusters that it does not know. */
export interface ImportLimit {
  assertAllowed(organizationId: string): Promise<void>;
  /** Does the work once no other of the organization, and not too many of all, are under way; of those that wait, organization by organization. */
  inTurn<T>(organizationId: string, work: () => Promise<T>): Promise<T>;
}

// What one preflight reads is some 100 MiB once it is parsed (a hostile cluster's many small objects are the worst).
const AT_ONCE_MAX = 3;

/** Creates the limit; its timer keeps no process alive. */
export function createImportLimit(perHour: number): ImportLimit {
  const budget = createBudget({ limit: perHour, windowMs: 3_600_000 });
  const underWay = new Set<string>();
  const waiting = new RoundRobin<() => void>();
  const isFree = (organizationId: string): boolean => !underWay.has(organizationId);
  return {
    assertAllowed: (organizationId) => budget.spend(organizationId),
    async inTurn(organizationId, work) {
      const begin = (): unknown => underWay.add(organizationId);
      if (isFree(organizationId) && underWay.size < AT_ONCE_MAX) begin();
      else await new Promise<void>((resolve) => waiting.push(organizationId, () => resolve(void begin())));
      try {
        return await work();
      } finally {
        // Others come before the next of whose has just ended.
        const isOthers = waiting.firstOf(isFree) !== undefined;
        underWay.delete(organizationId);
        if (isOthers || waiting.firstOf(isFree) !== undefined) waiting.shift()?.();
      }
    },
  };
}
