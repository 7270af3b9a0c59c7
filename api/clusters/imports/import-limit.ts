import { createBudget } from "../../http/budget.ts";

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
  const budget = createBudget({ limit: perHour, windowMs: 3_600_000 });
  const underWay = new Set<string>();
  const waiting: (() => void)[] = [];
  return {
    assertAllowed: (organizationId) => budget.spend(organizationId),
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
