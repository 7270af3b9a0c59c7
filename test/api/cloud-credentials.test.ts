import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { credentialPlace } from "../../contract/secret-store.ts";
import { HETZNER_TOKEN, HetznerServer } from "../support/hetzner-server.ts";
import { newAccount, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Credential = Readonly<{ id: string; name: string; provider: string }>;

describe("Cloud credentials", function () {
  this.timeout(300_000);
  let hetzner: HetznerServer;
  let gateway: TestGateway;
  let account: Account;
  let stranger: Account;

  before(async () => {
    hetzner = new HetznerServer();
    gateway = await startTestGateway({ env: { BERTH_HETZNER_URL: await hetzner.start() } });
    account = await newAccount(gateway.url);
    stranger = await newAccount(gateway.url);
  });
  afterEach(() => {
    hetzner.fault = undefined;
  });
  after(async () => {
    await gateway.stop();
    await hetzner.stop();
  });

  const name = (): string => `c-${randomBytes(4).toString("hex")}`;
  const create = (members: Record<string, unknown> = {}, headers = {}): Promise<Answer> =>
    account.call(
      "POST",
      "/cloud-credentials",
      { name: name(), provider: "hetzner", token: HETZNER_TOKEN, ...members },
      headers,
    );
  const tokenOf = async (id: string): Promise<string | undefined> =>
    (await gateway.services.secrets.read(...credentialPlace(account.slug, id)))?.reveal();

  it("keeps a token in the secret store only, lists and deletes it", async () => {
    const created = await create({ name: "ours" });
    expect(created.status, created.text).to.equal(201);
    const { id } = created.body as unknown as Credential;
    expect(created.text).to.not.contain(HETZNER_TOKEN);
    expect(await tokenOf(id)).to.equal(HETZNER_TOKEN);
    const rows = await gateway.services.pool.query("SELECT c::text FROM cloud_credentials c");
    expect(JSON.stringify(rows.rows)).to.contain(id).and.not.contain(HETZNER_TOKEN);
    const list = await account.call<{ cloud_credentials: Credential[]; total: number }>(
      "GET",
      "/cloud-credentials?count=true",
    );
    expect([list.body.total, list.body.cloud_credentials]).to.deep.equal([1, [created.body]]);
    expect((await account.call<{ secrets: unknown[] }>("GET", "/secrets")).body.secrets).to.deep.equal([]);
    const hidden = await stranger.call("DELETE", `/cloud-credentials/${id}`);
    expect(hidden.status).to.equal(404);
    expect((await create({ name: "ours" })).status).to.equal(409);
    const removed = await account.call("DELETE", `/cloud-credentials/${id}`);
    expect([removed.status, await tokenOf(id)]).to.deep.equal([200, undefined]);
    expect((await account.call("DELETE", `/cloud-credentials/${id}`)).status).to.equal(404);
  });

  it("refuses a token that the provider refuses, and a provider that takes none", async () => {
    const refused = await create({ token: "a token that is not one" });
    expect(refused.status).to.equal(422);
    expect(refused.text).to.contain("the provider refuses this token").and.not.contain("a token that is not one");
    const unknown = await create({ provider: "scaleway" });
    expect(unknown.status).to.equal(422);
    expect(unknown.text).to.contain("possible: hetzner");
  });

  for (const fault of ["html500", "malformed", "silent", "rateLimited"] as const) {
    it(`keeps nothing while the provider cannot say (${fault})`, async () => {
      hetzner.fault = fault;
      const wanted = name();
      const answer = await create({ name: wanted });
      expect(answer.status).to.be.oneOf([502, 503]);
      expect(answer.text).to.contain("Hetzner").and.not.contain(HETZNER_TOKEN);
      const list = await account.call("GET", "/cloud-credentials");
      expect(list.text).to.not.contain(wanted);
    });
  }

  it("answers a repetition alike, and is not deleted while a cluster uses it", async () => {
    const key = { "idempotency-key": name() };
    const body = { name: name() };
    const first = await create(body, key);
    const second = await create(body, key);
    expect([second.status, second.body]).to.deep.equal([201, first.body]);
    const { id } = first.body as unknown as Credential;
    const cluster = { name: name(), provider: "local", region: "local-1", tier: "shared", cloud_credential_id: id };
    const other = await account.call("POST", "/clusters", cluster);
    expect(other.status).to.equal(422);
    expect(other.text).to.contain("cloud_credential_id");
    await gateway.services.pool.query("UPDATE cloud_credentials SET provider = 'local' WHERE id = $1", [id]);
    expect((await account.call("POST", "/clusters", cluster)).status).to.equal(200);
    const used = await account.call<{ conflicts: { name: string }[] }>("DELETE", `/cloud-credentials/${id}`);
    expect([used.status, used.body.conflicts.map((one) => one.name)]).to.deep.equal([409, [cluster.name]]);
    expect(await tokenOf(id)).to.equal(HETZNER_TOKEN);
  });
});
