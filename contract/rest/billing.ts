import { z } from "zod";
import { text } from "../fields.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { messageResponse, timestamp, uuid } from "./values.ts";

/** Methods whose first payment leaves a mandate behind, in Mollie's words. */
const FIRST_METHODS = [
  "applepay",
  "bancontact",
  "belfius",
  "creditcard",
  "eps",
  "ideal",
  "kbc",
  "mybank",
  "paypal",
  "trustly",
] as const;
const MANDATE_STATUSES = ["valid", "pending", "invalid"] as const;

const organizationId = uuid
  .optional()
  .meta({ description: "Whose payment method; unset: that of your personal organization" });

const paymentMethodCreate = z
  .strictObject({
    organization_id: organizationId.nullable(),
    method: z
      .enum(FIRST_METHODS)
      .nullable()
      .optional()
      .meta({ description: "How to pay; the checkout lets the customer choose when unset" }),
    redirect_to: text(2048, 1).nullable().optional().meta({
      description: "Where the checkout returns to: a path or an address of this platform; its start page when unset",
    }),
  })
  .meta({ component: "PaymentMethodCreate", examples: [{ method: "creditcard", redirect_to: "/billing" }] });

const mandateMembers = {
  method: z
    .string()
    .nullable()
    .meta({ description: "directdebit, creditcard, paypal or another of the payment provider" }),
  holder: z.string().nullable().meta({ description: "Name on the card or account" }),
  account: z
    .string()
    .nullable()
    .meta({ description: "Masked: last four digits of a card or IBAN, first letter and domain of a PayPal address" }),
  card_label: z.string().nullable().meta({ description: "Brand of the card" }),
  card_expires_on: z.string().nullable().meta({ description: "Last day of the card, YYYY-MM-DD" }),
};
const mandateResponse = z
  .object({
    id: z.string().meta({ description: "The mandate at the payment provider", examples: ["mdt_h3gAaD5zP"] }),
    status: z.enum(MANDATE_STATUSES).meta({ description: "Only valid ones pay" }),
    ...mandateMembers,
    created_at: timestamp,
  })
  .meta({ component: "MandateResponse" });
export type MandateResponse = z.infer<typeof mandateResponse>;

const paymentMethodResponse = z
  .object({
    organization_id: uuid,
    usable: z.boolean().meta({ description: "Whether a mandate is valid; a pending one does not count" }),
    status: z
      .enum([...MANDATE_STATUSES, "none"])
      .meta({ description: "Of the mandate that is shown; none when there is no mandate" }),
    ...mandateMembers,
    created_at: timestamp.nullable(),
    mandates: z.array(mandateResponse).meta({ description: "Every mandate of the scope, newest first, at most 1000" }),
  })
  .meta({ component: "PaymentMethodResponse" });
export type PaymentMethodResponse = z.infer<typeof paymentMethodResponse>;

const firstPaymentResponse = z
  .object({
    id: uuid.meta({
      description: "Record id of the first payment",
      examples: ["01970000-0000-7000-8000-000000000001"],
    }),
    organization_id: uuid,
    checkout_url: z.string().meta({
      description: "Page of the payment provider; send the customer there",
      examples: ["https://www.mollie.com/checkout/select-method/7UhSN1zuXS"],
    }),
    created_at: timestamp,
  })
  .meta({ component: "FirstPaymentResponse" });

const mollieNotice = z
  .object({ id: text(64, 1).meta({ description: "Identifier of a payment at Mollie" }) })
  .meta({ component: "MollieNotice", examples: [{ id: "tr_7UhSN1zuXS" }] });

const group = "billing";
const path = "/billing/payment-method";
const who = atLeast("admin");
const query = { organization_id: organizationId };
const providerErrors = ["billing_not_configured", "provider_failed", "unavailable"] as const;

export const getPaymentMethod = defineOperation({
  operationId: "getPaymentMethod",
  method: "get",
  path,
  group,
  summary: "Read the payment method of an organization",
  description:
    "Asks the payment provider now. Without organization_id it is your own: that of your personal organization. Bank details are for those who may change them, so that members and viewers are refused.",
  who,
  scope: "billing:read",
  query,
  concurrency: "read",
  success: { status: 200, schema: paymentMethodResponse, description: "The payment method, masked" },
  errors: ["not_found", ...providerErrors],
});
export const addPaymentMethod = defineOperation({
  operationId: "addPaymentMethod",
  method: "post",
  path,
  group,
  summary: "Start the first payment of a payment method",
  description:
    "Answers the page where the customer pays one cent; the mandate that this leaves behind is the payment method. It is usable once the payment provider says so, which GET shows. Gives up a removal that stopped half way. At most 20 are begun per hour.",
  who,
  scope: "billing:write",
  body: paymentMethodCreate,
  idempotent: true,
  success: { status: 201, schema: firstPaymentResponse, description: "The first payment and its checkout" },
  errors: ["conflict", "not_found", ...providerErrors],
});
export const removePaymentMethod = defineOperation({
  operationId: "removePaymentMethod",
  method: "delete",
  path,
  group,
  summary: "Remove the payment method of an organization",
  description:
    "Revokes every valid and pending mandate of the scope: that of organization_id, or your own. Refused with the list of conflicts while it has deployments or clusters, stopped ones included. When the payment provider fails half way, a repetition goes on where it stopped.",
  who,
  notWhileImpersonating: true,
  scope: "billing:write",
  query,
  success: { status: 200, schema: messageResponse, description: "Nothing is left to pay with" },
  errors: ["conflict", "not_found", "payment_method_in_use", "kubernetes_unavailable", ...providerErrors],
});
export const receiveMollieNotice = defineOperation({
  operationId: "receiveMollieNotice",
  method: "post",
  path: "/billing/mollie/webhook",
  group,
  summary: "Hear from Mollie that a payment changed",
  description:
    "For Mollie's webhook. Nothing in the body is trusted: the payment is read from Mollie. An identifier that is not known here is answered like one that is.",
  who: { kind: "public" },
  bodyType: "application/x-www-form-urlencoded",
  body: mollieNotice,
  success: { status: 200, schema: messageResponse, description: "Heard" },
  errors: ["postgres_unavailable", ...providerErrors],
});
export const billingOperations = [getPaymentMethod, addPaymentMethod, removePaymentMethod, receiveMollieNotice];
