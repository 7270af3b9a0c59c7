import { expect } from "chai";
import * as oidc from "openid-client";
import { findPrincipal } from "../../adapters/postgres/identity/principal.ts";
import { hashToken } from "../../api/identity/api-key-format.ts";
import { newAccount, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import * as flow from "./oauth-flow.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

const RESOURCE = `${flow.PUBLIC_URL}/mcp`;
const SCOPES = ["clusters:read", "deployments:read", "deployments:write", "secrets:read"];
const ASKED = "clusters:read deployments:read deployments:write";

describe("authorization server: tokens for agents", function () {
  this.timeout(120_000);
  let gateway: TestGateway;
  let account: Account;
  let application: flow.Application;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_PUBLIC_URL: flow.PUBLIC_URL } });
    const admin = await newPlatformAdmin(gateway);
    account = await newAccount(gateway.url);
    application = await flow.applicationOf(gateway, await flow.register(admin.session, { scopes: SCOPES }));
  });
  after(() => gateway.stop());

  const connect = (members: Record<string, string>): Promise<flow.Tokens> =>
    flow.connect(gateway, application, account, {
      parameters: { resource: RESOURCE, scope: ASKED },
      members: { organization: account.organizationId, ...members },
    });
  const principal = (via: "oauth" | "agent", token: string): ReturnType<typeof findPrincipal> =>
    findPrincipal(gateway.services.pool, { via, hash: hashToken(token) });

  it("opens nothing of the REST interface, refreshed or not, and no other token opens what is for agents", async () => {
    const { access, refresh } = await connect({ write: "yes" });
    const renewed = await oidc.refreshTokenGrant(application.config, refresh);
    for (const token of [access, renewed.access_token]) {
      expect((await flow.bearer(gateway, token)("GET", "/auth/me")).status).to.equal(401);
      expect((await flow.bearer(gateway, token)("GET", "/deployments")).status, "a hot read").to.equal(401);
      expect(await principal("oauth", token)).to.equal(undefined);
    }
    const found = await principal("agent", renewed.access_token);
    expect(found).to.deep.include({
      via: "oauth",
      userId: account.userId,
      limitOrganizationId: account.organizationId,
    });
    expect(found?.application).to.deep.equal({ id: application.clientId, name: "Harbour master" });
    expect([...(found?.scopes ?? [])].sort()).to.deep.equal(ASKED.split(" "));
    const plain = await flow.connect(gateway, application, account, { parameters: { scope: "deployments:read" } });
    expect(await principal("agent", plain.access)).to.equal(undefined);
    expect(await principal("agent", account.key)).to.equal(undefined);
    expect((await flow.bearer(gateway, plain.access)("GET", "/deployments")).status).to.equal(200);
  });

  it("writes only where the person ticked that", async () => {
    const { access, refresh } = await connect({});
    const reads = ["clusters:read", "deployments:read"];
    expect([...((await principal("agent", access))?.scopes ?? [])].sort()).to.deep.equal(reads);
    const renewed = await oidc.refreshTokenGrant(application.config, refresh, { scope: ASKED }).catch(() => undefined);
    const later = renewed === undefined ? undefined : await principal("agent", renewed.access_token);
    expect(later?.scopes ?? []).not.to.include("deployments:write");
  });

  it("never carries what agents may not have, and knows no other resource", async () => {
    const started = await flow.start(application, { resource: RESOURCE, scope: "deployments:read secrets:read" });
    const refused = new URL((await new flow.Browser(gateway).open(started.url)).url);
    expect(refused.searchParams.get("error")).to.equal("invalid_scope");
    const elsewhere = await flow.start(application, { resource: "https://elsewhere.example.org/mcp", scope: ASKED });
    const target = new URL((await new flow.Browser(gateway).open(elsewhere.url)).url);
    expect(target.searchParams.get("error")).to.equal("invalid_target");
    const started2 = await flow.start(application, { scope: "deployments:read" });
    const callback = await flow.consent(gateway, account, started2);
    const traded = await oidc
      .authorizationCodeGrant(
        application.config,
        callback,
        { pkceCodeVerifier: started2.verifier, expectedState: started2.state },
        { resource: RESOURCE },
      )
      .then(() => "traded")
      .catch((error: unknown) => (error as { error?: string }).error);
    expect(traded, "a code for the REST interface").to.equal("invalid_target");
  });

  it("asks for one organization, and says in the page what writing would be", async () => {
    const started = await flow.start(application, { resource: RESOURCE, scope: ASKED });
    const browser = new flow.Browser(gateway, account.cookie);
    const page = await browser.open(started.url);
    expect(page.text).to.include('type="checkbox" name="write"').and.to.include("(deployments:write)");
    expect(page.text).to.match(/<select name="organization"><option value="[0-9a-f-]{36}">Only /);
    expect((await browser.submit(page, { action: "allow", organization: "" })).status).to.equal(422);
  });

  it("is in the audit log with the application that acted", async () => {
    const { access } = await flow.connect(gateway, application, account, { parameters: { scope: ASKED } });
    const made = await flow.bearer(gateway, access)("POST", "/deployments", {
      name: "audited",
      cluster_id: "00000000-0000-4000-8000-000000000000",
      app_type: "web_app",
      docker_image: "nginx:1",
    });
    expect(made.status).to.equal(404);
    await gateway.services.refusals.flush();
    const { rows } = await gateway.services.pool.query(
      `SELECT application_id AS id, application_name AS name, actor_user_id AS "userId" FROM audit_entries
        WHERE action = 'createDeployment' AND actor_user_id = $1`,
      [account.userId],
    );
    expect(rows[0]).to.deep.equal({ id: application.clientId, name: "Harbour master", userId: account.userId });
  });
});
