import { expect } from "chai";
import * as oidc from "openid-client";
import { CLI_CLIENT_ID } from "../../contract/identity.ts";
import { clientOf, newAccount, PASSWORD, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import * as flow from "./oauth-flow.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

const WRONG_VERIFIER = "x".repeat(43);

/** An error of the client library: the body's, or the one of WWW-Authenticate. */
type Fault = Error & { error?: string; cause?: { parameters?: { error?: string } }[] };

/** What a request for authorization, a code or a page must not let happen. */
describe("authorization server: what it refuses", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let admin: Account;
  let account: Account;
  let application: flow.Application;

  before(async () => {
    ({ gateway, admin, account, application } = await flow.startScene());
  });
  after(() => gateway.stop());

  const faultOf = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "none",
      (thrown: unknown) => {
        const { error, cause, message } = thrown as Fault;
        return error ?? cause?.[0]?.parameters?.error ?? message;
      },
    );
  const openAs = (started: flow.Started): Promise<flow.PageAnswer> =>
    new flow.Browser(gateway, account.cookie).open(started.url);

  const requests: readonly (readonly [why: string, parameters: Record<string, string>, error: string])[] = [
    ["no PKCE", { code_challenge: "", code_challenge_method: "" }, "invalid_request"],
    ["PKCE in the clear", { code_challenge: WRONG_VERIFIER, code_challenge_method: "plain" }, "invalid_request"],
    ["a scope that it is not registered for", { scope: "clusters:write" }, "invalid_scope"],
    ["a scope that does not exist", { scope: "deployments:read everything" }, "invalid_scope"],
    ["no scope", { scope: "" }, "invalid_scope"],
    ["OpenID Connect", { scope: "openid deployments:read" }, "invalid_scope"],
    ["the implicit flow", { response_type: "token" }, "invalid_request"],
    ["not to ask anybody", { prompt: "none" }, "consent_required"],
  ];
  for (const [why, parameters, error] of requests)
    it(`sends back who asks for ${why}`, async () => {
      const started = await flow.start(application, parameters);
      for (const [name, value] of Object.entries(parameters)) if (value === "") started.url.searchParams.delete(name);
      const { url } = await openAs(started);
      const [address, answer = ""] = url.split(/[?#]/);
      expect(address).to.equal(flow.CALLBACK);
      const sent = Object.fromEntries(new URLSearchParams(answer));
      expect(sent).to.include({ error, state: started.state, iss: flow.ISSUER });
      expect(sent).to.not.have.any.keys("code", "access_token");
    });

  it("never sends anybody to an address that is not registered to the letter", async () => {
    for (const redirect_uri of [`${flow.CALLBACK}/`, "https://evil.example/callback", `${flow.CALLBACK}?x=1`]) {
      const answer = await openAs(await flow.start(application, { redirect_uri }));
      expect([answer.status, answer.headers.get("location")], redirect_uri).to.deep.equal([400, null]);
      expect(answer.text).to.include("invalid_redirect_uri");
    }
    const unknown = await openAs(await flow.start(application, { client_id: admin.userId }));
    expect([unknown.status, unknown.text.includes("invalid_client")]).to.deep.equal([400, true]);
  });

  it("wants the verifier of the code, once, within its minute, from the same application and address", async () => {
    const begin = async (): Promise<readonly [URL, flow.Started]> => {
      const started = await flow.start(application);
      return [await flow.consent(gateway, account, started), started];
    };
    const [callback, started] = await begin();
    const redeem = (parts: Partial<flow.Started>): Promise<string> =>
      faultOf(flow.redeem(application, callback, { ...started, ...parts }));
    expect(await redeem({ verifier: WRONG_VERIFIER })).to.equal("invalid_grant");
    const other = await flow.applicationOf(gateway, await flow.register(admin.session));
    expect(await faultOf(flow.redeem(other, callback, started))).to.equal("invalid_grant");
    const elsewhere = new URL(`https://app.example.org/other${callback.search}`);
    expect(await faultOf(flow.redeem(application, elsewhere, started))).to.equal("invalid_grant");
    expect(await redeem({})).to.equal("none");

    const [late, lateStarted] = await begin();
    await gateway.services.pool.query(
      "UPDATE oauth_records SET expires_at = now() - interval '1 second' WHERE model = 'AuthorizationCode'",
    );
    expect(await faultOf(flow.redeem(application, late, lateStarted))).to.equal("invalid_grant");
  });

  it("takes a code that comes twice for stolen: its tokens end", async () => {
    const started = await flow.start(application);
    const callback = await flow.consent(gateway, account, started);
    const { access, refresh } = await flow.redeem(application, callback, started);
    const call = flow.bearer(gateway, access);
    expect((await call("GET", "/auth/me")).status).to.equal(200);
    expect(await faultOf(flow.redeem(application, callback, started))).to.equal("invalid_grant");
    expect((await call("GET", "/auth/me")).status).to.equal(401);
    expect(await faultOf(oidc.refreshTokenGrant(application.config, refresh))).to.equal("invalid_grant");
  });

  it("gives one of many redemptions at once tokens at most", async () => {
    const started = await flow.start(application);
    const callback = await flow.consent(gateway, account, started);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => faultOf(flow.redeem(application, callback, started))),
    );
    expect(answers.filter((fault) => fault === "none")).to.have.length.at.most(1);
    expect(answers.filter((fault) => !["none", "invalid_grant"].includes(fault))).to.deep.equal([]);
  });

  it("wants the application's secret, and shows nobody another application's tokens", async () => {
    const wrong = await flow.applicationOf(gateway, { client_id: application.clientId, client_secret: "wrong" });
    const tokens = await flow.connect(gateway, application, account);
    expect(await faultOf(oidc.refreshTokenGrant(wrong.config, tokens.refresh))).to.equal("invalid_client");
    const hash = await gateway.services.pool.query<{ hash: Buffer }>(
      "SELECT secret_hash AS hash FROM oauth_clients WHERE id = $1",
      [application.clientId],
    );
    for (const form of ["base64url", "base64", "hex"] as const) {
      const client_secret = hash.rows[0]?.hash.toString(form) ?? "";
      const byHash = await flow.applicationOf(gateway, { client_id: application.clientId, client_secret });
      expect(await faultOf(oidc.refreshTokenGrant(byHash.config, tokens.refresh)), form).to.equal("invalid_client");
    }
    const publicOne = { type: "public", redirect_uris: ["http://127.0.0.1/cb"] };
    for (const members of [{}, publicOne]) {
      const other = await flow.applicationOf(gateway, await flow.register(admin.session, members));
      expect(await oidc.tokenIntrospection(other.config, tokens.access)).to.include({ active: false });
      await oidc.tokenRevocation(other.config, tokens.refresh);
      expect((await flow.bearer(gateway, tokens.access)("GET", "/auth/me")).status).to.equal(200);
    }
  });

  it("has no other endpoints, and names the methods of those it has", async () => {
    for (const path of ["/oauth", "/oauth/jwks", "/oauth/reg", "/oauth/me", "/oauth/session/end", "/oauth/request"])
      expect((await fetch(`${gateway.url}${path}`)).status, path).to.equal(404);
    const wrong = await fetch(`${gateway.url}/oauth/token`);
    expect([wrong.status, wrong.headers.get("allow")]).to.deep.equal([405, "POST"]);
    const dynamic = await fetch(`${gateway.url}/oauth/reg`, { method: "POST" });
    expect(dynamic.status).to.equal(404);
  });

  it("tells its metadata at both addresses, and takes no Host header's word", async () => {
    const paths = ["/.well-known/oauth-authorization-server/oauth", "/oauth/.well-known/oauth-authorization-server"];
    const [one, two] = await Promise.all(
      paths.map(async (path) => (await fetch(`${gateway.url}${path}`, { headers: { host: "evil.example" } })).json()),
    );
    expect(one).to.deep.equal(two);
    expect(one).to.include({ issuer: flow.ISSUER, token_endpoint: `${flow.ISSUER}/token` });
    expect(one).to.deep.include({ code_challenge_methods_supported: ["S256"], response_types_supported: ["code"] });
    expect(one).to.include({ registration_endpoint: `${flow.ISSUER}/register` });
    const { url } = await flow.start(application);
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example", accept: "text/html" };
    const answer = await fetch(flow.reach(url, gateway), { headers, redirect: "manual" });
    expect([answer.headers.get("location"), answer.headers.getSetCookie().join()].join()).to.not.include("evil");
  });

  it("is not there without a public address, and tokens are then worth nothing", async () => {
    const mute = await startTestGateway();
    try {
      expect((await fetch(`${mute.url}/oauth/.well-known/oauth-authorization-server`)).status).to.equal(404);
      expect((await fetch(`${mute.url}/oauth/token`, { method: "POST" })).status).to.equal(404);
    } finally {
      await mute.stop();
    }
  });

  it("says in the protocol's words that its database is away", async () => {
    const away = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    const broken = await startTestGateway({
      env: { BERTH_PUBLIC_URL: flow.PUBLIC_URL },
      replace: ({ pool }) => ({ pool: new Proxy(pool, { get: failQueries(away) }) }),
    });
    try {
      const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "x", client_id: admin.userId });
      const answer = await fetch(`${broken.url}/oauth/token`, { method: "POST", body });
      const { error } = (await answer.json()) as { error: string };
      expect([answer.status, error]).to.deep.equal([503, "temporarily_unavailable"]);
    } finally {
      await broken.stop();
    }
  });

  it("limits sign-ins as POST /auth/login does", async () => {
    const strict = await startTestGateway({
      env: { BERTH_PUBLIC_URL: flow.PUBLIC_URL, BERTH_LOGIN_LIMIT_PER_ACCOUNT: "3" },
    });
    try {
      const person = await newAccount(strict.url);
      const owner = await newPlatformAdmin(strict);
      const one = await flow.applicationOf(strict, await flow.register(owner.session));
      const browser = new flow.Browser(strict);
      let page = await browser.open((await flow.start(one)).url);
      const enter = (password: string): Promise<flow.PageAnswer> =>
        browser.submit(page, { action: "sign_in", email: person.email, password });
      const login = (password: string): Promise<Answer> =>
        clientOf(strict.url)("POST", "/auth/login", { email: person.email, password });
      const seen: number[] = [];
      for (const password of ["wrong password", "wrong password"]) {
        page = await enter(password);
        seen.push(page.status);
      }
      // Both count the same guesses.
      seen.push((await login("wrong password")).status);
      page = await enter(PASSWORD);
      expect([...seen, page.status, (await login(PASSWORD)).status]).to.deep.equal([401, 401, 401, 429, 429]);
      expect(Number(page.headers.get("retry-after"))).to.be.greaterThan(0);
    } finally {
      await strict.stop();
    }
  });

  it("begins as many requests from one address as sign-ins may be, and keeps nothing of the others", async () => {
    const env = { BERTH_PUBLIC_URL: flow.PUBLIC_URL, BERTH_LOGIN_LIMIT_PER_ADDRESS: "3" };
    const narrow = await startTestGateway({
      env: { ...env, BERTH_POSTGRES_URL: gateway.services.config.postgresUrl.reveal() },
    });
    try {
      const kept = async (): Promise<number> => {
        const { rows } = await narrow.services.pool.query<{ count: number }>(
          "SELECT count(*)::int AS count FROM oauth_records WHERE model IN ('Interaction', 'DeviceCode')",
        );
        return rows[0]?.count ?? 0;
      };
      const before = await kept();
      const ask = async (): Promise<number> => {
        const started = await flow.start(application, { state: "s".repeat(8_000) });
        return (await new flow.Browser(narrow).open(started.url)).status;
      };
      expect([await ask(), await ask(), await ask(), await ask()]).to.deep.equal([200, 200, 200, 429]);
      const body = new URLSearchParams({ client_id: CLI_CLIENT_ID, scope: "deployments:read" });
      const device = await fetch(`${narrow.url}/oauth/device_authorization`, { method: "POST", body });
      expect([device.status, device.headers.has("retry-after")]).to.deep.equal([429, true]);
      expect((await kept()) - before).to.equal(3);
    } finally {
      await narrow.stop();
    }
  });
});

function failQueries(fault: Error): ProxyHandler<TestGateway["services"]["pool"]>["get"] {
  return (pool, name) => (name === "query" ? () => Promise.reject(fault) : (Reflect.get(pool, name) as unknown));
}
