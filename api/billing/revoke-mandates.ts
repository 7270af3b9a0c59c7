import { PaymentFault, type PaymentProvider } from "../../adapters/payments/payment-provider.ts";
import { renewLease, type Lease } from "../../adapters/postgres/lease-store.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import { BerthError } from "../../contract/errors.ts";

type Parts = Readonly<{ pool: Pool; provider: PaymentProvider; nowMs?: () => number }>;

/** A mandate may come up while others are revoked. */
const ROUNDS_MAX = 3;
/** Proxies give up after a minute. */
const BUDGET_MS = 45_000;

/** Revokes every valid and pending mandate until the provider lists none; returns how many there were. The first fault ends it. */
export async function revokeMandates(
  { pool, provider, nowMs = () => performance.now() }: Parts,
  customerId: string,
  lease: Lease,
): Promise<number> {
  const endMs = nowMs() + BUDGET_MS;
  let revoked = 0;
  for (let round = 0; round <= ROUNDS_MAX; round += 1) {
    const open = (await provider.listMandates(customerId)).filter(({ status }) => status !== "invalid");
    if (open.length === 0) return revoked;
    for (const { id } of open) {
      if (nowMs() > endMs) throw unfinished(revoked);
      if (!(await renewLease(pool, lease))) throw unfinished(revoked);
      await provider.revokeMandate(customerId, id);
      revoked += 1;
    }
  }
  throw new PaymentFault("unknown", "goes on listing what is revoked");
}

function unfinished(revoked: number): BerthError {
  return new BerthError("unavailable", {
    publicMessage: `${revoked} mandates are revoked so far; repeat to go on.`,
    retryAfterSeconds: 1,
  });
}
