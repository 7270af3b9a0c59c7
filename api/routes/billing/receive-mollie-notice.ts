import {
  findBillingAccount,
  findByPaymentId,
  recordPaymentStatus,
  type FirstPaymentRow,
} from "../../../adapters/postgres/billing/billing-store.ts";
import type { receiveMollieNotice } from "../../../contract/rest/billing.ts";
import { assertPayments } from "../../billing/billing-scope.ts";
import { askProvider } from "../../billing/payment-faults.ts";
import { isUsable, readMandates } from "../../billing/read-mandates.ts";
import type { Context, Handler } from "../../http/context.ts";
import { auditOf } from "../../resources/audit-of.ts";

/** Hears that a payment may have changed. Who says so is not trusted: only payments begun here are looked up, at Mollie. */
export const handle: Handler<typeof receiveMollieNotice> = async (context, { body }) => {
  assertPayments(context);
  const payment = await findByPaymentId(context.services.pool, body.id);
  if (payment !== undefined) await refresh(context, payment);
  return { body: { message: "Heard." } };
};

/** The status comes last: should something fail before, Mollie tells it again, and it is new still. */
async function refresh(context: Context, { id, organizationId, paymentId }: FirstPaymentRow): Promise<void> {
  const { pool } = context.services;
  const provider = assertPayments(context);
  const status = await askProvider(context, () => provider.findPaymentStatus(paymentId ?? ""));
  if (status === undefined) return;
  const mandates = await readMandates(context, provider, await findBillingAccount(pool, organizationId));
  const audit = auditOf(context, { kind: "FirstPayment", id, organizationId });
  const changes = { after: { status, usable: isUsable(mandates) } };
  await recordPaymentStatus(pool, { id, status: status.slice(0, 16) }, { ...audit, changes });
}
