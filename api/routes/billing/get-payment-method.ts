import { findBillingAccount } from "../../../adapters/postgres/billing/billing-store.ts";
import type { getPaymentMethod } from "../../../contract/rest/billing.ts";
import { assertPayments, billingScope } from "../../billing/billing-scope.ts";
import { paymentMethodBody } from "../../billing/payment-method-body.ts";
import { readMandates } from "../../billing/read-mandates.ts";
import type { Handler } from "../../http/context.ts";
import { taggedText } from "../../http/etag.ts";

/** Reads the payment method of a scope, as the payment provider knows it now. */
export const handle: Handler<typeof getPaymentMethod> = async (context, { query }) => {
  const { organizationId } = billingScope(context, query.organization_id);
  const provider = assertPayments(context);
  const account = await findBillingAccount(context.services.pool, organizationId);
  return taggedText(1, paymentMethodBody(organizationId, await readMandates(context, provider, account)));
};
