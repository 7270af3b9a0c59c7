import { expect } from "chai";
import { MOLLIE_FAULTS, MOLLIE_INTERNALS, type MollieFault } from "../support/mollie-faults.ts";
import { clientOf, newAccount, type Account, type Answer } from "./client.ts";
import { CLUSTER, PATH, pay, read, startBilling, type BillingScene } from "./billing-scene.ts";

/** Mollie's double, which runs in this very process, answers within it on a busy machine, too. */
const TIMEOUT_MS = 1_500;
/** A deadline may run twice in one request: for the payment and for the mandates. */
const TOLD_WITHIN_MS = 20_000;
type Told = readonly [name: string, ask: (person: Account, scene: BillingScene) => Promise<Answer>];

const ASKED: readonly Told[] = [
  ["GET", (person) => read(person)],
  ["POST", (person) => person.session("POST", PATH, {}, { "idempotency-key": "fault" })],
  ["DELETE", (person) => person.session("DELETE", PATH)],
  ["a creation that needs payment", (person) => person.call("POST", "/clusters", { ...CLUSTER, name: "fault" })],
  [
    "the webhook",
    (_person, { gateway, mollie }) =>
      clientOf(gateway.url)("POST", "/billing/mollie/webhook", `id=${[...mollie.payments.keys()].at(-1) ?? ""}`, {
        "content-type": "application/x-www-form-urlencoded",
      }),
  ],
];

describe("payments while Mollie has a fault", function () {
  this.timeout(300_000);
  let scene: BillingScene;
  let person: Account;
  let customerId: string;

  before(async () => {
    scene = await startBilling(TIMEOUT_MS);
  });
  after(() => scene.stop());
  beforeEach(async () => {
    person = await newAccount(scene.gateway.url);
    customerId = await pay(scene, person);
    await scene.gateway.services.pool.query("UPDATE billing_accounts SET read_at = now() - interval '1 day'");
    scene.mollie.requests.length = 0;
  });
  afterEach(() => {
    scene.mollie.fault = undefined;
  });

  for (const [fault, status] of Object.entries(MOLLIE_FAULTS))
    for (const [name, ask] of ASKED)
      it(`${fault}: ${name} answers ${status} in time, with Mollie's name and nothing of its inside; later it works`, async () => {
        const payments = scene.mollie.payments.size;
        scene.mollie.fault = fault as MollieFault;
        const startedMs = performance.now();
        const answer = await ask(person, scene);
        expect(performance.now() - startedMs).to.be.lessThan(TOLD_WITHIN_MS);
        expect([answer.status, answer.body["code"]]).to.deep.equal([
          status,
          status === 503 ? "unavailable" : "provider_failed",
        ]);
        expect(answer.body["detail"]).to.include("Mollie");
        if (status === 503) expect(answer.headers.get("retry-after")).to.equal("7");
        expect(answer.text).to.not.include(MOLLIE_INTERNALS);
        expect(answer.text).to.not.include(scene.mollie.apiKey);
        expect(scene.mollie.requests, "nothing is sent twice by itself").to.have.length(1);
        expect(scene.mollie.payments.size).to.equal(payments);
        expect(scene.mollie.customers.get(customerId)?.mandates.map((mandate) => mandate.status)).to.deep.equal([
          "valid",
        ]);
        scene.mollie.fault = undefined;
        const later = await ask(person, scene);
        expect(later.status, later.text).to.be.oneOf([200, 201]);
      });

  it("nothing answers at all: so too", async () => {
    const away = await startBilling(TIMEOUT_MS);
    try {
      const other = await newAccount(away.gateway.url);
      await pay(away, other);
      await away.mollie.stop();
      const answer = await read(other);
      expect([answer.status, answer.body["code"]]).to.deep.equal([502, "provider_failed"]);
      const refused = await other.session("POST", PATH, {}, { "idempotency-key": "away" });
      expect(refused.status).to.equal(502);
      const { rows } = await away.gateway.services.pool.query(
        "SELECT outcome FROM audit_entries WHERE action = 'addPaymentMethod' ORDER BY created_at DESC LIMIT 1",
      );
      expect(rows, "nothing was sent, so it is known that nothing was done").to.deep.equal([{ outcome: "refused" }]);
    } finally {
      await away.gateway.stop();
    }
  });

  it("a mandate read a moment ago lets creations go on; one read long ago does not", async () => {
    await scene.gateway.services.pool.query("UPDATE billing_accounts SET read_at = now() - interval '5 minutes'");
    scene.mollie.fault = "html500";
    const fresh = await person.call("POST", "/clusters", { ...CLUSTER, name: "fresh" });
    expect(fresh.status, fresh.text).to.equal(200);
    expect(scene.mollie.requests).to.deep.equal([]);
    await scene.gateway.services.pool.query("UPDATE billing_accounts SET read_at = now() - interval '16 minutes'");
    const stale = await person.call("POST", "/clusters", { ...CLUSTER, name: "stale" });
    expect([stale.status, stale.body["code"]]).to.deep.equal([502, "provider_failed"]);
    const clusters = await person.call<{ clusters: { name: string }[] }>("GET", "/clusters");
    expect(clusters.body.clusters.map(({ name }) => name)).to.deep.equal(["fresh"]);
  });

  it("a mandate that Mollie ended is noticed with the next reading", async () => {
    scene.mollie.customers.get(customerId)!.mandates[0]!.status = "invalid";
    const answer = await person.call("POST", "/clusters", { ...CLUSTER, name: "ended" });
    expect([answer.status, answer.body["code"]]).to.deep.equal([409, "payment_required"]);
  });

  it("other routes are as fast as ever while Mollie is silent", async () => {
    scene.mollie.fault = "silent";
    const slow = Array.from({ length: 30 }, () => read(person));
    const other = person.call("GET", "/clusters");
    expect((await Promise.race([other, ...slow])).status).to.equal(200);
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).to.deep.equal(new Set([502]));
  });

  it("a next page that lies elsewhere is read from Mollie all the same: the key goes nowhere else", async () => {
    scene.mollie.nextPageOrigin = "http://127.0.0.1:1";
    for (let made = 0; made < 300; made += 1) scene.mollie.addMandate(customerId, "invalid");
    const answer = await read(person);
    scene.mollie.nextPageOrigin = undefined;
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body["mandates"]).to.have.length(301);
  });

  it("says in the log which fault it was, loud when the key is refused, and never the key", async () => {
    scene.lines.length = 0;
    for (const fault of Object.keys(MOLLIE_FAULTS)) {
      scene.mollie.fault = fault as MollieFault;
      await read(person);
    }
    const told = scene.lines.filter(({ message }) => message === "The payment provider failed");
    expect(told.map(({ level, reason }) => [level, reason])).to.deep.equal([
      ["info", "did not answer"],
      ["info", "did not answer"],
      ["info", "answered 500"],
      ["info", "answered 503"],
      ["info", "answered 429"],
      ["info", "answered no JSON"],
      ["info", "answered something else"],
      ["error", "answered 401"],
    ]);
    const text = JSON.stringify(scene.lines);
    expect(text).to.not.include(scene.mollie.apiKey);
    expect(text).to.not.include(MOLLIE_INTERNALS);
  });
});
