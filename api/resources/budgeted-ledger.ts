import type { WriteLedger } from "../../adapters/postgres/resources/write-ledger.ts";
import { createBudget } from "../http/budget.ts";

const MINUTE_MS = 60_000;

/**
 * Holds each organization to so many writes a minute: all share one delivery repository, one API server and one audit log, and
 * fifty keys of one organization are still one organization. What takes over an abandoned attempt was counted before.
 */
export function withWriteBudget(ledger: WriteLedger, perMinute: number): WriteLedger {
  const budget = createBudget({ limit: perMinute, windowMs: MINUTE_MS });
  const message = `The organization has made more than ${perMinute} changes within a minute; repeat after the time in Retry-After.`;
  return {
    ...ledger,
    async begin(intent) {
      const { organizationId } = intent.audit;
      if (organizationId !== null && intent.isTakeOver !== true) await budget.spend(organizationId, message);
      return ledger.begin(intent);
    },
  };
}
