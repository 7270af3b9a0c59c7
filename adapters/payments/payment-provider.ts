/** One permission to charge a customer; `account` is masked before it leaves the adapter. */
export type Mandate = Readonly<{
  id: string;
  status: "valid" | "pending" | "invalid";
  method: string | null;
  holder: string | null;
  account: string | null;
  cardLabel: string | null;
  cardExpiresOn: string | null;
  createdAt: Date;
}>;

/** A payment that leaves a mandate behind. */
export type FirstPaymentOrder = Readonly<{
  customerId: string;
  organizationId: string;
  description: string;
  method: string | undefined;
  redirectUrl: string;
  webhookUrl: string;
}>;

/** What the provider made of a first payment. */
export type StartedPayment = Readonly<{ kind: "started"; paymentId: string; checkoutUrl: string; status: string }>;

/** Charges customers. Every call ends within a deadline and is sent once; what is wrong comes as a PaymentFault. */
export interface PaymentProvider {
  /** Makes a customer; the same key makes no second one. */
  createCustomer(customer: Readonly<{ name: string; organizationId: string }>, key: string): Promise<string>;
  /** Starts a first payment; the same key makes no second one. */
  startFirstPayment(
    order: FirstPaymentOrder,
    key: string,
  ): Promise<StartedPayment | Readonly<{ kind: "customerGone" | "methodRefused" }>>;
  /** Reads the status of a payment; undefined when there is none. */
  findPaymentStatus(paymentId: string): Promise<string | undefined>;
  /** Lists every mandate of a customer, newest first; a customer that is gone has none. */
  listMandates(customerId: string): Promise<readonly Mandate[]>;
  /** Revokes a mandate; one that is gone counts as revoked. */
  revokeMandate(customerId: string, mandateId: string): Promise<void>;
}

/** What a failed call means: it certainly changed nothing, nobody knows, or it is to be sent again later. */
export type FaultKind = "refused" | "unknown" | "busy";

/** Says that the provider did not do what it was asked; `reason` is for the log and holds nothing that the provider said. */
export class PaymentFault extends Error {
  readonly kind: FaultKind;
  readonly reason: string;
  /** HTTP status, when there was one. */
  readonly status: number | undefined;
  /** Member of the request that the provider blames. */
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: FaultKind,
    reason: string,
    details: Readonly<{ status?: number; field?: string | undefined; retryAfterSeconds?: number | undefined }> = {},
  ) {
    super(`The payment provider ${reason}`);
    this.name = "PaymentFault";
    this.kind = kind;
    this.reason = reason;
    this.status = details.status;
    this.field = details.field;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
