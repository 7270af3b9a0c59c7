import { expect } from "chai";
import * as oidc from "openid-client";
import { newAccount, PASSWORD, type Account } from "./client.ts";
import type { TestGateway } from "./gateway.ts";
import * as flow from "./oauth-flow.ts";
import { codeOf, newTotpAccount } from "./second-factor-scene.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

const NASTY = `<script>alert(1)</script>"'&`;

/** The pages that ask people: nobody else can decide for them. */
describe("authorization server: its pages", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let admin: Account;
  let account: Account;
  let application: flow.Application;

  before(async () => {
    ({ gateway, admin, account, application } = await flow.startScene());
  });
  after(() => gateway.stop());

  const consentPage = async (): Promise<readonly [flow.Browser, flow.PageAnswer]> => {
    const browser = new flow.Browser(gateway, account.cookie);
    return [browser, await browser.open((await flow.start(application)).url)];
  };
  const grants = async (): Promise<number> => {
    const { rowCount } = await gateway.services.pool.query("SELECT 1 FROM oauth_records WHERE model = 'Grant'");
    return rowCount ?? 0;
  };

  it("say who asks, for what in words, and where it leads", async () => {
    const [, { text, status }] = await consentPage();
    expect(status).to.equal(200);
    for (const words of [
      "Connect Harbour master?",
      account.email,
      "See your deployments and their settings.",
      "See your API keys, without their secrets.",
      `<a href="https://app.example.org/logo.svg"`,
      `<a href="https://app.example.org/"`,
      `You are then sent to ${flow.CALLBACK}`,
      "All that you belong to",
      `<option value="${account.organizationId}">Only Test User</option>`,
    ])
      expect(text).to.include(words);
    expect(text).to.not.match(/<(script|img|iframe|object)\b/i);
  });

  it("escape everything that others have written", async () => {
    const nasty = await flow.register(admin.session, { name: NASTY, client_uri: `https://e.example/"><b>` });
    const one = await flow.applicationOf(gateway, nasty);
    const signIn = await new flow.Browser(gateway).open((await flow.start(one)).url);
    const consent = await new flow.Browser(gateway, account.cookie).open((await flow.start(one)).url);
    const wrong = await flow.start(one, { redirect_uri: "https://evil.example/<script>", state: NASTY });
    const refused = await new flow.Browser(gateway).open(wrong.url);
    for (const { text } of [signIn, consent, refused]) expect(text).to.not.match(/<script|"><b>/);
    expect(consent.text).to.include("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;");
  });

  it("cannot be framed, run no script, load nothing and are not kept", async () => {
    const [, page] = await consentPage();
    const refused = await new flow.Browser(gateway).open(`${flow.ISSUER}/authorize`);
    for (const { headers } of [page, refused]) {
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy)
        .to.include("default-src 'none'")
        .and.include("frame-ancestors 'none'")
        .and.include("base-uri 'none'");
      expect(policy).to.not.include("unsafe").and.not.include("script-src");
      expect([headers.get("x-frame-options"), headers.get("cache-control")]).to.deep.equal(["DENY", "no-store"]);
      expect(headers.get("x-content-type-options")).to.equal("nosniff");
    }
    expect(page.headers.get("content-security-policy")).to.include("form-action 'self' https://app.example.org;");
  });

  it("take no form that another site, page or session has made", async () => {
    const before = await grants();
    const allow = { action: "allow", organization: "" };
    const attacks: readonly (readonly [
      why: string,
      members: Record<string, string>,
      headers: Record<string, string>,
    ])[] = [
      ["another site", {}, { origin: "https://evil.example" }],
      ["another site, by its own word", {}, { "sec-fetch-site": "cross-site" }],
      ["no token", { token: "" }, {}],
      ["a token of nobody", { token: "x".repeat(43) }, {}],
    ];
    for (const [why, members, headers] of attacks) {
      const [browser, page] = await consentPage();
      const answer = await browser.submit(page, { ...allow, ...members }, headers);
      expect([answer.status, answer.url.startsWith(flow.ISSUER)], why).to.deep.equal([403, true]);
    }
    const [, mine] = await consentPage();
    const [browser, other] = await consentPage();
    expect((await browser.submit(other, { ...allow, token: flow.tokenOf(mine) })).status, "another's").to.equal(403);
    const stranger = new flow.Browser(gateway, (await newAccount(gateway.url)).cookie);
    expect((await stranger.submit(mine, allow)).status, "another browser").to.equal(400);
    expect(await grants()).to.equal(before);
  });

  it("hold the form to the session that saw it", async () => {
    const browser = new flow.Browser(gateway, account.cookie);
    const page = await browser.open((await flow.start(application)).url);
    const signIn = await browser.submit(page, { action: "switch" });
    expect(signIn.text).to.include("Sign in to connect");
    expect((await browser.submit(page, { action: "allow", organization: "" })).status).to.equal(403);
    const other = await newAccount(gateway.url);
    await account.session("GET", "/auth/me");
    const next = await browser.submit(signIn, { action: "sign_in", email: other.email, password: PASSWORD });
    expect(next.text).to.include(other.email);
    account = await newAccount(gateway.url);
  });

  it("ask for the second factor of an account that has one, and let nobody consent before", async () => {
    const person = await newTotpAccount(gateway);
    const browser = new flow.Browser(gateway);
    const signIn = await browser.open((await flow.start(application)).url);
    const asked = await browser.submit(signIn, { action: "sign_in", email: person.email, password: PASSWORD });
    expect([asked.status, asked.text.includes("One more step")]).to.deep.equal([200, true]);
    expect((await browser.submit(asked, { action: "allow", organization: "" })).status).to.equal(401);
    const wrong = await browser.submit(asked, { action: "second_factor", code: "000000" });
    expect([wrong.status, wrong.text.includes("One more step")]).to.deep.equal([401, true]);
    const consent = await browser.submit(asked, { action: "second_factor", code: codeOf(person.secret) });
    expect(consent.text).to.include(person.email);
    const again = await browser.submit(consent, { action: "switch" });
    const pending = await browser.submit(again, { action: "sign_in", email: person.email, password: PASSWORD });
    expect((await browser.submit(pending, { action: "switch" })).text, "forgotten").to.include("Sign in to connect");
  });

  it("send who denies back without anything", async () => {
    const before = await grants();
    const [browser, page] = await consentPage();
    const { url } = await browser.submit(page, { action: "deny" });
    expect(new URL(url).searchParams.get("error")).to.equal("access_denied");
    expect(await grants()).to.equal(before);
    const nobody = new flow.Browser(gateway);
    const cancelled = await nobody.submit(await nobody.open((await flow.start(application)).url), { action: "deny" });
    expect(new URL(cancelled.url).searchParams.get("error")).to.equal("access_denied");
  });

  it("let no platform admin consent as another user", async () => {
    const acting = await admin.session("POST", "/auth/impersonate", { user_id: account.userId, reason: "test" });
    const cookie = acting.headers.getSetCookie()[0]?.split(";")[0];
    const page = await new flow.Browser(gateway, cookie).open((await flow.start(application)).url);
    expect([page.status, page.text.includes("<form")]).to.deep.equal([403, false]);
    admin = await newPlatformAdmin(gateway);
  });

  it("limit the application to one organization when the person says so", async () => {
    const made = await account.session<{ id: string; slug: string }>("POST", "/organizations", { name: "Quay" });
    const { id: organization, slug } = made.body;
    const one = await flow.applicationOf(
      gateway,
      await flow.register(admin.session, { scopes: ["organizations:read"] }),
    );
    const parameters = { scope: "organizations:read" };
    const tokens = await flow.connect(gateway, one, account, { parameters, members: { organization } });
    const call = flow.bearer(gateway, tokens.access);
    const { body } = await call<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    expect(body.organizations.map((each) => each.slug)).to.deep.equal([slug]);
    expect((await call("GET", `/organizations/${account.slug}`)).status).to.equal(404);
    const browser = new flow.Browser(gateway, account.cookie);
    const page = await browser.open((await flow.start(one, parameters)).url);
    expect((await browser.submit(page, { action: "allow", organization: admin.organizationId })).status).to.equal(422);
    expect((await account.session("DELETE", `/organizations/${slug}`)).status).to.equal(200);
    expect((await call("GET", "/auth/me")).status, "with the organization").to.equal(401);
  });

  it("say that a request has ended, and refuse forms that are none", async () => {
    const [browser, page] = await consentPage();
    const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    expect((await browser.open(page.url, json)).status).to.equal(415);
    // Of the longer one most is still to be sent when it is refused: who sends it must hear why all the same.
    for (const length of [20_000, 8_000_000]) {
      const body = new URLSearchParams({ token: "x".repeat(length) });
      expect((await browser.open(page.url, { method: "POST", body })).status, String(length)).to.equal(413);
    }
    expect((await browser.submit(page, { action: "dance" })).status).to.equal(422);
    await gateway.services.pool.query("DELETE FROM oauth_records WHERE model = 'Interaction'");
    const ended = await browser.open(page.url);
    expect([ended.status, ended.text.includes("start again")]).to.deep.equal([400, true]);
  });

  it("send a second click the way of the first", async () => {
    const [browser, page] = await consentPage();
    const before = await grants();
    const allow = { action: "allow", organization: "" };
    const { url } = await browser.submit(page, allow);
    expect(new URL(url).searchParams.get("code")).to.be.a("string");
    expect((await browser.submit(page, allow)).status, "the request has ended").to.equal(400);
    expect(await grants()).to.equal(before + 1);
  });

  it("serve public applications on the person's own machine, at any port (RFC 8252)", async () => {
    const redirect_uris = ["http://127.0.0.1/cb", "http://[::1]/cb"];
    const cli = await flow.applicationOf(
      gateway,
      await flow.register(admin.session, { type: "public", redirect_uris }),
    );
    for (const redirect_uri of ["http://127.0.0.1:49152/cb", "http://[::1]:49153/cb"]) {
      const started = await flow.start(cli, { redirect_uri });
      const callback = await flow.consent(gateway, account, started);
      expect(callback.href.startsWith(`${redirect_uri}?`)).to.equal(true);
      const { refresh } = await flow.redeem(cli, callback, started);
      expect((await oidc.refreshTokenGrant(cli.config, refresh)).access_token).to.be.a("string");
    }
    const elsewhere = await flow.start(cli, { redirect_uri: "http://127.0.0.1:49152/other" });
    expect((await new flow.Browser(gateway).open(elsewhere.url)).status).to.equal(400);
  });
});
