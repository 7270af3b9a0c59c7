import { ensureBillingAccount, type BillingAccount } from "../../adapters/postgres/billing/billing-store.ts";
import type { Lease } from "../../adapters/postgres/lease-store.ts";
import type { Context } from "../http/context.ts";
import { newId } from "../identity/new-id.ts";
import { underLease } from "../resources/under-lease.ts";

/** Longer than all calls of the provider between two renewals may take. */
const LEASE_SECONDS = 60;

/** Changes something at the payment provider for an organization while nobody else does. */
export function changeAccount<T>(
  context: Context,
  organizationId: string,
  work: (account: BillingAccount, lease: Lease) => Promise<T>,
): Promise<T> {
  const lease = { name: `billing/${organizationId}`, holder: newId(), seconds: LEASE_SECONDS };
  const busy = "Another change of this payment method is under way; repeat shortly.";
  return underLease({ pool: context.services.pool, log: context.log }, lease, busy, async () =>
    work(await ensureBillingAccount(context.services.pool, organizationId, newId()), lease),
  );
}
