import { expect } from "chai";
import { createViesClient } from "../../adapters/vat/vies-client.ts";
import { VatVerifier } from "../../api/invoices/vat-verifier.ts";
import { createCapturedLogger } from "../support/captured-logger.ts";
import { eventually } from "../support/eventually.ts";
import { ViesServer, type ViesFault } from "../support/vies-server.ts";
import { newAccount, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

const FAULTS: readonly ViesFault[] = [
  "MS_UNAVAILABLE",
  "MS_MAX_CONCURRENT_REQ",
  "html500",
  "tooMany",
  "malformed",
  "cut",
  "silent",
];

describe("VAT numbers and VIES", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let vies: ViesServer;
  let stops: (() => Promise<void>)[];
  let url: string;

  before(async () => {
    gateway = await startTestGateway();
  });
  after(() => gateway.stop());
  beforeEach(async () => {
    vies = new ViesServer();
    await gateway.services.pool.query("DELETE FROM invoice_settings");
    url = await vies.start();
    stops = [];
    verify();
  });
  afterEach(async () => {
    for (const stop of stops) await stop();
    await vies.stop();
  });

  /** Verifies as one gateway more. */
  const verify = (): void => {
    const verifier = new VatVerifier({
      pool: gateway.services.pool,
      log: createCapturedLogger().logger,
      check: createViesClient({
        url,
        requester: { prefix: "NL", number: "004495445B01" },
        // Its double, which runs in this very process, answers within it on a busy machine, too.
        timeoutMs: 2_000,
      }),
      backoff: { retryMs: 10, retryMaxMs: 20 },
      pollMs: 20,
    });
    const abort = new AbortController();
    const running = verifier.run(abort.signal);
    stops.push(async () => {
      abort.abort();
      await running;
    });
  };

  const owner = async (vatNumber: string): Promise<Account> => {
    const account = await newAccount(gateway.url);
    const answer = await account.session("PATCH", `/organizations/${account.slug}/invoice-settings`, {
      contact_email: "invoices@example.org",
      address_line1: "Hafen 1",
      city: "Hamburg",
      postal_code: "20457",
      country_code: vatNumber.startsWith("EL") ? "GR" : vatNumber.slice(0, 2),
      vat_number: vatNumber,
    });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body, "the answer waits for nobody").to.include({ vat_number_verified: false, vat_treatment: "oss" });
    return account;
  };
  const shown = async (account: Account): Promise<unknown[]> => {
    const { body } = await account.session("GET", `/organizations/${account.slug}/invoice-settings`);
    return [body["vat_number_verified"], body["vat_treatment"]];
  };
  const stored = async (): Promise<Record<string, unknown> | undefined> => {
    const found = await gateway.services.pool.query<Record<string, unknown>>(
      "SELECT vat_check_due_at AS due, vat_consultation AS consultation, vat_checked_at AS checked, vat_check_attempts AS attempts FROM invoice_settings",
    );
    return found.rows[0];
  };

  it("verifies a number that the tax office knows, with evidence, and asks again after a month", async () => {
    vies.valid.add("EL123456789");
    const account = await owner("EL123456789");
    await eventually(async () => {
      expect(await shown(account)).to.deep.equal([true, "reverse_charge"]);
    });
    const row = await stored();
    expect(row?.["consultation"]).to.equal("WAPIAAAAY1");
    expect(((row?.["due"] as Date).getTime() - Date.now()) / 86_400_000).to.be.within(29, 31);
    expect(vies.asked[0]).to.include({ countryCode: "EL", vatNumber: "123456789", requesterMemberStateCode: "NL" });
  });

  it("takes a no for a no, and does not ask again", async () => {
    const account = await owner("DE123456789");
    await eventually(async () => {
      const row = await stored();
      expect(row?.["checked"]).to.not.equal(null);
      expect(row?.["due"]).to.equal(null);
    });
    expect(await shown(account)).to.deep.equal([false, "oss"]);
    expect(vies.asked).to.have.length(1);
  });

  for (const fault of FAULTS)
    it(`takes no fault for a no, and asks until there is an answer: ${fault}`, async () => {
      vies.fault = fault;
      vies.valid.add("DE123456789");
      const account = await owner("DE123456789");
      await eventually(() => expect(vies.asked.length).to.be.greaterThan(2));
      expect((await stored())?.["checked"]).to.equal(null);
      expect(await shown(account)).to.deep.equal([false, "oss"]);
      vies.fault = undefined;
      await eventually(async () => {
        expect(await shown(account)).to.deep.equal([true, "reverse_charge"]);
      });
    });

  it("keeps what was known while VIES has a fault at the monthly check", async () => {
    vies.valid.add("DE123456789");
    const account = await owner("DE123456789");
    await eventually(async () => {
      expect(await shown(account)).to.deep.equal([true, "reverse_charge"]);
    });
    vies.fault = "MS_UNAVAILABLE";
    await gateway.services.pool.query("UPDATE invoice_settings SET vat_check_due_at = now()");
    const before = vies.asked.length;
    await eventually(() => expect(vies.asked.length).to.be.greaterThan(before + 1));
    expect(await shown(account)).to.deep.equal([true, "reverse_charge"]);
  });

  it("does not take the verdict on one number for the one that replaced it meanwhile", async () => {
    let open = (): void => undefined;
    vies.gate = new Promise((resolve) => (open = resolve));
    vies.valid.add("DE123456789");
    const account = await owner("DE123456789");
    await eventually(() => expect(vies.asked.length).to.be.at.least(1));
    const path = `/organizations/${account.slug}/invoice-settings`;
    await account.session("PATCH", path, { vat_number: "DE987654321" });
    open();
    await eventually(() => expect(vies.asked.at(-1)).to.include({ vatNumber: "987654321" }));
    await eventually(async () => expect((await stored())?.["due"]).to.equal(null));
    expect(await shown(account)).to.deep.equal([false, "oss"]);
  });

  it("asks one at a time of a country, with several gateways too", async () => {
    vies.latencyMs = 50;
    for (let gateways = 1; gateways < 4; gateways += 1) verify();
    for (const number of ["DE111111111", "DE222222222", "DE333333333"]) await owner(number);
    await eventually(async () => {
      const left = await gateway.services.pool.query(
        "SELECT 1 FROM invoice_settings WHERE vat_check_due_at IS NOT NULL",
      );
      expect(left.rowCount).to.equal(0);
    });
    expect(vies.mostAtOnce).to.equal(1);
  });
});
