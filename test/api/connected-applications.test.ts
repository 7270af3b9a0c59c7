import { expect } from "chai";
import * as oidc from "openid-client";
import { listLostAccess, noteAccess } from "../../adapters/postgres/resources/cluster-access-store.ts";
import { SCOPES } from "../../contract/rest/scopes.ts";
import { sweep } from "../../api/sweeps.ts";
import { createDatabase } from "../support/postgres.ts";
import { clientOf, newAccount, newCluster, newKey, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { INPUTS, NOBODY, targetsOf } from "./authorization-inputs.ts";
import * as flow from "./oauth-flow.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

type Listed = { applications: Record<string, unknown>[]; total: number };

/** What a connected application is worth, on every gateway, and how it ends. */
describe("connected applications", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let second: TestGateway;
  let admin: Account;
  let account: Account;
  let client: flow.RegisteredClient;
  let application: flow.Application;

  before(async () => {
    const env = { BERTH_PUBLIC_URL: flow.PUBLIC_URL, BERTH_POSTGRES_URL: await createDatabase() };
    [gateway, second] = [await startTestGateway({ env }), await startTestGateway({ env })];
    admin = await newPlatformAdmin(gateway);
    client = await flow.register(admin.session, { scopes: SCOPES });
    application = await flow.applicationOf(gateway, client);
  });
  beforeEach(async () => {
    account = await newAccount(gateway.url);
  });
  after(() => Promise.all([gateway.stop(), second.stop()]));

  const statusOf = async (access: string, at = gateway): Promise<number> =>
    (await flow.bearer(at, access)("GET", "/auth/me")).status;
  const refresh = ({ refresh: token }: flow.Tokens): Promise<flow.Tokens> =>
    oidc
      .refreshTokenGrant(application.config, token)
      .then((answer) => ({ access: answer.access_token, refresh: answer.refresh_token ?? "" }));
  const isRefused = async (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => false,
      (error: unknown) => (error as { error?: string }).error === "invalid_grant",
    );
  const list = async (): Promise<Listed> => (await account.session<Listed>("GET", "/connected-applications")).body;
  const audited = async (action: string): Promise<unknown[]> => {
    const { rows } = await gateway.services.pool.query<Record<string, unknown>>(
      "SELECT outcome, target_id, principal FROM audit_entries WHERE action = $1 AND actor_user_id = $2",
      [action, account.userId],
    );
    return rows;
  };

  it("are listed with their total, and end when the person says so, on every gateway", async () => {
    expect(await list()).to.deep.equal({ applications: [], total: 0 });
    const [one, two] = [
      await flow.connect(gateway, application, account),
      await flow.connect(gateway, application, account),
    ];
    const { applications, total } = await list();
    expect(total).to.equal(1);
    expect(applications[0]).to.include({ client_id: client.client_id, client_name: "Harbour master" });
    expect(applications[0]).to.include({ active_sessions: 2, client_uri: "https://app.example.org/" });
    expect(Date.parse(String(applications[0]?.["authorized_at"]))).to.be.greaterThan(Date.now() - 60_000);
    expect(await statusOf(two.access, second)).to.equal(200);
    const other = await newAccount(gateway.url);
    const path = `/connected-applications/${client.client_id}`;
    expect((await other.session("DELETE", path)).status, "not theirs").to.equal(404);
    expect((await account.session("DELETE", path)).status).to.equal(200);
    for (const { access } of [one, two])
      expect([await statusOf(access), await statusOf(access, second)]).to.deep.equal([401, 401]);
    expect(await isRefused(refresh(one))).to.equal(true);
    expect(await oidc.tokenIntrospection(application.config, two.refresh)).to.include({ active: false });
    expect(await list()).to.deep.equal({ applications: [], total: 0 });
    expect((await account.session("DELETE", path)).status, "unknown by now").to.equal(404);
    const about = { outcome: "succeeded", target_id: client.client_id, principal: "session" };
    expect(await audited("disconnectApplication")).to.deep.equal([about]);
    expect(await audited("authorizeApplication")).to.deep.equal([about, about]);
  });

  it("get a new refresh token each time; an old one ends the consent", async () => {
    const first = await flow.connect(gateway, application, account);
    const next = await refresh(first);
    expect(next.refresh).to.not.equal(first.refresh);
    expect([await statusOf(first.access), await statusOf(next.access)]).to.deep.equal([200, 200]);
    expect((await list()).applications[0]).to.include({ active_sessions: 1 });
    expect(await isRefused(refresh(first))).to.equal(true);
    expect([await statusOf(first.access), await statusOf(next.access)]).to.deep.equal([401, 401]);
    expect(await isRefused(refresh(next))).to.equal(true);
    expect((await list()).total).to.equal(0);
    const about = { outcome: "succeeded", target_id: client.client_id, principal: "oauth" };
    expect(await audited("revokeToken")).to.deep.equal([about]);
  });

  it("get one answer at most when a refresh token is used many times at once", async () => {
    const first = await flow.connect(gateway, application, account);
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => refresh(first)));
    const given = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    expect(given.length).to.be.at.most(1);
    for (const { access } of given) expect(await statusOf(access)).to.equal(401);
  });

  it("lose with their session nothing, and with the account everything", async () => {
    const { access } = await flow.connect(gateway, application, account);
    await account.session("POST", "/auth/logout");
    expect(await statusOf(access)).to.equal(200);
    const { pool } = gateway.services;
    await pool.query("DELETE FROM users WHERE id = $1", [account.userId]);
    expect(await statusOf(access)).to.equal(401);
    const left = await pool.query("SELECT 1 FROM oauth_records WHERE account_id = $1", [account.userId]);
    expect(left.rowCount).to.equal(0);
  });

  it("lose an organization with the membership", async () => {
    const made = await admin.session<{ id: string; slug: string }>("POST", "/organizations", { name: "Pier" });
    const { id: organization, slug } = made.body;
    const row = [organization, account.userId, "member"];
    await gateway.services.pool.query("INSERT INTO memberships VALUES ($1, $2, $3)", row);
    const parameters = { scope: "organizations:read" };
    const all = await flow.connect(gateway, application, account, { parameters });
    const limited = await flow.connect(gateway, application, account, { parameters, members: { organization } });
    const read = async ({ access }: flow.Tokens): Promise<number> =>
      (await flow.bearer(gateway, access)("GET", `/organizations/${slug}`)).status;
    expect([await read(all), await read(limited)]).to.deep.equal([200, 200]);
    expect((await admin.session("DELETE", `/organizations/${slug}/members/${account.userId}`)).status).to.equal(200);
    expect([await read(all), await read(limited)]).to.deep.equal([404, 401]);
  });

  it("lose their kubeconfigs with the consent", async () => {
    const { pool } = gateway.services;
    const clusterId = await newCluster(account.session);
    await flow.connect(gateway, application, account);
    const { rows } = await pool.query<{ id: string }>(
      "SELECT id FROM oauth_records WHERE model = 'Grant' AND account_id = $1",
      [account.userId],
    );
    const apiKeyId = rows[0]?.id ?? "";
    const access = { clusterId, userId: account.userId, sessionId: null, apiKeyId };
    const secretName = await noteAccess(pool, access, 3_600);
    const lost = async (): Promise<string[]> => (await listLostAccess(pool, 100)).map((one) => one.secretName);
    expect(await lost()).to.not.include(secretName);
    await account.session("DELETE", `/connected-applications/${client.client_id}`);
    expect(await lost()).to.include(secretName);
    await pool.query("DELETE FROM cluster_access");
  });

  it("may not touch passwords, sessions, impersonation, other applications, and make no keys", async () => {
    const { access } = await flow.connect(gateway, application, account, {
      parameters: { scope: "api-keys:write deployments:read" },
    });
    const call = flow.bearer(gateway, access);
    const at = { ...targetsOf(NOBODY), slug: account.slug, organizationId: account.organizationId };
    expect(flow.SESSION_ONLY.length).to.be.greaterThan(10);
    for (const operation of flow.SESSION_ONLY) {
      const { path, body } = INPUTS[operation.operationId]!(at);
      expect((await call(operation.method.toUpperCase(), path, body)).status, operation.operationId).to.equal(403);
    }
    const { id } = await newKey(account.session, { scopes: ["deployments:read"] });
    expect((await call("POST", "/api-keys", { name: "x", scopes: ["deployments:read"] })).status).to.equal(403);
    expect((await call("POST", `/api-keys/${id}/rotate`)).status, "a key would outlive the consent").to.equal(403);
  });

  it("send their token alone: two credentials in one request are a 401", async () => {
    const { access, refresh: other } = await flow.connect(gateway, application, account);
    const authorization = `Bearer ${access}`;
    const { key } = await newKey(account.session);
    const others: Record<string, string>[] = [{ cookie: account.cookie }, { "x-api-key": key }];
    for (const more of others)
      expect((await clientOf(gateway.url, { authorization, ...more })("GET", "/auth/me")).status).to.equal(401);
    expect((await clientOf(gateway.url, { "x-api-key": access })("GET", "/auth/me")).status).to.equal(401);
    expect(await statusOf(other), "a refresh token opens nothing").to.equal(401);
    expect(await statusOf("x".repeat(43))).to.equal(401);
    expect(await statusOf(access)).to.equal(200);
  });

  it("are changed, given another secret and removed by platform admins", async () => {
    const path = `/admin/oauth-clients/${client.client_id}`;
    const own = await flow.register(admin.session);
    const one = await flow.applicationOf(gateway, own);
    const { access, refresh: token } = await flow.connect(gateway, one, account);
    const at = `/admin/oauth-clients/${own.client_id}`;
    const read = await admin.session("GET", at);
    expect(read.body).to.include({ type: "confidential", client_id: own.client_id });
    expect(read.text).to.not.include(own.client_secret);
    expect((await admin.session("PATCH", at, { redirect_uris: ["http://127.0.0.1/"] })).status).to.equal(422);
    const narrowed = await admin.session("PATCH", at, { scopes: ["deployments:read"], name: "Pilot" });
    expect([narrowed.status, narrowed.body["name"]]).to.deep.equal([200, "Pilot"]);
    expect((await flow.bearer(gateway, access)("GET", "/api-keys")).status, "taken away").to.equal(403);
    const stale = await admin.session("PATCH", at, { name: "x" }, { "if-match": read.headers.get("etag") ?? "" });
    expect(stale.status).to.equal(412);
    const rotated = await admin.session<flow.RegisteredClient>("POST", `${at}/rotate-secret`);
    const fault = await oidc.refreshTokenGrant(one.config, token).catch((error: unknown) => (error as Error).name);
    expect(fault).to.be.a("string");
    const renewed = await flow.applicationOf(gateway, rotated.body);
    expect((await oidc.refreshTokenGrant(renewed.config, token)).access_token).to.be.a("string");
    const listed = await admin.session<{ oauth_clients: unknown[]; total: number }>(
      "GET",
      "/admin/oauth-clients?count=true&limit=1",
    );
    expect([listed.body.oauth_clients.length, listed.body.total]).to.deep.equal([1, 2]);
    expect((await admin.session("DELETE", at)).status).to.equal(200);
    expect([await statusOf(access), (await admin.session("GET", at)).status]).to.deep.equal([401, 404]);
    const publicOne = await flow.register(admin.session, { type: "public" });
    expect(publicOne.client_secret).to.equal(null);
    const noSecret = await admin.session("POST", `/admin/oauth-clients/${publicOne.client_id}/rotate-secret`);
    expect(noSecret.status).to.equal(409);
    expect((await account.session("GET", path)).status, "not for everybody").to.equal(403);
  });

  it("are registered once per Idempotency-Key, and the secret is answered once", async () => {
    const body = { name: "Once", type: "confidential", redirect_uris: [flow.CALLBACK], scopes: ["clusters:read"] };
    const send = () => admin.session("POST", "/admin/oauth-clients", body, { "idempotency-key": "once" });
    expect((await send()).status).to.equal(201);
    const again = await send();
    expect([again.status, again.body["code"]]).to.deep.equal([409, "secret_already_returned"]);
  });

  it("work by any gateway: one asks the person, another gives the tokens", async () => {
    const started = await flow.start(application);
    const page = await new flow.Browser(gateway, account.cookie).open(started.url);
    expect(page.status).to.equal(200);
    const callback = await flow.consent(gateway, account, started);
    const elsewhere = await flow.applicationOf(second, client);
    const { access, refresh: token } = await flow.redeem(elsewhere, callback, started);
    expect(await statusOf(access)).to.equal(200);
    expect((await oidc.refreshTokenGrant(application.config, token)).access_token).to.be.a("string");
  });

  it("leave no token, code or secret in Postgres", async () => {
    const started = await flow.start(application);
    const browser = new flow.Browser(gateway, account.cookie);
    const page = await browser.open(started.url);
    const pending = await flow.start(application);
    const waiting = await browser.open(pending.url);
    const { url } = await browser.submit(page, { action: "allow", organization: "" });
    const unused = await flow.consent(gateway, account, await flow.start(application));
    const tokens = await flow.redeem(application, new URL(url), started);
    const next = await refresh(tokens);
    const secrets = [
      ...[tokens, next].flatMap(({ access, refresh: token }) => [access, token]),
      ...[new URL(url), unused].map(({ searchParams }) => searchParams.get("code") ?? ""),
      client.client_secret ?? "",
      started.verifier,
      waiting.url.split("/").at(-1) ?? "",
    ];
    const dump = await dumpOf(gateway);
    expect(dump).to.include(client.client_id).and.to.include(account.userId);
    for (const secret of secrets) {
      expect(secret).to.have.length.greaterThan(20);
      for (const form of [secret, Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64")])
        expect(dump.includes(form), "a secret in Postgres").to.equal(false);
    }
    // Known bad: the same search finds what is there in the clear.
    await gateway.services.pool.query("UPDATE users SET name = $1 WHERE id = $2", [tokens.access, account.userId]);
    expect((await dumpOf(gateway)).includes(tokens.access)).to.equal(true);
  });

  it("are swept an hour after their end", async () => {
    await flow.connect(gateway, application, account);
    const { pool } = gateway.services;
    const count = async (): Promise<number | null> =>
      (await pool.query("SELECT 1 FROM oauth_records WHERE account_id = $1", [account.userId])).rowCount;
    await pool.query("UPDATE oauth_records SET expires_at = now() - interval '59 minutes'");
    await sweep(gateway.services);
    expect(await count()).to.be.greaterThan(0);
    await pool.query("UPDATE oauth_records SET expires_at = now() - interval '61 minutes'");
    await sweep(gateway.services);
    expect(await count()).to.equal(0);
  });
});

async function dumpOf({ services: { pool } }: TestGateway): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join("\n");
}
