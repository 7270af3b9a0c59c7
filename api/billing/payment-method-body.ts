import type { Mandate } from "../../adapters/payments/payment-provider.ts";
import type { MandateResponse, PaymentMethodResponse } from "../../contract/rest/billing.ts";
import { isUsable } from "./read-mandates.ts";

/** Makes the body of a payment method: of the newest valid mandate, else the newest pending one, else the newest. */
export function paymentMethodBody(organizationId: string, mandates: readonly Mandate[]): PaymentMethodResponse {
  const bodies = mandates.map(mandateBody);
  const best = bodies.find(isOf("valid")) ?? bodies.find(isOf("pending")) ?? bodies[0] ?? NONE;
  return {
    organization_id: organizationId,
    usable: isUsable(mandates),
    status: best.status,
    method: best.method,
    holder: best.holder,
    account: best.account,
    card_label: best.card_label,
    card_expires_on: best.card_expires_on,
    created_at: best.created_at,
    mandates: bodies,
  };
}

const NONE = {
  status: "none",
  method: null,
  holder: null,
  account: null,
  card_label: null,
  card_expires_on: null,
  created_at: null,
} as const;

const isOf =
  (wanted: Mandate["status"]) =>
  ({ status }: MandateResponse): boolean =>
    status === wanted;

function mandateBody(mandate: Mandate): MandateResponse {
  return {
    id: mandate.id,
    status: mandate.status,
    method: mandate.method,
    holder: mandate.holder,
    account: mandate.account,
    card_label: mandate.cardLabel,
    card_expires_on: mandate.cardExpiresOn,
    created_at: mandate.createdAt.toISOString(),
  };
}
