import { PaymentFault } from "../../../adapters/payments/payment-provider.ts";
import type { FirstPaymentRow } from "../../../adapters/postgres/billing/billing-store.ts";
import type { WriteIntent } from "../../../adapters/postgres/resources/write-ledger.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { addPaymentMethod } from "../../../contract/rest/billing.ts";
import { assertPayments, billingScope } from "../../billing/billing-scope.ts";
import { translatePaymentFault } from "../../billing/payment-faults.ts";
import { returnAddress } from "../../billing/return-address.ts";
import { startFirstPayment } from "../../billing/start-first-payment.ts";
import { changeAccount } from "../../billing/change-account.ts";
import type { Context, Handler } from "../../http/context.ts";
import { describeFault } from "../../http/describe-fault.ts";
import { ValidationFault } from "../../http/validation-fault.ts";
import { attemptOf, intentOf } from "../../resources/attempt-of.ts";
import { beginWrite } from "../../resources/run-write.ts";

const LOST =
  "The payment provider Mollie did not answer as it should; nothing is paid; repeat the request with the same Idempotency-Key.";

/** Starts the first payment of a payment method; the record id of the request makes repetitions the same payment. */
export const handle: Handler<typeof addPaymentMethod> = async (context, { body }) => {
  const { organizationId } = billingScope(context, body.organization_id);
  const provider = assertPayments(context);
  const { pool, ledger, identity, config } = context.services;
  if (config.mollie === undefined) throw new BerthError("billing_not_configured");
  const { publicUrl, webhookUrl } = config.mollie;
  const redirectUrl = returnAddress(publicUrl, body.redirect_to);
  const attempt = attemptOf(context);
  const { id } = attempt;
  const name = (await identity.findOrganization(organizationId))?.name ?? "";
  const wanted = { id, organizationId, name, method: body.method ?? undefined, redirectUrl, webhookUrl };
  const intent = intentOf(context, { kind: "FirstPayment", id, organizationId }, attempt);
  await beginWrite(ledger, intent);
  try {
    const payment = await changeAccount(context, organizationId, (account) =>
      startFirstPayment({ pool, provider }, account, wanted),
    );
    await ledger.succeed(intent, { answer: { status: 201, body: bodyOf(payment) } });
    return { body: bodyOf(payment) };
  } catch (error) {
    await closeRecord(context, intent, error);
    throw translatePaymentFault(context, error, isCertain(error) ? undefined : LOST);
  }
};

/** An attempt that may have started a payment stays open: a repetition must not start another one. */
async function closeRecord({ services, log }: Context, intent: WriteIntent, error: unknown): Promise<void> {
  const { ledger } = services;
  const record = isCertain(error) && intent.isTakeOver !== true ? ledger.refuse(intent) : ledger.leaveOpen(intent);
  await record.catch((fault: unknown) => {
    log.info("Could not close the record of a first payment; the sweep will", { fault: describeFault(fault) });
  });
}

function isCertain(error: unknown): boolean {
  if (error instanceof PaymentFault) return error.kind === "refused";
  return error instanceof BerthError || error instanceof ValidationFault;
}

function bodyOf({ id, organizationId, checkoutUrl, createdAt }: FirstPaymentRow): Record<string, unknown> {
  return { id, organization_id: organizationId, checkout_url: checkoutUrl, created_at: createdAt.toISOString() };
}
