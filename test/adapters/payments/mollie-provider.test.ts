import { expect } from "chai";
import { SecretText } from "../../../contract/secret-text.ts";
import { MollieServer } from "../../support/mollie-server.ts";
import { maskAccount, maskCard } from "../../../adapters/payments/mask-account.ts";
import { createMollieProvider } from "../../../adapters/payments/mollie-provider.ts";
import { createMollieTransport } from "../../../adapters/payments/mollie-transport.ts";
import { PaymentFault, type FaultKind } from "../../../adapters/payments/payment-provider.ts";

const ORDER = {
  organizationId: "o",
  description: "d",
  method: undefined,
  redirectUrl: "https://platform.example.org",
  webhookUrl: "https://platform.example.org/hook",
};

describe("the provider of payments over Mollie", function () {
  this.timeout(300_000);
  let mollie: MollieServer;
  let url: string;

  beforeEach(async () => {
    mollie = new MollieServer();
    url = await mollie.start();
  });
  afterEach(() => mollie.stop());

  const provider = (apiKey = mollie.apiKey, timeoutMs = 30_000): ReturnType<typeof createMollieProvider> =>
    createMollieProvider({ url, apiKey: new SecretText(apiKey), timeoutMs });
  const faultOf = async (work: Promise<unknown>): Promise<PaymentFault> => {
    const error = await work.then(
      () => undefined,
      (caught: unknown) => caught,
    );
    if (!(error instanceof PaymentFault)) throw new Error(`No fault of payments: ${String(error)}`);
    return error;
  };

  it("makes one customer and one payment per key, however often it is asked", async () => {
    const payments = provider();
    const ids = [];
    for (let times = 0; times < 2; times += 1)
      ids.push(await payments.createCustomer({ name: "A", organizationId: "o" }, "key-a"));
    const [customerId = "", same] = ids;
    expect(same).to.equal(customerId);
    const first = await payments.startFirstPayment({ ...ORDER, customerId }, "key-b");
    expect(await payments.startFirstPayment({ ...ORDER, customerId }, "key-b")).to.deep.equal(first);
    expect([mollie.customers.size, mollie.payments.size]).to.deep.equal([1, 1]);
    expect(mollie.requests.map(({ headers }) => headers["idempotency-key"])).to.deep.equal([
      "key-a",
      "key-a",
      "key-b",
      "key-b",
    ]);
    const { checkoutUrl, paymentId } = first as { checkoutUrl: string; paymentId: string };
    expect(checkoutUrl.endsWith(paymentId)).to.equal(true);
    expect(await payments.findPaymentStatus(paymentId)).to.equal("open");
  });

  it("knows no payment of another form, nor one that is not there, nor mandates of a customer that is gone", async () => {
    expect(await provider().findPaymentStatus("tr_/../customers")).to.equal(undefined);
    expect(mollie.requests).to.deep.equal([]);
    expect(await provider().findPaymentStatus("tr_none")).to.equal(undefined);
    expect(await provider().listMandates("cst_none")).to.deep.equal([]);
    expect(await provider().startFirstPayment({ ...ORDER, customerId: "cst_none" }, "k")).to.deep.equal({
      kind: "customerGone",
    });
  });

  it("says of each fault whether something may have been done", async () => {
    const kinds: Record<string, FaultKind> = {};
    for (const fault of [
      "silent",
      "cut",
      "html500",
      "unavailable",
      "tooMany",
      "malformed",
      "nonsense",
      "unauthorized",
    ] as const) {
      mollie.fault = fault;
      const payments = provider(mollie.apiKey, fault === "silent" ? 200 : undefined);
      kinds[fault] = (await faultOf(payments.createCustomer({ name: "A", organizationId: "o" }, fault))).kind;
    }
    expect(kinds).to.deep.equal({
      silent: "unknown",
      cut: "unknown",
      html500: "unknown",
      unavailable: "unknown",
      tooMany: "busy",
      malformed: "unknown",
      nonsense: "unknown",
      unauthorized: "refused",
    });
    mollie.fault = undefined;
    expect((await faultOf(provider("test_another").listMandates("cst_1"))).status).to.equal(401);
    await mollie.stop();
    expect((await faultOf(provider().listMandates("cst_1"))).kind).to.equal("refused");
  });

  it("gives up on pages without an end", async () => {
    const customerId = await provider().createCustomer({ name: "A", organizationId: "o" }, "key");
    for (let made = 0; made < 10_001; made += 1) mollie.addMandate(customerId, "invalid");
    expect(
      (await faultOf(createMollieProvider({ url, apiKey: new SecretText(mollie.apiKey) }).listMandates(customerId)))
        .reason,
    ).to.match(/without an end/);
  });

  it("sends the key to Mollie's address alone", async () => {
    const transport = createMollieTransport({ url, apiKey: new SecretText(mollie.apiKey), timeoutMs: 30_000 });
    const fault = await faultOf(transport("http://127.0.0.1:1/v2/customers"));
    expect(fault.reason).to.equal("named a page elsewhere");
    expect(JSON.stringify(fault) + String(fault.stack)).to.not.include(mollie.apiKey);
    expect(await transport("/v2/payments/tr_none").catch((error: unknown) => error)).to.include({ status: 404 });
  });
});

describe("what is shown of an account", () => {
  it("is what tells it from another, and no more", () => {
    expect(maskCard("6787")).to.equal("**** 6787");
    expect(maskCard("5555444433336787")).to.equal("**** 6787");
    expect(maskAccount("NL55 INGB 0000 0000 44")).to.equal("NL** **** 0044");
    expect(maskAccount("ada.lovelace@example.org")).to.equal("a***@example.org");
    expect(maskAccount("0123456789")).to.equal("**** 6789");
    expect(maskAccount("1234")).to.equal("****");
    expect([maskCard(null), maskAccount(null)]).to.deep.equal([null, null]);
  });
});
