/*
 * Removes a payment method; a repetition after a fault goes on where it stopped:
 * 1. nothing of the scope may need it: what is projected or being created, and what kubectl made a moment ago;
 * 2. under the organization's lock, that once more and the mark that a removal has begun: from then on nothing can begin
 *    that needs a payment method;
 * 3. every valid and pending mandate is revoked, until the provider lists none;
 * 4. the mark goes. A fault before leaves it, with an entry `failed` in the audit log.
 */
import type { AuditEntry } from "../../../adapters/postgres/requests/audit-store.ts";
import { closeAudit } from "../../../adapters/postgres/requests/audit-store.ts";
import {
  beginRemoval,
  endRemoval,
  listActive,
  type ActiveThing,
  type BillingAccount,
} from "../../../adapters/postgres/billing/billing-store.ts";
import type { Lease } from "../../../adapters/postgres/lease-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { removePaymentMethod } from "../../../contract/rest/billing.ts";
import { assertPayments, billingScope } from "../../billing/billing-scope.ts";
import { changeAccount } from "../../billing/change-account.ts";
import { translatePaymentFault } from "../../billing/payment-faults.ts";
import { revokeMandates } from "../../billing/revoke-mandates.ts";
import type { Context, Handler } from "../../http/context.ts";
import { auditOf } from "../../resources/audit-of.ts";
import { listUnmirrored } from "../../resources/list-unmirrored.ts";

type Audit = AuditEntry & Readonly<{ targetId: string }>;

/** Revokes all mandates of a scope that nothing needs any more. */
export const handle: Handler<typeof removePaymentMethod> = async (context, { query }) => {
  const { organizationId, slug } = billingScope(context, query.organization_id);
  assertPayments(context);
  assertUnused(await listActive(context.services.pool, organizationId));
  assertUnused(await listUnmirrored(context, slug));
  const revoked = await changeAccount(context, organizationId, (account, lease) => remove(context, account, lease));
  const message = revoked === 0 ? "There was no payment method." : `The payment method is removed; ${revoked} revoked.`;
  return { body: { message } };
};

function assertUnused(conflicts: readonly ActiveThing[]): void {
  if (conflicts.length > 0) throw new BerthError("payment_method_in_use", { details: { conflicts } });
}

async function remove(context: Context, account: BillingAccount, lease: Lease): Promise<number> {
  const { pool } = context.services;
  const { organizationId } = account;
  const audit: Audit = auditOf(context, { kind: "PaymentMethod", id: organizationId, organizationId });
  const begun = await beginRemoval(pool, organizationId, audit);
  if (begun === "organizationGone") throw new BerthError("not_found");
  if (begun !== "begun") assertUnused(begun);
  try {
    const revoked = await revokeAll(context, account, lease);
    await endRemoval(pool, organizationId, audit);
    return revoked;
  } catch (error) {
    await closeAudit(pool, audit, "failed");
    throw translatePaymentFault(context, error);
  }
}

async function revokeAll(context: Context, { customerId }: BillingAccount, lease: Lease): Promise<number> {
  if (customerId === null) return 0;
  return revokeMandates({ pool: context.services.pool, provider: assertPayments(context) }, customerId, lease);
}
