import { expect } from "chai";
import { newAccount, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

const ADDRESS = {
  contact_email: "invoices@example.org",
  address_line1: "Kade 1",
  city: "Rotterdam",
  postal_code: "3011 AA",
  country_code: "NL",
};
type Fault = { type: string; loc: string[]; msg: string };

describe("invoice settings", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let owner: Account;
  let path: string;

  before(async () => {
    gateway = await startTestGateway();
  });
  after(() => gateway.stop());
  beforeEach(async () => {
    owner = await newAccount(gateway.url);
    const made = await owner.session<{ slug: string }>("POST", "/organizations", { name: "Harbour Works" });
    path = `/organizations/${made.body.slug}/invoice-settings`;
  });
  const patch = (body: object, headers?: Record<string, string>): Promise<Answer> =>
    owner.session("PATCH", path, body, headers);
  const faults = ({ status, body }: Answer): unknown => {
    expect(status).to.equal(422);
    return (body["detail"] as Fault[]).map(({ type, loc, msg }) => [type, loc.join("."), msg]);
  };

  it("are not there before the first change, which needs an address", async () => {
    expect((await owner.session("GET", path)).status).to.equal(404);
    expect(faults(await patch({ city: "Rotterdam", contact_email: null }))).to.deep.equal(
      ["contact_email", "address_line1", "postal_code", "country_code"].map((name) => [
        "missing",
        `body.${name}`,
        "Field required",
      ]),
    );
    expect((await owner.session("GET", path)).status).to.equal(404);
    const made = await patch(ADDRESS);
    expect(made.status, made.text).to.equal(200);
    expect(made.body).to.include({ ...ADDRESS, vat_number: null, company_name: null, vat_treatment: "domestic" });
    expect((await owner.session("GET", path)).body).to.deep.equal(made.body);
  });

  it("change what is sent, clear what may be unset, and keep what must be there", async () => {
    await patch({ ...ADDRESS, company_name: "Harbour Works B.V.", address_line2: "Floor 3" });
    const changed = await patch({ address_line2: null, city: null, postal_code: "3012 AB" });
    expect(changed.body).to.include({
      company_name: "Harbour Works B.V.",
      address_line2: null,
      city: "Rotterdam",
      postal_code: "3012 AB",
    });
    const { rows } = await gateway.services.pool.query<{ changes: unknown; outcome: string }>(
      "SELECT changes, outcome FROM audit_entries WHERE action = 'updateInvoiceSettings' AND actor_user_id = $1 ORDER BY created_at, id",
      [owner.userId],
    );
    expect(rows.at(-1)).to.deep.equal({
      changes: { members: ["address_line2", "city", "postal_code"] },
      outcome: "succeeded",
    });
  });

  it("hold VAT numbers to the form of their country, whichever of the two was sent", async () => {
    await patch(ADDRESS);
    expect(faults(await patch({ vat_number: "NL12" }))).to.deep.equal([
      ["value_error", "body.vat_number", "Value error, this is not how VAT numbers that start with NL are formed"],
    ]);
    const numbered = await patch({ vat_number: "nl 004495445 b01" });
    expect(numbered.body).to.include({ vat_number: "NL004495445B01", vat_number_verified: false });
    expect(faults(await patch({ country_code: "DE" }))).to.deep.equal([
      [
        "value_error",
        "body.country_code",
        "Value error, a VAT number of DE starts with DE; send the VAT number of that country too, or null",
      ],
    ]);
    const moved = await patch({ country_code: "DE", vat_number: "DE123456789" });
    expect(moved.body).to.include({ vat_treatment: "oss" });
    expect((await patch({ country_code: "US", vat_number: null })).body).to.include({ vat_treatment: "outside_scope" });
    expect(faults(await patch({ country_code: "ZZ" }))).to.have.length(1);
  });

  it("forget that a VAT number was verified when another one comes", async () => {
    await patch({ ...ADDRESS, country_code: "DE", vat_number: "DE123456789" });
    await gateway.services.pool.query("UPDATE invoice_settings SET vat_number_verified = true");
    expect((await patch({ city: "Berlin" })).body).to.include({ vat_treatment: "reverse_charge" });
    const other = await patch({ vat_number: "DE987654321" });
    expect(other.body).to.include({ vat_number_verified: false, vat_treatment: "oss" });
  });

  it("refuse a change that was meant for another version, also of twenty at once", async () => {
    const made = await patch(ADDRESS);
    const etag = made.headers.get("etag") ?? "";
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => patch({ city: `City ${at}` }, { "if-match": etag })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 19 }, () => 412)]);
    const read = await owner.session("GET", path);
    const again = await owner.session("GET", path, undefined, { "if-none-match": read.headers.get("etag") ?? "" });
    expect(again.status).to.equal(304);
  });

  it("are made once by twenty first changes at once", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => patch(ADDRESS)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${String(body["id"])}`)).size).to.equal(1);
  });
});
