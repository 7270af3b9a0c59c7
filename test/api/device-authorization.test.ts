import { expect } from "chai";
import * as oidc from "openid-client";
import { CLI_CLIENT_ID } from "../../contract/identity.ts";
import { newAccount, PASSWORD, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import * as flow from "./oauth-flow.ts";
import { codeOf, newTotpAccount } from "./second-factor-scene.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

const PAGE = `${flow.ISSUER}/device`;
const SCOPE = "api-keys:read clusters:write";

type Asked = Readonly<{ device_code: string; user_code: string; [member: string]: unknown }>;
type Polled = Readonly<{ status: number; error?: string; access_token?: string; refresh_token?: string }>;

/** A device without a browser shows a code; a person elsewhere types it (RFC 8628). */
describe("device authorization", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let cli: flow.Application;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_PUBLIC_URL: flow.PUBLIC_URL } });
    account = await newAccount(gateway.url);
    cli = await flow.applicationOf(gateway, { client_id: CLI_CLIENT_ID, client_secret: null });
  });
  after(() => gateway.stop());

  const post = (path: string, members: Record<string, string>): Promise<Response> =>
    fetch(`${gateway.url}/oauth/${path}`, { method: "POST", body: new URLSearchParams(members) });
  const ask = async (): Promise<Asked> => {
    const answer = await post("device_authorization", { client_id: CLI_CLIENT_ID, scope: SCOPE });
    expect(answer.status).to.equal(200);
    return (await answer.json()) as Asked;
  };
  const poll = async ({ device_code }: Asked, client_id: string = CLI_CLIENT_ID): Promise<Polled> => {
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const answer = await post("token", { grant_type, device_code, client_id });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  /** When devices have last asked, as far as the server can tell: this test's own machine may be slow. */
  const lastAsked = (secondsAgo: number): Promise<unknown> =>
    gateway.services.pool.query(
      "UPDATE oauth_records SET last_used_at = now() - $1 * interval '1 second' WHERE model = 'DeviceCode'",
      [secondsAgo],
    );
  const signedIn = async (person = account): Promise<readonly [flow.Browser, flow.PageAnswer]> => {
    const browser = new flow.Browser(gateway, person.cookie);
    return [browser, await browser.open(PAGE)];
  };
  const typed = async (code: string, person = account): Promise<readonly [flow.Browser, flow.PageAnswer]> => {
    const [browser, page] = await signedIn(person);
    return [browser, await browser.submit(page, { action: "enter", user_code: code })];
  };
  const decide = async (asked: Asked, action: string, person = account): Promise<flow.PageAnswer> => {
    const [browser, page] = await typed(asked.user_code, person);
    return browser.submit(page, { action, device: asked.user_code, organization: "" });
  };
  const grants = async (): Promise<number> => {
    const { rowCount } = await gateway.services.pool.query("SELECT 1 FROM oauth_records WHERE model = 'Grant'");
    return rowCount ?? 0;
  };

  it("signs in the command line by the official library, from the code to a token that is renewed and revoked", async () => {
    const started = await oidc.initiateDeviceAuthorization(cli.config, { scope: SCOPE });
    expect(started.verification_uri).to.equal(PAGE);
    const browser = new flow.Browser(gateway);
    const signIn = await browser.open(started.verification_uri);
    expect(signIn.text).to.include("Sign in to connect a device");
    const asked = await browser.submit(signIn, { action: "sign_in", email: account.email, password: PASSWORD });
    const code = ` ${started.user_code.toLowerCase().replace("-", " ")} `;
    const consent = await browser.submit(asked, { action: "enter", user_code: code });
    expect(consent.text).to.include(`must show <strong>${started.user_code}</strong>`).and.include("127.0.0.1");
    expect(consent.text).to.include("Connect Berth&#39;s command line?").and.include("(clusters:write)");
    const done = await browser.submit(consent, { action: "allow", device: started.user_code, organization: "" });
    expect([done.status, done.text.includes("Your device goes on")]).to.deep.equal([200, true]);
    const tokens = await oidc.pollDeviceAuthorizationGrant(cli.config, { ...started, interval: 0 });
    const me = await flow.bearer(gateway, tokens.access_token)("GET", "/auth/me");
    expect([me.status, me.body["id"], me.body["auth_method"]]).to.deep.equal([200, account.userId, "oauth"]);
    expect((await flow.bearer(gateway, tokens.access_token)("GET", "/deployments")).status, "not asked for").to.equal(
      403,
    );
    const renewed = await oidc.refreshTokenGrant(cli.config, tokens.refresh_token ?? "");
    await oidc.tokenRevocation(cli.config, renewed.access_token);
    expect((await flow.bearer(gateway, renewed.access_token)("GET", "/auth/me")).status).to.equal(401);
  });

  it("tells a device to wait, and one that asks too often to slow down, until somebody has decided", async () => {
    const asked = await ask();
    expect(asked)
      .to.include({ interval: 5, verification_uri: PAGE })
      .and.not.have.property("verification_uri_complete");
    expect(asked.user_code).to.match(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(asked["expires_in"]).to.be.within(1, 600);
    expect((await poll(asked)).error).to.equal("authorization_pending");
    await lastAsked(-60);
    expect((await poll(asked)).error).to.equal("slow_down");
    await lastAsked(5);
    expect((await poll(asked)).error).to.equal("authorization_pending");
    await decide(asked, "allow");
    await lastAsked(-60);
    expect((await poll(asked)).access_token, "decided: no need to wait").to.be.a("string");
  });

  it("gives tokens once: a code that comes twice ends what it gave", async () => {
    const asked = await ask();
    await decide(asked, "allow");
    const { access_token = "" } = await poll(asked);
    expect((await flow.bearer(gateway, access_token)("GET", "/auth/me")).status).to.equal(200);
    expect((await poll(asked)).error).to.equal("invalid_grant");
    expect((await flow.bearer(gateway, access_token)("GET", "/auth/me")).status).to.equal(401);
    const other = await ask();
    await decide(other, "allow");
    const answers = await Promise.all(Array.from({ length: 5 }, () => poll(other)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length.at.most(1);
    expect(answers.filter(({ error = "invalid_grant" }) => error !== "invalid_grant")).to.deep.equal([]);
  });

  it("says that it was denied, or that its time is over", async () => {
    const denied = await ask();
    const before = await grants();
    expect((await decide(denied, "deny")).text).to.include("you did not allow it");
    expect([(await poll(denied)).error, (await poll(denied)).error]).to.deep.equal(["access_denied", "invalid_grant"]);
    const late = await ask();
    const [browser, page] = await typed(late.user_code);
    await gateway.services.pool.query(
      "UPDATE oauth_records SET expires_at = now() - interval '1 second' WHERE model = 'DeviceCode'",
    );
    const answer = await browser.submit(page, { action: "allow", device: late.user_code, organization: "" });
    expect([answer.status, answer.text.includes("does not wait any more")]).to.deep.equal([410, true]);
    expect((await poll(late)).error).to.equal("expired_token");
    expect((await typed(late.user_code))[1].status).to.equal(404);
    expect(await grants()).to.equal(before);
  });

  it("belongs to the first who decides, and leaves no grant of another", async () => {
    const stranger = await newAccount(gateway.url);
    const asked = await ask();
    const [mine, theirs] = [await typed(asked.user_code), await typed(asked.user_code, stranger)];
    const allow = { action: "allow", device: asked.user_code, organization: "" };
    const before = await grants();
    const answers = await Promise.all([mine, theirs].map(([browser, page]) => browser.submit(page, allow)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 410]);
    expect(await grants()).to.equal(before + 1);
    const winner = answers[0]?.status === 200 ? account : stranger;
    const me = await flow.bearer(gateway, (await poll(asked)).access_token ?? "")("GET", "/auth/me");
    expect(me.body["id"]).to.equal(winner.userId);
  });

  it("takes no form that another site, session or code has made", async () => {
    const before = await grants();
    const [asked, other] = [await ask(), await ask()];
    const allow = { action: "allow", device: asked.user_code, organization: "" };
    const [browser, page] = await typed(asked.user_code);
    const attacks: readonly (readonly [members: Record<string, string>, headers: Record<string, string>])[] = [
      [allow, { origin: "https://evil.example" }],
      [allow, { "sec-fetch-site": "cross-site" }],
      [{ ...allow, token: "" }, {}],
      [{ ...allow, device: other.user_code }, {}],
      [{ ...allow, token: flow.tokenOf((await signedIn())[1]) }, {}],
    ];
    for (const [members, headers] of attacks)
      expect((await browser.submit(page, members, headers)).status, JSON.stringify([members, headers])).to.equal(403);
    const [stranger] = await signedIn(await newAccount(gateway.url));
    expect((await stranger.submit(page, allow)).status, "another session").to.equal(403);
    const nobody = new flow.Browser(gateway);
    const enter = { action: "enter", user_code: asked.user_code };
    expect((await nobody.submit(await nobody.open(PAGE), enter)).status, "nobody").to.equal(401);
    for (const action of ["constructor", "allow", ""]) {
      const [one, code] = await signedIn();
      expect((await one.submit(code, { action, user_code: asked.user_code })).status, action).to.equal(422);
    }
    expect([await grants(), (await poll(asked)).error]).to.deep.equal([before, "authorization_pending"]);
  });

  it("asks for the second factor, and lets no platform admin decide as another user", async () => {
    const person = await newTotpAccount(gateway);
    const browser = new flow.Browser(gateway);
    const asked = await browser.submit(await browser.open(PAGE), {
      action: "sign_in",
      email: person.email,
      password: PASSWORD,
    });
    expect(asked.text).to.include("One more step");
    const { user_code } = await ask();
    expect((await browser.submit(asked, { action: "enter", user_code })).status).to.equal(401);
    const inside = await browser.submit(asked, { action: "second_factor", code: codeOf(person.secret) });
    expect(inside.text).to.include("Type the code that your device shows");
    expect((await browser.submit(inside, { action: "switch" })).text).to.include("Sign in to connect a device");
    const admin = await newPlatformAdmin(gateway);
    const acting = await admin.session("POST", "/auth/impersonate", { user_id: account.userId, reason: "test" });
    const page = await new flow.Browser(gateway, acting.headers.getSetCookie()[0]?.split(";")[0]).open(PAGE);
    expect([page.status, page.text.includes("<form")]).to.deep.equal([403, false]);
  });

  it("is for the command line alone, for scopes that there are, and for the one who began", async () => {
    const admin = await newPlatformAdmin(gateway);
    const redirect_uris = ["http://127.0.0.1/cb"];
    const other = await flow.register(admin.session, { type: "public", redirect_uris, name: "Berth's command line" });
    const refusals: readonly (readonly [members: Record<string, string>, error: string])[] = [
      [{ client_id: other.client_id, scope: "deployments:read" }, "invalid_request"],
      [{ client_id: CLI_CLIENT_ID }, "invalid_scope"],
      [{ client_id: CLI_CLIENT_ID, scope: "deployments:read everything" }, "invalid_scope"],
      [{ client_id: CLI_CLIENT_ID, scope: SCOPE, resource: "https://elsewhere.example.org/mcp" }, "invalid_target"],
      [{ client_id: "nobody", scope: SCOPE }, "invalid_client"],
    ];
    for (const [members, error] of refusals)
      expect(((await (await post("device_authorization", members)).json()) as Polled).error).to.equal(error);
    const asked = await ask();
    await decide(asked, "allow");
    expect((await poll(asked, other.client_id)).status, "another application").to.equal(400);
    expect((await poll({ ...asked, device_code: asked.user_code })).error, "the short code").to.equal("invalid_grant");
  });

  it("keeps neither code, and notes who allowed what from where, and who guessed", async () => {
    const [asked, person] = [await ask(), await newAccount(gateway.url)];
    await decide(asked, "allow", person);
    await typed("BBBB-BBBB", person);
    await gateway.services.refusals.flush();
    const { rows } = await gateway.services.pool.query<{ text: string }>("SELECT r::text AS text FROM oauth_records r");
    const all = rows.map(({ text }) => text).join();
    for (const secret of [asked.device_code, asked.user_code, asked.user_code.replace("-", "")])
      expect(all).to.not.include(secret).and.not.include(Buffer.from(secret).toString("hex"));
    const entries = await gateway.services.pool.query<{ action: string; outcome: string; changes: unknown }>(
      `SELECT action, outcome, changes FROM audit_entries WHERE actor_user_id = $1
        AND action IN ('authorizeApplication', 'connectDevice')`,
      [person.userId],
    );
    const after = { scopes: SCOPE.split(" "), device_address: "127.0.0.1" };
    expect(entries.rows).to.have.deep.members([
      { action: "authorizeApplication", outcome: "succeeded", changes: { after } },
      { action: "connectDevice", outcome: "refused", changes: { after: { code: "not_found", times: 1 } } },
    ]);
  });

  it("limits guesses as it limits sign-ins, and a right code is none", async () => {
    const strict = await startTestGateway({
      env: {
        BERTH_PUBLIC_URL: flow.PUBLIC_URL,
        BERTH_POSTGRES_URL: gateway.services.config.postgresUrl.reveal(),
        BERTH_LOGIN_LIMIT_PER_ACCOUNT: "2",
      },
    });
    try {
      const asked = await ask();
      const browser = new flow.Browser(strict, account.cookie);
      const page = await browser.open(PAGE);
      const guess = (user_code: string): Promise<flow.PageAnswer> =>
        browser.submit(page, { action: "enter", user_code });
      const right = [await guess(asked.user_code), await guess(asked.user_code), await guess(asked.user_code)];
      expect(right.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      const wrong = [await guess("BBBB-BBBB"), await guess("CCCC-CCCC"), await guess(asked.user_code)];
      expect(wrong.map(({ status }) => status)).to.deep.equal([404, 404, 429]);
      expect(Number(wrong[2]?.headers.get("retry-after"))).to.be.greaterThan(0);
    } finally {
      await strict.stop();
    }
  });
});
