import {
  releaseLease,
  takeLease,
  type BillingAccount,
  type BillingLease,
} from "../../adapters/postgres/billing-store.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";
import { describeFault } from "../http/describe-fault.ts";
import { newId } from "../identity/new-id.ts";

/** Longer than all calls of the provider between two renewals may take. */
const LEASE_MS = 60_000;

/** Changes something at the payment provider for an organization while nobody else does; no connection is held. */
export async function underLease<T>(
  { services, log }: Context,
  organizationId: string,
  work: (account: BillingAccount, lease: BillingLease) => Promise<T>,
): Promise<T> {
  const { pool } = services;
  const lease = { organizationId, leaseId: newId(), leaseMs: LEASE_MS };
  const account = await takeLease(pool, lease, newId());
  if (account === undefined)
    throw new BerthError("conflict", {
      publicMessage: "Another change of this payment method is under way; repeat shortly.",
      retryAfterSeconds: 2,
    });
  try {
    return await work(account, lease);
  } finally {
    await releaseLease(pool, lease).catch((error: unknown) => {
      log.info("Could not give a lease back; it ends by itself", { fault: describeFault(error) });
    });
  }
}
