import type { Mandate as SdkMandate, MollieClient, PaymentMethod, SequenceType } from "@mollie/api-client";
import type { SecretText } from "../../contract/secret-text.ts";
import { maskAccount, maskCard } from "./mask-account.ts";
import { createMollieTransport, type MollieTransport } from "./mollie-transport.ts";
import {
  PaymentFault,
  type FirstPaymentOrder,
  type Mandate,
  type PaymentProvider,
  type StartedPayment,
} from "./payment-provider.ts";

type Options = Readonly<{ url: string; apiKey: SecretText; timeoutMs?: number }>;

const TIMEOUT_MS = 8_000;
/** What Mollie lists on a page at most. */
const PAGE = 250;
const PAGES_MAX = 40;
/** The least that every method takes. */
const FIRST_AMOUNT = { currency: "EUR", value: "0.01" } as const;
const PAYMENT_ID = /^tr_[A-Za-z0-9]{1,60}$/;
const GONE = [404, 410];

/** Creates the provider of payments over Mollie's API (v2); its client is loaded with the first call. */
export function createMollieProvider({ url, apiKey, timeoutMs = TIMEOUT_MS }: Options): PaymentProvider {
  const transport = createMollieTransport({ url, apiKey, timeoutMs });
  let loading: Promise<Sdk> | undefined;
  /** Runs one call; whatever the client itself throws is an answer that it could not read. */
  const call = async <T>(work: (sdk: Sdk) => Promise<T>): Promise<T> => {
    try {
      return await work(await (loading ??= loadSdk(transport)));
    } catch (error) {
      throw error instanceof PaymentFault ? error : new PaymentFault("unknown", "answered something else");
    }
  };
  return {
    createCustomer: ({ name, organizationId }, key) =>
      call(async ({ client }) => {
        const { id } = await client.customers.create({ name, metadata: { organizationId }, idempotencyKey: key });
        return assertText(id);
      }),
    startFirstPayment: (order, key) => call((sdk) => startFirstPayment(sdk, order, key)),
    async findPaymentStatus(paymentId) {
      if (!PAYMENT_ID.test(paymentId)) return undefined;
      return unlessGone(
        () => call(async ({ client }) => assertText((await client.payments.get(paymentId)).status)),
        undefined,
      );
    },
    listMandates: (customerId) => unlessGone(() => call(({ client }) => listMandates(client, customerId)), []),
    revokeMandate: (customerId, mandateId) =>
      unlessGone(
        () =>
          call(async ({ client }) => {
            await client.customerMandates.revoke(mandateId, { customerId });
          }),
        undefined,
      ),
  };
}

type Sdk = Readonly<{ client: MollieClient; methods: typeof PaymentMethod; sequences: typeof SequenceType }>;

/** The client keeps its transport to itself; should a new version keep it elsewhere, the first call says so. */
async function loadSdk(transport: MollieTransport): Promise<Sdk> {
  const { createMollieClient, PaymentMethod: methods, SequenceType: sequences } = await import("@mollie/api-client");
  const client = createMollieClient({ apiKey: "the-transport-has-it" });
  const { networkClient } = client.payments as unknown as {
    networkClient?: { networkClient?: { request?: unknown } };
  };
  const inner = networkClient?.networkClient;
  if (typeof inner?.request !== "function") throw new Error("Mollie's client keeps its transport elsewhere now");
  inner.request = transport;
  return { client, methods, sequences };
}

async function startFirstPayment(
  { client, methods, sequences }: Sdk,
  { organizationId, method, ...order }: FirstPaymentOrder,
  key: string,
): Promise<StartedPayment | Readonly<{ kind: "customerGone" | "methodRefused" }>> {
  try {
    const made = await client.payments.create({
      ...order,
      ...(method === undefined ? {} : { method: methods[method as keyof typeof methods] }),
      amount: FIRST_AMOUNT,
      sequenceType: sequences.first,
      metadata: { organizationId },
      idempotencyKey: key,
    });
    const checkoutUrl = assertText(made.getCheckoutUrl());
    return { kind: "started", paymentId: assertText(made.id), checkoutUrl, status: assertText(made.status) };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return { kind: refusal };
  }
}

function refusalOf(error: unknown): "customerGone" | "methodRefused" | undefined {
  if (!(error instanceof PaymentFault)) return undefined;
  if (error.status === 410 || error.field === "customerId") return "customerGone";
  return error.field === "method" ? "methodRefused" : undefined;
}

async function listMandates(client: MollieClient, customerId: string): Promise<Mandate[]> {
  const mandates: Mandate[] = [];
  let from: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await client.customerMandates.page({ customerId, limit: PAGE, ...(from !== undefined && { from }) });
    mandates.push(...page.map(toMandate));
    from = page.nextPageCursor;
    if (from === undefined) return mandates.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  }
  throw new PaymentFault("unknown", "lists mandates without an end");
}

function toMandate({ id, status, method, details, createdAt }: SdkMandate): Mandate {
  const about: Readonly<Record<string, unknown>> = { ...details };
  const isCard = about["cardNumber"] !== undefined;
  const at = new Date(createdAt);
  if (Number.isNaN(at.getTime())) throw new PaymentFault("unknown", "answered no time");
  return {
    id: assertText(id),
    status: statusOf(status),
    method: textOf(method),
    holder: textOf(about["cardHolder"] ?? about["consumerName"]),
    account: isCard ? maskCard(textOf(about["cardNumber"])) : maskAccount(textOf(about["consumerAccount"])),
    cardLabel: textOf(about["cardLabel"]),
    cardExpiresOn: textOf(about["cardExpiryDate"]),
    createdAt: at,
  };
}

function statusOf(status: string): Mandate["status"] {
  return status === "valid" || status === "pending" ? status : "invalid";
}

async function unlessGone<T>(work: () => Promise<T>, gone: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentFault && GONE.includes(error.status ?? 0)) return gone;
    throw error;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, 200) : null;
}

function assertText(value: unknown): string {
  if (typeof value !== "string" || value === "") throw new PaymentFault("unknown", "answered something else");
  return value;
}
