import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { hangUp, listen } from "./listen.ts";
import { misbehave, refuse, type MollieFault } from "./mollie-faults.ts";

/** A request as Mollie got it. */
type MollieRequest = Readonly<{
  method: string;
  path: string;
  body: Readonly<Record<string, unknown>>;
  headers: IncomingHttpHeaders;
}>;
type Json = Readonly<Record<string, unknown>>;
type Stored = Readonly<{ status: number; body: Json | undefined }>;
/** A mandate as Mollie keeps it. */
type DoubleMandate = { id: string; status: string; method: string; details: Json; createdAt: string };
type Customer = { id: string; body: Json; mandates: DoubleMandate[] };
type Payment = { id: string; status: string; body: Json };

const CARD = {
  cardHolder: "Ada Lovelace",
  cardNumber: "6787",
  cardLabel: "Mastercard",
  cardFingerprint: "fingerprint-that-nobody-needs",
  cardExpiryDate: "2031-03-31",
};

/** Speaks Mollie's API (v2): customers, first payments, mandates in pages, idempotency keys; with faults on demand. */
export class MollieServer {
  readonly apiKey = "test_canaryKeyOfMollieThatNobodySees";
  readonly customers = new Map<string, Customer>();
  readonly payments = new Map<string, Payment>();
  readonly requests: MollieRequest[] = [];
  /** What goes wrong with the requests that it is asked about. */
  fault: MollieFault | undefined;
  isAtFault: (request: MollieRequest) => boolean = () => true;
  /** Holds answers back until it resolves. */
  gate: Promise<void> = Promise.resolve();
  /** Methods that the account does not offer. */
  refusedMethods: readonly string[] = [];
  /** Where the link to a next page leads; here when unset. */
  nextPageOrigin: string | undefined;
  /** Where the platform really listens; its webhook address names the public one. */
  platform = "";
  #url = "";
  #made = 0;
  readonly #answers = new Map<string, Stored>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<string> {
    this.#url = `http://127.0.0.1:${await listen(this.#server)}`;
    return `${this.#url}/v2`;
  }

  async stop(): Promise<void> {
    await hangUp(this.#server);
  }

  /** Goes through a checkout as the customer would; Mollie then calls the webhook and returns its status. */
  async checkout(checkoutUrl: string, status: "paid" | "failed" | "expired" | "pending"): Promise<number> {
    const payment = this.payments.get(checkoutUrl.split("/").at(-1) ?? "");
    if (payment === undefined) throw new Error(`No checkout ${checkoutUrl}`);
    payment.status = status === "pending" ? "open" : status;
    const customer = this.customers.get(String(payment.body["customerId"]));
    if (status === "paid") this.addMandate(customer?.id ?? "", "valid");
    if (status === "pending") this.addMandate(customer?.id ?? "", "pending");
    return this.notify(payment.id);
  }

  /** Calls the webhook of the platform. */
  async notify(paymentId: string): Promise<number> {
    const address = this.payments.get(paymentId)?.body["webhookUrl"];
    const { pathname } = new URL(typeof address === "string" ? address : "http://platform/billing/mollie/webhook");
    const response = await fetch(`${this.platform}${pathname}`, {
      method: "POST",
      body: new URLSearchParams({ id: paymentId }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** Gives a customer a mandate. */
  addMandate(customerId: string, status: string, method = "creditcard", details: Json = CARD): DoubleMandate {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + this.customers.size * 1000 + this.#made * 1000);
    const mandate = {
      id: this.#newId("mdt"),
      status,
      method,
      details,
      createdAt: `${createdAt.toISOString().slice(0, 19)}+00:00`,
    };
    this.customers.get(customerId)?.mandates.unshift(mandate);
    return mandate;
  }

  /** Counts requests by method and the start of the path. */
  count(method: string, start: string): number {
    return this.requests.filter((one) => one.method === method && one.path.startsWith(start)).length;
  }

  #newId(prefix: string): string {
    this.#made += 1;
    return `${prefix}_${String(this.#made).padStart(10, "0")}`;
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(incoming);
    const request = {
      method: incoming.method ?? "",
      path: (incoming.url ?? "").replace(/^\/v2/, ""),
      body: sent === "" ? {} : (JSON.parse(sent) as Json),
      headers: incoming.headers,
    };
    this.requests.push(request);
    await this.gate;
    const fault = this.isAtFault(request) ? this.fault : undefined;
    if (fault !== undefined && fault !== "lostAnswer") {
      misbehave(fault, response);
      return;
    }
    const { status, body } = this.#once(request);
    if (fault === "lostAnswer") response.destroy();
    else response.writeHead(status, { "content-type": "application/hal+json" }).end(body && JSON.stringify(body));
  }

  /** The same key gets the first answer, whatever it comes with. */
  #once(request: MollieRequest): Stored {
    if (request.headers.authorization !== `Bearer ${this.apiKey}`) return refuse(401, "Missing authentication");
    const key = request.headers["idempotency-key"];
    if (request.method !== "POST" || typeof key !== "string") return this.#route(request);
    const earlier = this.#answers.get(key);
    const answer = earlier ?? this.#route(request);
    this.#answers.set(key, answer);
    return answer;
  }

  #route(request: MollieRequest): Stored {
    const { pathname, searchParams } = new URL(request.path, this.#url);
    const [, kind = "", id = "", , mandateId = ""] = pathname.split("/");
    const customer = this.customers.get(id) ?? { id, body: {}, mandates: [] };
    const routes: Readonly<Record<string, () => Stored>> = {
      "POST customers": () => this.#createCustomer(request.body),
      "POST payments": () => this.#createPayment(request.body),
      "GET payments": () => this.#getPayment(id),
      "GET customers": () => this.#listMandates(customer, searchParams),
      "DELETE customers": () => revoke(customer, mandateId),
    };
    const isLost = mandateId === "" && kind === "customers" && id !== "" && !this.customers.has(id);
    return isLost ? refuse(404, "No such customer") : (routes[`${request.method} ${kind}`] ?? noSuchThing)();
  }

  #createCustomer(body: Json): Stored {
    const id = this.#newId("cst");
    this.customers.set(id, { id, body, mandates: [] });
    return { status: 201, body: { resource: "customer", id, mode: "test", ...body, _links: {} } };
  }

  #createPayment(body: Json): Stored {
    for (const field of ["amount", "description", "redirectUrl", "webhookUrl"])
      if (body[field] === undefined) return refuse(422, `The ${field} is missing`, field);
    if (body["sequenceType"] !== "first") return refuse(422, "Not a first payment", "sequenceType");
    if (!this.customers.has(String(body["customerId"]))) return refuse(410, "The customer is no longer available");
    if (this.refusedMethods.includes(String(body["method"])))
      return refuse(422, "The payment method is not enabled in your website profile", "method");
    const id = this.#newId("tr");
    this.payments.set(id, { id, status: "open", body });
    return { ...this.#getPayment(id), status: 201 };
  }

  #getPayment(id: string): Stored {
    const payment = this.payments.get(id);
    if (payment === undefined) return refuse(404, `No payment exists with token ${id}.`);
    const checkout = { href: `${this.#url}/checkout/${id}`, type: "text/html" };
    const { status, body } = payment;
    return { status: 200, body: { resource: "payment", id, mode: "test", status, ...body, _links: { checkout } } };
  }

  /** In pages, newest first, from the mandate that is named. */
  #listMandates({ id, mandates }: Customer, query: URLSearchParams): Stored {
    const limit = Math.min(Number(query.get("limit") ?? 50), 250);
    const from = query.get("from");
    const start = from === null ? 0 : mandates.findIndex((one) => one.id === from);
    if (start < 0) return refuse(400, "The from parameter is not known", "from");
    const shown = mandates
      .slice(start, start + limit)
      .map((one) => ({ resource: "mandate", mode: "test", ...one, _links: {} }));
    const next = mandates[start + limit];
    const address = `${this.nextPageOrigin ?? this.#url}/v2/customers/${id}/mandates?from=${next?.id ?? ""}&limit=${limit}`;
    const links = { next: next === undefined ? null : { href: address, type: "application/hal+json" }, previous: null };
    return { status: 200, body: { count: shown.length, _embedded: { mandates: shown }, _links: links } };
  }
}

const noSuchThing = (): Stored => refuse(404, "No such thing");

function revoke(customer: Customer, mandateId: string): Stored {
  const mandate = customer.mandates.find(({ id }) => id === mandateId);
  if (mandate === undefined) return refuse(404, "No mandate exists");
  if (mandate.status === "invalid") return refuse(410, "The mandate is no longer available");
  mandate.status = "invalid";
  return { status: 204, body: undefined };
}
