import { expect } from "chai";
import { clientOf, newAccount, newKey, type Account } from "./client.ts";
import { begin, CLUSTER, PATH, pay, PUBLIC_URL, read, startBilling, type BillingScene } from "./billing-scene.ts";
import { startTestGateway } from "./gateway.ts";

const NOBODY = "01970000-0000-7000-8000-00000000dead";
const CARD = {
  method: "creditcard",
  holder: "Ada Lovelace",
  account: "**** 6787",
  card_label: "Mastercard",
  card_expires_on: "2031-03-31",
};

describe("payment methods", function () {
  this.timeout(300_000);
  let scene: BillingScene;
  let person: Account;

  before(async () => {
    scene = await startBilling();
  });
  after(() => scene.stop());
  beforeEach(async () => {
    scene.mollie.fault = undefined;
    scene.mollie.requests.length = 0;
    person = await newAccount(scene.gateway.url);
  });

  it("are none at first, which asks nobody", async () => {
    const answer = await read(person);
    expect(answer.body).to.deep.equal({
      organization_id: person.organizationId,
      usable: false,
      status: "none",
      method: null,
      holder: null,
      account: null,
      card_label: null,
      card_expires_on: null,
      created_at: null,
      mandates: [],
    });
    expect(scene.mollie.requests).to.deep.equal([]);
  });

  it("begin with one cent at a checkout and are usable once it is paid, masked and with an ETag", async () => {
    const checkout = await begin(person, { method: "creditcard", redirect_to: "/billing?done=1" });
    const payment = [...scene.mollie.payments.values()].at(-1)!;
    expect(payment.body).to.deep.include({
      amount: { currency: "EUR", value: "0.01" },
      method: "creditcard",
      sequenceType: "first",
      redirectUrl: `${PUBLIC_URL}/billing?done=1`,
      webhookUrl: `${PUBLIC_URL}/api/v1/billing/mollie/webhook`,
      metadata: { organizationId: person.organizationId },
    });
    expect((await read(person)).body).to.include({ usable: false, status: "none" });
    expect(await scene.mollie.checkout(checkout, "paid")).to.equal(200);
    const answer = await read(person);
    expect(answer.body).to.include({ usable: true, status: "valid", ...CARD });
    expect(answer.body["mandates"]).to.have.length(1);
    expect(answer.text).to.not.include("fingerprint");
    const again = await person.session("GET", PATH, undefined, { "if-none-match": answer.headers.get("etag") ?? "" });
    expect(again.status).to.equal(304);
  });

  it("are not usable while a mandate is pending, nor after a payment that failed", async () => {
    await scene.mollie.checkout(await begin(person), "pending");
    expect((await read(person)).body).to.include({ usable: false, status: "pending" });
    const refused = await person.call("POST", "/clusters", { ...CLUSTER, name: "pending" });
    expect([refused.status, refused.body["code"]]).to.deep.equal([409, "payment_required"]);
    const other = await newAccount(scene.gateway.url);
    await scene.mollie.checkout(await begin(other), "failed");
    expect((await read(other)).body).to.include({ usable: false, status: "none" });
  });

  it("mask every kind of account, and take a status that nobody knows for no permission", async () => {
    const customerId = await pay(scene, person);
    const { mollie } = scene;
    mollie.addMandate(customerId, "surprise", "directdebit", {
      consumerName: "A",
      consumerAccount: "NL55 INGB 0000 0000 00",
    });
    mollie.addMandate(customerId, "pending", "paypal", { consumerName: "B", consumerAccount: "ada@example.org" });
    mollie.addMandate(customerId, "valid", "klarna", {});
    const { body } = await read(person);
    const mandates = body["mandates"] as Record<string, unknown>[];
    expect(mandates.map(({ status, account }) => [status, account])).to.deep.equal([
      ["valid", null],
      ["pending", "a***@example.org"],
      ["invalid", "NL** **** 0000"],
      ["valid", "**** 6787"],
    ]);
    expect(body).to.include({ usable: true, status: "valid", method: "klarna" });
  });

  it("make one customer per organization, and one payment per Idempotency-Key", async () => {
    const headers = { "idempotency-key": "first" };
    const [first, second] = [
      await person.session("POST", PATH, {}, headers),
      await person.session("POST", PATH, {}, headers),
    ];
    expect([first.status, second.status, second.headers.get("idempotency-replayed")]).to.deep.equal([201, 201, "true"]);
    expect(second.body).to.deep.equal(first.body);
    await begin(person);
    expect([scene.mollie.count("POST", "/customers"), scene.mollie.count("POST", "/payments")]).to.deep.equal([1, 2]);
  });

  for (const [lost, path] of [
    ["the customer", "/customers"],
    ["the payment", "/payments"],
  ] as const)
    it(`are the same when the answer about ${lost} was lost and the request is repeated`, async () => {
      const headers = { "idempotency-key": "lost" };
      const known = [scene.mollie.customers.size, scene.mollie.payments.size];
      scene.mollie.fault = "lostAnswer";
      scene.mollie.isAtFault = (request) => request.path.startsWith(path);
      const first = await person.session("POST", PATH, {}, headers);
      expect([first.status, first.body["code"]]).to.deep.equal([502, "provider_failed"]);
      expect(first.body["detail"]).to.match(/Mollie.*same Idempotency-Key/);
      scene.mollie.fault = undefined;
      scene.mollie.isAtFault = () => true;
      const second = await person.session("POST", PATH, {}, headers);
      expect(second.status, second.text).to.equal(201);
      const made = [scene.mollie.customers.size, scene.mollie.payments.size];
      expect(made).to.deep.equal(known.map((count) => count + 1));
      await scene.mollie.checkout(String(second.body["checkout_url"]), "paid");
      expect((await read(person)).body["usable"]).to.equal(true);
    });

  it("answer from what is recorded when the gateway died before it had answered", async () => {
    const headers = { "idempotency-key": "died" };
    const first = await person.session("POST", PATH, {}, headers);
    await scene.gateway.services.pool.query(
      "UPDATE idempotency_keys SET status = NULL, body = NULL, started_at = now() - interval '2 minutes' WHERE key = 'died'",
    );
    scene.mollie.requests.length = 0;
    const second = await person.session("POST", PATH, {}, headers);
    expect([second.status, second.body]).to.deep.equal([201, first.body]);
    expect(scene.mollie.requests).to.deep.equal([]);
  });

  it("get another customer when Mollie has lost theirs", async () => {
    await begin(person);
    scene.mollie.customers.clear();
    expect((await read(person)).body["status"]).to.equal("none");
    await scene.mollie.checkout(await begin(person), "paid");
    expect((await read(person)).body["usable"]).to.equal(true);
  });

  it("return to this platform only", async () => {
    for (const target of [
      "https://evil.example/",
      "//evil.example",
      "javascript:alert(1)",
      "https://a:b@platform.example.org/",
      "\\\\evil.example",
    ]) {
      const answer = await person.session<{ detail: { loc: string[] }[] }>("POST", PATH, { redirect_to: target });
      expect([target, answer.status, answer.body.detail[0]?.loc]).to.deep.equal([target, 422, ["body", "redirect_to"]]);
    }
    await begin(person, { redirect_to: `${PUBLIC_URL}/there` });
    expect(scene.mollie.count("POST", "/payments")).to.equal(1);
  });

  it("blame a method that the account at Mollie does not offer, and leave nothing open", async () => {
    scene.mollie.refusedMethods = ["paypal"];
    const answer = await person.session<{ detail: { loc: string[] }[] }>(
      "POST",
      PATH,
      { method: "paypal" },
      { "idempotency-key": "method" },
    );
    scene.mollie.refusedMethods = [];
    expect([answer.status, answer.body.detail[0]?.loc]).to.deep.equal([422, ["body", "method"]]);
    const again = await person.session("POST", PATH, { method: "paypal" }, { "idempotency-key": "method" });
    expect(again.status).to.equal(201);
  });

  it("are begun 20 times an hour at most", async () => {
    for (let times = 0; times < 20; times += 1) await begin(person);
    const answer = await person.session("POST", PATH, {});
    expect([answer.status, answer.headers.get("retry-after")]).to.deep.equal([429, "3600"]);
    expect(scene.mollie.count("POST", "/payments")).to.equal(20);
  });

  it("are an organization's own: named, for its admins; of others nobody hears", async () => {
    const made = await person.session<{ id: string }>("POST", "/organizations", { name: "Quay" });
    const organizationId = made.body.id;
    await pay(scene, person, { organization_id: organizationId });
    expect((await read(person)).body["usable"]).to.equal(false);
    expect((await read(person, `?organization_id=${organizationId}`)).body["usable"]).to.equal(true);
    const outsider = await newAccount(scene.gateway.url);
    const headers = { "x-request-id": "same" };
    const bodyOf = (id: string): object | undefined => ({ organization_id: id });
    for (const [method, path, body] of [
      ["GET", `${PATH}?organization_id=ID`, undefined],
      ["DELETE", `${PATH}?organization_id=ID`, undefined],
      ["POST", PATH, bodyOf],
    ] as const) {
      const ask = async (id: string): Promise<string> => {
        const answer = await outsider.session(method, path.replace("ID", id), body?.(id), headers);
        expect([method, answer.status]).to.deep.equal([method, 404]);
        return answer.text;
      };
      expect(await ask(organizationId)).to.equal(await ask(NOBODY));
    }
    const key = await newKey(person.session, { organization_id: organizationId, scopes: ["billing:read"] });
    const call = clientOf(scene.gateway.url, { authorization: `Bearer ${key.key}` });
    expect((await call("GET", `${PATH}?organization_id=${organizationId}`)).status).to.equal(200);
    expect((await call("GET", PATH)).status, "its owner's own scope is outside of the key's limit").to.equal(404);
    expect((await call("POST", PATH, { organization_id: organizationId })).status).to.equal(403);
  });

  it("leave who did what in the audit log, the payment's end included", async () => {
    await pay(scene, person);
    const { body } = await person.session<{ entries: Record<string, unknown>[] }>(
      "GET",
      `/organizations/${person.slug}/audit`,
    );
    const entries = body.entries.filter(({ target_kind: kind }) => kind === "FirstPayment");
    expect(entries.map(({ action, outcome, changes }) => [action, outcome, changes])).to.deep.equal([
      ["receiveMollieNotice", "succeeded", { after: { status: "paid", usable: true } }],
      ["addPaymentMethod", "succeeded", null],
    ]);
    expect(entries[0]?.["target_id"]).to.equal(entries[1]?.["target_id"]);
  });

  it("hear from the webhook nothing but which payment to look up", async () => {
    const checkout = await begin(person);
    const paymentId = checkout.split("/").at(-1) ?? "";
    scene.mollie.requests.length = 0;
    const anybody = clientOf(scene.gateway.url);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const tell = (body: string): ReturnType<typeof anybody> => anybody("POST", "/billing/mollie/webhook", body, form);
    const known = await tell(`id=${paymentId}&status=paid`);
    expect(known.status).to.equal(200);
    expect((await read(person)).body["usable"], "it said paid, Mollie did not").to.equal(false);
    scene.mollie.requests.length = 0;
    for (const id of ["tr_unknown", "ord_1", "../customers", "x".repeat(64)]) {
      const answer = await tell(`id=${encodeURIComponent(id)}`);
      expect([answer.status, answer.text]).to.deep.equal([200, known.text]);
    }
    expect(scene.mollie.requests, "nobody is asked about what did not begin here").to.deep.equal([]);
    for (const [body, type, status] of [
      ["", form["content-type"], 422],
      ["x=1", form["content-type"], 422],
      ["id=%00", form["content-type"], 422],
      [`id=${"x".repeat(65)}`, form["content-type"], 422],
      [`{"id":"${paymentId}"}`, "application/json", 415],
      [`id=${"x".repeat(1_048_576)}`, form["content-type"], 413],
    ] as const) {
      const answer = await anybody("POST", "/billing/mollie/webhook", body, { "content-type": type });
      expect([body.slice(0, 20), answer.status]).to.deep.equal([body.slice(0, 20), status]);
    }
  });
});

describe("a platform without Mollie", function () {
  this.timeout(300_000);

  it("says so in one sentence, and asks for a payment method nowhere but where one is needed", async () => {
    const gateway = await startTestGateway();
    try {
      const person = await newAccount(gateway.url);
      const anybody = clientOf(gateway.url);
      const answers = [
        await read(person),
        await person.session("POST", PATH, {}),
        await person.session("DELETE", PATH),
        await anybody("POST", "/billing/mollie/webhook", "id=tr_1", {
          "content-type": "application/x-www-form-urlencoded",
        }),
      ];
      for (const { status, body } of answers)
        expect([status, body["code"]]).to.deep.equal([409, "billing_not_configured"]);
      const free = await person.call("POST", "/clusters", { ...CLUSTER, name: "free" });
      expect(free.status, free.text).to.equal(200);
    } finally {
      await gateway.stop();
    }
  });
});
