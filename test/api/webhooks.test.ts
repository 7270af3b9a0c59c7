import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { clientOf, newAccount, newCluster, newKey, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Hook = { id: string; secret: string; [member: string]: unknown };
type Log = { deliveries: Record<string, unknown>[]; next_cursor: string | null; total?: number };

describe("Webhooks", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let receiver: WebhookReceiver;
  let account: Account;
  let stranger: Account;
  let base: string;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_WEBHOOK_ALLOW_PRIVATE: "true" } });
    receiver = await startWebhookReceiver();
    account = await newAccount(gateway.url);
    stranger = await newAccount(gateway.url);
    base = `/organizations/${account.slug}/webhooks`;
  });
  after(async () => {
    await gateway.stop();
    await receiver.stop();
  });

  const create = async (body: Record<string, unknown> = {}): Promise<Hook> => {
    receiver.received.length = 0;
    const created = await account.call<Hook>("POST", base, { url: receiver.url, ...body });
    expect(created.status, created.text).to.equal(201);
    return created.body;
  };

  it("delivers each change signed, with the resource, and logs it", async () => {
    const hook = await create({ kinds: ["Cluster"], description: "ci" });
    const id = await newCluster(account.call);
    await gateway.mirror("Cluster", id);
    await eventually(() => expect(receiver.received).to.have.length(1));
    const [delivery] = receiver.received;
    if (delivery === undefined) throw new Error("nothing was received");
    expect([isSignedWith(hook.secret, delivery), isSignedWith(`${hook.secret}x`, delivery)]).to.deep.equal([
      true,
      false,
    ]);
    expect(isSignedWith(hook.secret, { ...delivery, body: `${delivery.body} ` })).to.equal(false);
    const body = JSON.parse(delivery.body) as Record<string, unknown>;
    expect(body).to.include({ kind: "Cluster", id, type: "created", organization_id: account.organizationId });
    expect(body["resource"]).to.include({ id, provider: "local" });
    expect(delivery.headers["berth-delivery"]).to.equal(body["delivery_id"]);
    await eventually(async () => {
      const log = await account.call<Log>("GET", `${base}/${hook.id}/deliveries?count=true`);
      expect([log.status, log.body.total]).to.deep.equal([200, 1]);
      expect(log.body.deliveries[0]).to.include({
        status: "delivered",
        attempts: 1,
        response_status: 204,
        error: null,
      });
      expect(log.body.deliveries[0]?.["id"]).to.equal(body["delivery_id"]);
    });
    await account.call("DELETE", `${base}/${hook.id}`);
  });

  it("hears only of its own organization and of the kinds it wants", async () => {
    const hook = await create({ kinds: ["Deployment"] });
    await gateway.mirror("Cluster", await newCluster(account.call));
    await gateway.mirror("Cluster", await newCluster(stranger.call));
    await eventually(async () => {
      const { rows } = await gateway.services.pool.query<{ left: number }>(
        `SELECT count(*)::int AS left FROM changes
          WHERE seq > (SELECT (value #>> '{}')::bigint FROM platform_facts WHERE name = 'webhooks/cursor')`,
      );
      expect(rows[0]?.left).to.equal(0);
    });
    const all = await account.call<Hook>("PATCH", `${base}/${hook.id}`, { kinds: null });
    expect([all.status, all.body["kinds"]]).to.deep.equal([200, null]);
    await gateway.mirror("Cluster", await newCluster(stranger.call));
    const own = await newCluster(account.call);
    await gateway.mirror("Cluster", own);
    await eventually(() => expect(receiver.received).to.have.length(1));
    expect((JSON.parse(receiver.received[0]?.body ?? "{}") as { id: string }).id).to.equal(own);
    await account.call("DELETE", `${base}/${hook.id}`);
  });

  it("delivers a test once per Idempotency-Key, and signs with the new secret after a rotation", async () => {
    const hook = await create();
    const key = { "idempotency-key": "test-1" };
    const [first, again] = [
      await account.call<Hook>("POST", `${base}/${hook.id}/test`, undefined, key),
      await account.call<Hook>("POST", `${base}/${hook.id}/test`, undefined, key),
    ];
    expect([first.status, again.body.id]).to.deep.equal([200, first.body.id]);
    await eventually(() => expect(receiver.received).to.have.length(1));
    const rotated = await account.call<Hook>("POST", `${base}/${hook.id}/rotate-secret`, undefined, {
      "idempotency-key": "rotate-1",
    });
    expect([rotated.status, rotated.body.secret === hook.secret]).to.deep.equal([200, false]);
    const replayed = await account.call("POST", `${base}/${hook.id}/rotate-secret`, undefined, {
      "idempotency-key": "rotate-1",
    });
    expect([replayed.status, replayed.body["code"]]).to.deep.equal([409, "secret_already_returned"]);
    await account.call("POST", `${base}/${hook.id}/test`);
    await eventually(() => expect(receiver.received).to.have.length(2));
    const [before, after] = receiver.received;
    if (before === undefined || after === undefined) throw new Error("nothing was received");
    expect([isSignedWith(hook.secret, before), isSignedWith(hook.secret, after)]).to.deep.equal([true, false]);
    expect(isSignedWith(rotated.body.secret, after)).to.equal(true);
    await account.call("DELETE", `${base}/${hook.id}`);
  });

  it("shows its secret once, keeps it sealed, and obeys If-Match", async () => {
    const hook = await create();
    const read = await account.call("GET", `${base}/${hook.id}`);
    const listed = await account.call<{ webhooks: Hook[] }>("GET", base);
    expect(read.text).to.not.contain("secret");
    expect(listed.body.webhooks.map(({ id }) => id)).to.deep.equal([hook.id]);
    const { rows } = await gateway.services.pool.query<{ all: string }>(
      "SELECT webhooks::text || encode(sealed_secret, 'escape') AS all FROM webhooks",
    );
    expect(rows.map((row) => row.all).join()).to.not.contain(hook.secret.slice(6, 20));
    const match = { "if-match": read.headers.get("etag") ?? "" };
    expect((await account.call("PATCH", `${base}/${hook.id}`, { enabled: false }, match)).status).to.equal(200);
    expect((await account.call("PATCH", `${base}/${hook.id}`, { enabled: true }, match)).status).to.equal(412);
    expect((await account.call("POST", `${base}/${hook.id}/test`)).status).to.equal(409);
    const audits = await gateway.services.pool.query<{ action: string }>(
      "SELECT action FROM audit_entries WHERE target_id = $1 AND outcome = 'succeeded' ORDER BY created_at",
      [hook.id],
    );
    expect(audits.rows.map(({ action }) => action)).to.deep.equal(["createWebhook", "updateWebhook"]);
    await account.call("DELETE", `${base}/${hook.id}`);
    expect((await account.call("GET", `${base}/${hook.id}`)).status).to.equal(404);
  });

  it("is for admins of the organization; to others it does not exist", async () => {
    const hook = await create();
    const { pool } = gateway.services;
    expect((await stranger.call("GET", `${base}/${hook.id}`)).status).to.equal(404);
    const elsewhere = `/organizations/${stranger.slug}/webhooks/${hook.id}`;
    expect((await stranger.call("GET", elsewhere)).status).to.equal(404);
    await pool.query("INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')", [
      account.organizationId,
      stranger.userId,
    ]);
    expect((await stranger.call("GET", `${base}/${hook.id}`)).status).to.equal(403);
    expect((await stranger.call("POST", base, { url: receiver.url })).status).to.equal(403);
    const { key } = await newKey(account.session, { scopes: ["webhooks:read"] });
    const reader = clientOf(gateway.url, { authorization: `Bearer ${key}` });
    expect((await reader("GET", `${base}/${hook.id}`)).status).to.equal(200);
    expect((await reader("DELETE", `${base}/${hook.id}`)).status).to.equal(403);
    await account.call("DELETE", `${base}/${hook.id}`);
  });
});

describe("Webhooks of a platform that allows no private addresses", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let base: string;

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
    base = `/organizations/${account.slug}/webhooks`;
  });
  after(() => gateway.stop());

  it("refuses plain http, users in the URL and addresses in every spelling", async () => {
    const refused = [
      "http://example.org/",
      "https://127.0.0.1/",
      "https://2130706433/",
      "https://[::1]/",
      "https://0x7f.1/",
    ];
    for (const url of [...refused, "https://[::ffff:10.0.0.1]/", "https://169.254.169.254/latest", "https://["])
      expect([url, (await account.call("POST", base, { url })).status]).to.deep.equal([url, 422]);
    for (const url of ["ftp://example.org/", "https://u@example.org/", "https://a b/", "x".repeat(2_049)])
      expect([url, (await account.call("POST", base, { url })).status]).to.deep.equal([url, 422]);
  });

  it("calls no name that resolves to loopback, and says so in the log", async () => {
    const receiver = await startWebhookReceiver();
    let connections = 0;
    receiver.answer(() => (connections += 1));
    const hook = await account.call<Hook>("POST", base, { url: `https://localhost:${receiver.port}/` });
    expect(hook.status).to.equal(201);
    await account.call("POST", `${base}/${hook.body.id}/test`);
    await eventually(async () => {
      const log = await account.call<Log>("GET", `${base}/${hook.body.id}/deliveries`);
      expect(log.body.deliveries[0]).to.include({
        status: "pending",
        error: "The name resolves to an address that may not be called",
      });
    });
    expect(connections).to.equal(0);
    await receiver.stop();
  });
});
