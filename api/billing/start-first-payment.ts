/*
 * Starts a first payment, once however often it is repeated:
 * 1. the record of the payment, whose id is the provider's Idempotency-Key;
 * 2. the customer, made once per organization under a key that is recorded before;
 * 3. the payment; should the provider have lost the customer, a new one is made and the payment started with that;
 * 4. its identifier and checkout into the record, which a repetition answers from.
 */
import type { FirstPaymentOrder, PaymentProvider, StartedPayment } from "../../adapters/payments/payment-provider.ts";
import { PaymentFault } from "../../adapters/payments/payment-provider.ts";
import {
  beginFirstPayment,
  findFirstPayment,
  recordFirstPayment,
  setCustomer,
  type BillingAccount,
  type FirstPaymentRow,
} from "../../adapters/postgres/billing/billing-store.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import { BerthError } from "../../contract/errors.ts";
import { refusedValue } from "../http/refused-value.ts";
import { newId } from "../identity/new-id.ts";

/** The payment that is wanted. */
type WantedPayment = Readonly<{ id: string; name: string }> &
  Pick<FirstPaymentOrder, "organizationId" | "method" | "redirectUrl" | "webhookUrl">;
type Parts = Readonly<{ pool: Pool; provider: PaymentProvider }>;

const PER_HOUR_MAX = 20;

/** Starts the payment, or returns the one that an earlier attempt has started. */
export async function startFirstPayment(
  { pool, provider }: Parts,
  account: BillingAccount,
  wanted: WantedPayment,
): Promise<FirstPaymentRow> {
  const { id, organizationId } = wanted;
  const earlier = await findFirstPayment(pool, id);
  if (earlier?.paymentId) return earlier;
  if (!(await beginFirstPayment(pool, { id, organizationId }, PER_HOUR_MAX)))
    throw new BerthError("rate_limited", { retryAfterSeconds: 3_600 });
  const started = await startWithCustomer({ pool, provider }, account, wanted);
  const recorded = await recordFirstPayment(pool, id, started);
  if (recorded === undefined) throw new BerthError("internal", { message: "The record of a first payment is gone" });
  return recorded;
}

async function startWithCustomer(
  parts: Parts,
  account: BillingAccount,
  wanted: WantedPayment,
): Promise<StartedPayment> {
  const known = account.customerId ?? (await makeCustomer(parts, wanted, account.customerKey));
  const first = await start(parts, wanted, known);
  if (first.kind !== "customerGone") return assertStarted(first);
  const customerKey = newId();
  await setCustomer(parts.pool, wanted.organizationId, { customerId: null, customerKey });
  return assertStarted(await start(parts, wanted, await makeCustomer(parts, wanted, customerKey)));
}

async function makeCustomer({ pool, provider }: Parts, wanted: WantedPayment, customerKey: string): Promise<string> {
  const { organizationId, name } = wanted;
  const customerId = await provider.createCustomer({ name, organizationId }, customerKey);
  await setCustomer(pool, organizationId, { customerId, customerKey });
  return customerId;
}

type Started = Awaited<ReturnType<PaymentProvider["startFirstPayment"]>>;

function start({ provider }: Parts, { id, name, ...wanted }: WantedPayment, customerId: string): Promise<Started> {
  const order = { ...wanted, customerId, description: `Payment method of ${name}`.slice(0, 255) };
  return provider.startFirstPayment(order, `${id}:${customerId}`);
}

function assertStarted(started: Started): StartedPayment {
  if (started.kind === "started") return started;
  if (started.kind === "methodRefused")
    throw refusedValue(["body", "method"], "the payment provider does not offer it");
  throw new PaymentFault("refused", "knows no customer that it has just made");
}
