import type { Mandate, PaymentProvider } from "../../adapters/payments/payment-provider.ts";
import {
  findBillingAccount,
  recordReading,
  type BillingAccount,
} from "../../adapters/postgres/billing/billing-store.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";
import { askProvider } from "./payment-faults.ts";

/** So long a mandate that was valid counts without asking; that none was valid is always asked anew. */
const KEPT_MS = 15 * 60_000;

/** Reads the mandates of an account from the payment provider and keeps what they come to. */
export async function readMandates(
  context: Context,
  provider: PaymentProvider,
  account: BillingAccount | undefined,
): Promise<readonly Mandate[]> {
  const customerId = account?.customerId;
  if (account === undefined || typeof customerId !== "string") return [];
  const mandates = await askProvider(context, () => provider.listMandates(customerId));
  await recordReading(context.services.pool, account, isUsable(mandates));
  return mandates;
}

/** Tells whether one of the mandates pays; a pending one may never become valid. */
export function isUsable(mandates: readonly Mandate[]): boolean {
  return mandates.some(({ status }) => status === "valid");
}

/** Refuses an organization without a payment method; the write that follows looks once more, under the organization's lock. */
export async function assertCanPay(context: Context, organizationId: string): Promise<void> {
  const { pool, payments } = context.services;
  const account = payments === undefined ? undefined : await findBillingAccount(pool, organizationId);
  if (payments === undefined || account === undefined || account.isRemoving) throw new BerthError("payment_required");
  const isFresh = account.ageMs !== null && account.ageMs < KEPT_MS;
  if (account.usable && isFresh) return;
  if (!isUsable(await readMandates(context, payments, account))) throw new BerthError("payment_required");
}
