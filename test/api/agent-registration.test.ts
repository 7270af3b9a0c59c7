import { expect } from "chai";
import { AGENT_SCOPES } from "../../contract/rest/scopes.ts";
import { sweep } from "../../api/sweeps.ts";
import { newAccount, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import * as flow from "./oauth-flow.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

const LOOPBACK = "http://127.0.0.1/callback";
const RESOURCE = `${flow.PUBLIC_URL}/mcp`;
const PLAIN = { client_name: "Desk agent", redirect_uris: [flow.CALLBACK] };

type Registered = Readonly<{ client_id: string; error?: string; [member: string]: unknown }>;

/** Applications of agents register themselves (RFC 7591): nobody has looked at them, and nothing that they say is believed. */
describe("registration by applications themselves", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let admin: Account;
  let account: Account;

  before(async () => {
    const env = { BERTH_PUBLIC_URL: flow.PUBLIC_URL, BERTH_AGENT_REGISTRATIONS_PER_HOUR: "100000" };
    gateway = await startTestGateway({ env });
    [admin, account] = [await newPlatformAdmin(gateway), await newAccount(gateway.url)];
  });
  after(() => gateway.stop());

  const post = (body: unknown, at = gateway): Promise<Response> =>
    fetch(`${at.url}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const register = async (members: Record<string, unknown> = {}): Promise<Registered> => {
    const answer = await post({ ...PLAIN, ...members });
    expect([answer.status, answer.headers.get("cache-control")]).to.deep.equal([201, "no-store"]);
    return (await answer.json()) as Registered;
  };
  const applicationOf = ({ client_id }: Registered): Promise<flow.Application> =>
    flow.applicationOf(gateway, { client_id, client_secret: null });
  const consentPage = async (registered: Registered, parameters = {}): Promise<flow.PageAnswer> => {
    const started = await flow.start(await applicationOf(registered), {
      resource: RESOURCE,
      scope: AGENT_SCOPES.join(" "),
      ...parameters,
    });
    return new flow.Browser(gateway, account.cookie).open(started.url);
  };
  const connect = async (registered: Registered): Promise<flow.Tokens> =>
    flow.connect(gateway, await applicationOf(registered), account, {
      parameters: { resource: RESOURCE, scope: AGENT_SCOPES.join(" ") },
      members: { organization: account.organizationId },
    });
  const isThere = async ({ client_id }: Registered): Promise<boolean> =>
    (await admin.session("GET", `/admin/oauth-clients/${client_id}`)).status === 200;
  const age = ({ client_id }: Registered, interval: string): Promise<unknown> =>
    gateway.services.pool.query(
      `UPDATE oauth_clients SET created_at = created_at - $2::interval, consented_at = consented_at - $2::interval
        WHERE id = $1`,
      [client_id, interval],
    );

  it("gives a public application for agents, whatever else it asked for", async () => {
    const registered = await register({
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["authorization_code", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code"],
      scope: "deployments:read secrets:write clusters:write databases:read",
      client_uri: "https://evil.example/",
      logo_uri: "https://evil.example/logo.png",
      jwks_uri: "http://169.254.169.254/",
      client_secret: "mine",
      client_id: admin.userId,
    });
    const { client_id, client_id_issued_at, ...rest } = registered;
    expect(client_id)
      .to.match(/^[0-9a-f-]{36}$/)
      .and.not.equal(admin.userId);
    expect(client_id_issued_at).to.be.a("number");
    expect(rest).to.deep.equal({
      client_name: "Desk agent",
      redirect_uris: [flow.CALLBACK],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope: "databases:read deployments:read",
    });
    const shown = await admin.session("GET", `/admin/oauth-clients/${client_id}`);
    expect(shown.body).to.include({ registration: "dynamic", type: "public", client_uri: null, logo_uri: null });
  });

  it("refuses what is no such application, and says why", async () => {
    const refused: readonly (readonly [body: unknown, error: string, word: string])[] = [
      [{ ...PLAIN, redirect_uris: [] }, "invalid_redirect_uri", "redirect_uris"],
      [{ client_name: "x" }, "invalid_redirect_uri", "redirect_uris"],
      [{ ...PLAIN, redirect_uris: ["http://evil.example/cb"] }, "invalid_redirect_uri", "redirect_uris.0"],
      [{ ...PLAIN, redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri", "redirect_uris.0"],
      [{ ...PLAIN, redirect_uris: ["cursor://callback"] }, "invalid_redirect_uri", "redirect_uris.0"],
      [{ ...PLAIN, redirect_uris: ["https://u:p@evil.example/cb"] }, "invalid_redirect_uri", "redirect_uris.0"],
      [{ ...PLAIN, redirect_uris: ["https://app.example.org/cb#x"] }, "invalid_redirect_uri", "redirect_uris.0"],
      [{ ...PLAIN, redirect_uris: ["https://127.0.0.1/cb"] }, "invalid_redirect_uri", "redirect_uris"],
      [{ ...PLAIN, redirect_uris: [LOOPBACK, LOOPBACK] }, "invalid_redirect_uri", "redirect_uris"],
      [
        { ...PLAIN, redirect_uris: Array.from({ length: 21 }, (_, n) => `${LOOPBACK}${n}`) },
        "invalid_redirect_uri",
        "",
      ],
      [{ ...PLAIN, client_name: "x".repeat(101) }, "invalid_client_metadata", "client_name"],
      [{ ...PLAIN, client_name: { a: 1 } }, "invalid_client_metadata", "client_name"],
      [{ ...PLAIN, grant_types: ["client_credentials"] }, "invalid_client_metadata", "grant_types"],
      [{ ...PLAIN, response_types: ["token"] }, "invalid_client_metadata", "response_types"],
      [{ ...PLAIN, scope: "secrets:read" }, "invalid_client_metadata", "scope"],
      [["a list"], "invalid_redirect_uri", ""],
    ];
    for (const [body, error, word] of refused) {
      const answer = await post(body);
      const told = (await answer.json()) as { error: string; error_description: string };
      expect([answer.status, told.error], JSON.stringify(body)).to.deep.equal([400, error]);
      expect(told.error_description).to.include(word);
    }
    const large = await post({ ...PLAIN, software_statement: "x".repeat(1_100_000) });
    expect(large.status).to.equal(413);
    const form = await fetch(`${gateway.url}/oauth/register`, {
      method: "POST",
      body: new URLSearchParams({ a: "b" }),
    });
    expect(form.status).to.equal(415);
  });

  it("shows its name as what it calls itself, without signs that nobody sees, and where the answer goes", async () => {
    const name = "<b>Berth\u202e’s com\u200bmand line</b>\u0007";
    const { text } = await consentPage(await register({ client_name: name }));
    expect(text).to.include("an application that calls itself “&lt;b&gt;Berth’s command line&lt;/b&gt;”");
    expect(text).to.include("Nobody of this platform has looked at it").and.include("<strong>app.example.org</strong>");
    expect(text).to.not.match(/<b>|\u202e|\u200b/);
    expect((await register({ client_name: "\u200b" }))["client_name"]).to.equal("app.example.org");
  });

  it("gives tokens of agents only, and none without PKCE, at another address or with another scope", async () => {
    const registered = await register();
    const { access } = await connect(registered);
    expect((await flow.bearer(gateway, access)("GET", "/auth/me")).status).to.equal(401);
    const answers: readonly (readonly [parameters: Record<string, string>, error: string])[] = [
      [{ code_challenge: "", code_challenge_method: "" }, "invalid_request"],
      [{ scope: "deployments:read secrets:read" }, "invalid_scope"],
      [{ resource: "https://elsewhere.example.org/mcp" }, "invalid_target"],
    ];
    const application = await applicationOf(registered);
    for (const [parameters, error] of answers) {
      const started = await flow.start(application, { resource: RESOURCE, scope: "deployments:read", ...parameters });
      for (const [key, value] of Object.entries(parameters)) if (value === "") started.url.searchParams.delete(key);
      const { url } = await new flow.Browser(gateway, account.cookie).open(started.url);
      expect(new URL(url).searchParams.get("error"), error).to.equal(error);
    }
    const elsewhere = await consentPage(registered, { redirect_uri: "https://evil.example/cb" });
    expect([elsewhere.status, elsewhere.text.includes("invalid_redirect_uri")]).to.deep.equal([400, true]);
    const device = { client_id: registered.client_id, scope: "deployments:read" };
    const asked = await fetch(`${gateway.url}/oauth/device_authorization`, {
      method: "POST",
      body: new URLSearchParams(device),
    });
    expect(asked.status).to.equal(400);
  });

  it("is in the audit log and the list of admins, who end it with all that it was given", async () => {
    const registered = await register();
    const { rows } = await gateway.services.pool.query(
      "SELECT principal, outcome, source_address AS address, changes FROM audit_entries WHERE action = 'registerApplication' AND target_id = $1",
      [registered.client_id],
    );
    const changes = { name: "Desk agent" };
    expect(rows).to.deep.equal([{ principal: "anonymous", outcome: "succeeded", address: "127.0.0.1", changes }]);
    await connect(registered);
    const listed = await admin.session<{ oauth_clients: { client_id: string }[] }>("GET", "/admin/oauth-clients");
    expect(listed.body.oauth_clients.map(({ client_id }) => client_id)).to.include(registered.client_id);
    expect((await account.session("DELETE", `/admin/oauth-clients/${registered.client_id}`)).status).to.equal(403);
    expect((await admin.session("DELETE", `/admin/oauth-clients/${registered.client_id}`)).status).to.equal(200);
    const left = await gateway.services.pool.query("SELECT 1 FROM oauth_records WHERE client_id = $1", [
      registered.client_id,
    ]);
    expect(left.rowCount).to.equal(0);
    expect((await consentPage(registered)).status).to.equal(400);
  });

  it("goes after a day unless somebody consented, and thirty days after nobody has it connected", async () => {
    const [unused, used, ended] = [await register(), await register(), await register()];
    await Promise.all([connect(used), connect(ended)]);
    expect((await account.session("DELETE", `/connected-applications/${ended.client_id}`)).status).to.equal(200);
    for (const one of [unused, used, ended]) await age(one, "25 hours");
    await sweep(gateway.services);
    expect([await isThere(unused), await isThere(used), await isThere(ended)]).to.deep.equal([false, true, true]);
    for (const one of [used, ended]) await age(one, "30 days");
    await sweep(gateway.services);
    expect([await isThere(used), await isThere(ended)]).to.deep.equal([true, false]);
    const admins = await flow.register(admin.session);
    await age({ client_id: admins.client_id }, "90 days");
    await sweep(gateway.services);
    expect(await isThere({ client_id: admins.client_id })).to.equal(true);
  });

  it("says so when the application went while somebody was reading", async () => {
    const registered = await register();
    const started = await flow.start(await applicationOf(registered), {
      resource: RESOURCE,
      scope: "deployments:read",
    });
    const browser = new flow.Browser(gateway, account.cookie);
    const page = await browser.open(started.url);
    await gateway.services.pool.query("DELETE FROM oauth_clients WHERE id = $1", [registered.client_id]);
    const answer = await browser.submit(page, { action: "allow", organization: account.organizationId });
    expect([answer.status, answer.text.includes("start again")]).to.deep.equal([400, true]);
  });

  it("is limited for each address, and in the number that nobody has connected", async () => {
    const env = {
      BERTH_PUBLIC_URL: flow.PUBLIC_URL,
      BERTH_POSTGRES_URL: gateway.services.config.postgresUrl.reveal(),
      BERTH_AGENT_REGISTRATIONS_PER_HOUR: "2",
    };
    const strict = await startTestGateway({ env });
    try {
      const statuses = [];
      for (const body of [PLAIN, {}, PLAIN, PLAIN]) statuses.push((await post(body, strict)).status);
      expect(statuses).to.deep.equal([201, 400, 201, 429]);
    } finally {
      await strict.stop();
    }
    await gateway.services.pool.query(
      `INSERT INTO oauth_clients (id, name, redirect_uris, scopes, registration)
        SELECT gen_random_uuid(), 'flood', '{}', '{}', 'dynamic' FROM generate_series(1, 1000)`,
    );
    expect((await post(PLAIN)).status).to.equal(429);
    await gateway.services.pool.query("DELETE FROM oauth_clients WHERE name = 'flood'");
    expect((await post(PLAIN)).status).to.equal(201);
  });

  it("is not there where no agents are served, or none may come by themselves", async () => {
    const offs: readonly Record<string, string>[] = [
      { BERTH_MCP: "false" },
      { BERTH_AGENT_REGISTRATIONS_PER_HOUR: "0" },
    ];
    for (const off of offs) {
      const env = {
        BERTH_PUBLIC_URL: flow.PUBLIC_URL,
        BERTH_POSTGRES_URL: gateway.services.config.postgresUrl.reveal(),
      };
      const closed = await startTestGateway({ env: { ...env, ...off } });
      try {
        expect((await post(PLAIN, closed)).status).to.equal(404);
        const metadata = await fetch(`${closed.url}/oauth/.well-known/oauth-authorization-server`);
        expect(await metadata.json()).to.not.have.property("registration_endpoint");
      } finally {
        await closed.stop();
      }
    }
  });
});
