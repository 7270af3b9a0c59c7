import { expect } from "chai";
import { newAccount, newCluster, newKey, PASSWORD, clientOf, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Entry = {
  id: string;
  action: string;
  outcome: string;
  principal: string;
  actor_user_id: string | null;
  target_id: string | null;
  changes: Record<string, unknown> | null;
  request_id: string;
  source_address: string | null;
};
type Page = { entries: Entry[]; next_cursor: string | null; total?: number };

describe("the audit log", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let owner: Account;

  before(async () => {
    gateway = await startTestGateway();
    owner = await newAccount(gateway.url);
  });
  after(() => gateway.stop());

  const organization = async (): Promise<{ id: string; slug: string }> =>
    (await owner.session<{ id: string; slug: string }>("POST", "/organizations", { name: "Before" })).body;

  it("tells who changed what, from where, with what was there before and after", async () => {
    const { id, slug } = await organization();
    await owner.session("PATCH", `/organizations/${slug}`, { name: "After" }, { "x-request-id": "audited-patch" });
    const { body } = await owner.session<Page>("GET", `/organizations/${slug}/audit?action=updateOrganization`);
    expect(body.entries).to.have.length(1);
    expect(body.entries[0]).to.include({
      outcome: "succeeded",
      principal: "session",
      actor_user_id: owner.userId,
      target_id: id,
      request_id: "audited-patch",
    });
    expect(body.entries[0]?.changes).to.deep.equal({
      before: { name: "Before", avatar_url: null, exec_enabled: true, alerts_enabled: true },
      after: { name: "After", avatar_url: null, exec_enabled: true, alerts_enabled: true },
    });
    expect(body.entries[0]?.source_address).to.match(/127\.0\.0\.1$/);
  });

  it("records writes of resources and refused ones", async () => {
    const { id, slug } = await organization();
    const clusterId = await newCluster(owner.session, { organization_id: id });
    const { body } = await owner.session<Page>("GET", `/organizations/${slug}/audit?target_id=${clusterId}`);
    expect(body.entries.map(({ action, outcome }) => [action, outcome])).to.deep.equal([
      ["createCluster", "succeeded"],
    ]);
  });

  it("pages and filters, newest first, and counts", async () => {
    const { slug } = await organization();
    for (let turn = 0; turn < 4; turn += 1)
      await owner.session("PATCH", `/organizations/${slug}`, { name: `n${turn}` });
    const path = `/organizations/${slug}/audit`;
    const seen: Entry[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Page = (
        await owner.session<Page>("GET", `${path}?limit=2&count=true${cursor === "" ? "" : `&cursor=${cursor}`}`)
      ).body;
      expect(page.total).to.equal(5);
      seen.push(...page.entries);
      cursor = page.next_cursor;
    }
    expect(seen.map(({ action }) => action)).to.deep.equal([
      ...Array.from({ length: 4 }, () => "updateOrganization"),
      "createOrganization",
    ]);
    expect(new Set(seen.map(({ id }) => id)).size).to.equal(5);
    const filtered = await owner.session<Page>("GET", `${path}?actor_user_id=${owner.organizationId}`);
    expect(filtered.body.entries).to.deep.equal([]);
    expect((await owner.session("GET", `${path}?outcome=perfect`)).status).to.equal(422);
  });

  it("exports all of it as lines, beyond one page of the database", async () => {
    const { id, slug } = await organization();
    await gateway.services.pool.query(
      `INSERT INTO audit_entries (id, request_id, principal, organization_id, action, outcome, created_at)
        SELECT gen_random_uuid(), 'many', 'session', $1, 'many', 'succeeded', now() - n * interval '1 millisecond'
        FROM generate_series(1, 1234) n`,
      [id],
    );
    const answer = await owner.session<string>("GET", `/organizations/${slug}/audit?action=many`, undefined, {
      accept: "application/x-ndjson",
    });
    expect(answer.headers.get("content-type")).to.match(/^application\/x-ndjson/);
    const lines = answer.text.trimEnd().split("\n");
    expect(lines).to.have.length(1234);
    expect(new Set(lines.map((line) => (JSON.parse(line) as Entry).id)).size).to.equal(1234);
  });

  it("is for admins", async () => {
    const { id, slug } = await organization();
    const member = await newAccount(gateway.url);
    await gateway.services.pool.query("INSERT INTO memberships VALUES ($1, $2, 'member')", [id, member.userId]);
    expect((await member.session("GET", `/organizations/${slug}/audit`)).status).to.equal(403);
  });

  it("records sign-ins, failed ones too, password changes and keys, and never a secret", async () => {
    const person = await newAccount(gateway.url);
    const anonymous = clientOf(gateway.url);
    await anonymous("POST", "/auth/login", { email: person.email, password: "wrong wrong wrong" });
    await anonymous("POST", "/auth/login", { email: person.email, password: PASSWORD });
    await person.session("POST", "/auth/password", {
      current_password: PASSWORD,
      new_password: "another horse battery",
    });
    const { id } = await newKey(person.session);
    await person.session("PATCH", `/api-keys/${id}`, { name: "renamed" });
    await person.session("DELETE", `/api-keys/${id}`);
    await person.session("POST", "/auth/logout");
    const { rows } = await gateway.services.pool.query<{ action: string; outcome: string; dump: string }>(
      "SELECT action, outcome, audit_entries::text AS dump FROM audit_entries WHERE actor_user_id = $1 ORDER BY created_at",
      [person.userId],
    );
    expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).to.deep.equal([
      "register succeeded",
      "createApiKey succeeded",
      "login refused",
      "login succeeded",
      "changePassword succeeded",
      "createApiKey succeeded",
      "updateApiKey succeeded",
      "deleteApiKey succeeded",
      "logout succeeded",
    ]);
    for (const { dump } of rows) expect(dump).to.not.match(/horse|brt_/);
  });
});
