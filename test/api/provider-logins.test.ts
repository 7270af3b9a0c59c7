import { expect } from "chai";
import { sweep } from "../../api/sweeps.ts";
import { listLostAccess, noteAccess } from "../../adapters/postgres/resources/cluster-access-store.ts";
import { eventually } from "../support/eventually.ts";
import { clientOf, newAccount, newCluster, PASSWORD, type Account } from "./client.ts";
import { githubUser, LoginScene, PUBLIC_URL, type LoginBody } from "./provider-login-scene.ts";
import { makePlatformAdmin } from "./platform-admin.ts";

const SESSION = "__Host-berth_session";
const ATTEMPT = "__Host-berth_login";

/** People sign in at GitHub and at issuers, and always get their own account, nobody else's. */
describe("logins at providers", function () {
  this.timeout(300_000);
  const scene = new LoginScene();
  before(() => scene.start());
  after(() => scene.stop());
  afterEach(() => {
    scene.registration = "open";
  });

  const me = async (cookie: string): Promise<Record<string, unknown>> =>
    (await clientOf(scene.gateway.url, { cookie })("GET", "/auth/me")).body;
  const identitiesOf = async (userId: string): Promise<readonly unknown[]> => {
    const { rows } = await scene.gateway.services.pool.query<{ issuer: string; subject: string; email: string }>(
      "SELECT issuer, subject, email FROM identities WHERE user_id = $1 ORDER BY created_at",
      [userId],
    );
    return rows;
  };
  const auditsOf = async (userId: string): Promise<readonly unknown[]> => {
    const { rows } = await scene.gateway.services.pool.query<{ action: string; outcome: string; changes: unknown }>(
      `SELECT action, outcome, changes FROM audit_entries WHERE target_id = $1 AND action = 'finishProviderLogin'
        ORDER BY created_at`,
      [userId],
    );
    return rows.map(({ outcome, changes }) => [outcome, changes]);
  };
  const verify = (account: Account): Promise<unknown> =>
    scene.gateway.services.pool.query("UPDATE users SET email_verified_at = now() WHERE id = $1", [account.userId]);
  const refusalOf = ({ status, body }: { status: number; body: LoginBody }): unknown => [status, body.code];

  it("lists the password and every configured provider", async () => {
    const { status, body } = await scene.anonymous("GET", "/auth/providers");
    const at = (id: string): string => `${PUBLIC_URL}/api/v1/auth/${id}/login`;
    expect([status, body]).to.deep.equal([
      200,
      {
        providers: [
          { id: "password", name: "E-mail and password", type: "password" },
          { id: "github", name: "GitHub", type: "oauth", login_url: at("github") },
          { id: "dex", name: "Dex", type: "oauth", login_url: at("dex") },
          { id: "keycloak", name: "Keycloak", type: "oauth", login_url: at("keycloak") },
          { id: "expired", name: "Expired", type: "oauth", login_url: at("expired") },
          { id: "impostor", name: "Impostor", type: "oauth", login_url: at("impostor") },
        ],
      },
    ]);
  });

  it("answers a program with the address and the state, and a browser with a redirect", async () => {
    for (const provider of ["github", "dex"]) {
      const told = await scene.anonymous("GET", `/auth/${provider}/login`);
      const url = new URL(String(told.body["authorization_url"]));
      expect([told.status, url.searchParams.get("state")]).to.deep.equal([200, told.body["state"]]);
      // Never the address that the request came to.
      expect(url.searchParams.get("redirect_uri")).to.equal(`${PUBLIC_URL}/api/v1/auth/${provider}/callback`);
      expect(url.searchParams.get("code_challenge_method")).to.equal("S256");
      expect(url.searchParams.has("nonce")).to.equal(provider === "dex");
      const [cookie = ""] = told.headers.getSetCookie();
      expect(cookie).to.match(/^__Host-berth_login=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/);
      expect(cookie).to.not.include(String(told.body["state"]));
      expect(told.headers.get("cache-control")).to.equal("no-store");
      const sent = await scene.browser().open(`${PUBLIC_URL}/api/v1/auth/${provider}/login`);
      expect([sent.status, sent.text]).to.deep.equal([302, ""]);
      expect(sent.headers.get("location")).to.include("code_challenge=");
    }
  });

  it("makes an account of somebody new: verified, without a password, with a personal organization", async () => {
    const person = scene.person({ picture: "https://pictures.example.org/ada.png" });
    const browser = scene.browser(person);
    const page = await scene.signIn(browser, "dex");
    const { user } = page.body;
    expect(page.status, page.text).to.equal(200);
    expect(user).to.deep.include({ email: `${person}@example.org`, name: "Ada", email_verified: true });
    expect(user.avatar_url).to.equal("https://pictures.example.org/ada.png");
    const session = `${SESSION}=${browser.cookie(PUBLIC_URL, SESSION)}`;
    const seen = await me(session);
    expect([seen["id"], (seen["organizations"] as unknown[]).length]).to.deep.equal([user.id, 1]);
    expect(browser.cookie(PUBLIC_URL, ATTEMPT), "the login's cookie is forgotten").to.equal(undefined);
    expect(page.headers.getSetCookie()[0]).to.match(/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/);
    expect(await identitiesOf(user.id)).to.deep.equal([
      { issuer: scene.issuer.issuer, subject: person, email: user.email },
    ]);
    expect(await auditsOf(user.id)).to.deep.equal([["succeeded", { members: ["identities"] }]]);
    const byPassword = await scene.anonymous("POST", "/auth/login", { email: user.email, password: PASSWORD });
    expect(byPassword.status).to.equal(401);
  });

  it("knows somebody again by the subject, whatever the address is by now", async () => {
    const person = scene.person();
    const first = await scene.signIn(scene.browser(person), "dex");
    scene.issuer.people.set(person, { email: "moved@example.org", email_verified: false });
    const second = await scene.signIn(scene.browser(person), "dex");
    expect([second.status, second.body.user.id]).to.deep.equal([200, first.body.user.id]);
    expect(await auditsOf(first.body.user.id)).to.have.deep.members([
      ["succeeded", { members: ["identities"] }],
      ["succeeded", null],
    ]);
  });

  it("keeps equal subjects of two issuers apart", async () => {
    const person = scene.person();
    scene.other.people.set(person, { email: `other-${person}@example.org`, email_verified: true });
    const [here, there] = [
      await scene.signIn(scene.browser(person), "dex"),
      await scene.signIn(scene.browser(person), "keycloak"),
    ];
    expect([here.status, there.status]).to.deep.equal([200, 200]);
    expect(here.body.user.id).to.not.equal(there.body.user.id);
  });

  it("signs in with GitHub by the primary address, once verified", async () => {
    const user = githubUser({
      emails: [
        { email: "second@example.org", primary: false, verified: true },
        { email: "Main.Address@Example.org", primary: true, verified: true },
      ],
    });
    scene.github.user = user;
    const page = await scene.signIn(scene.browser(), "github");
    expect(page.status, page.text).to.equal(200);
    expect(page.body.user).to.deep.include({ email: "main.address@example.org", name: "Octo Cat" });
    expect(await identitiesOf(page.body.user.id)).to.deep.equal([
      {
        issuer: scene.gateway.services.config.logins.github?.url,
        subject: String(user.id),
        email: page.body.user.email,
      },
    ]);
    scene.github.user = { ...user, emails: [] };
    expect(
      (await scene.signIn(scene.browser(), "github")).status,
      "no address any more: no answer of GitHub's",
    ).to.equal(502);
  });

  it("falls back to the login name at GitHub", async () => {
    const user = githubUser({ name: null });
    scene.github.user = user;
    expect((await scene.signIn(scene.browser(), "github")).body.user.name).to.equal(user.login);
  });

  it("refuses who has no verified address, and makes nothing", async () => {
    const people = [
      scene.person({ email_verified: false }),
      scene.person({ email_verified: undefined }),
      scene.person({ email_verified: "true" }),
      scene.person({ email: undefined }),
      scene.person({ email: "not an address" }),
    ];
    for (const person of people) {
      const page = await scene.signIn(scene.browser(person), "dex");
      expect(refusalOf(page)).to.deep.equal([403, "login_refused"]);
      expect(page.body.detail).to.include("Dex does not say that your e-mail address is verified");
      expect(page.headers.getSetCookie()).to.deep.equal([]);
      expect(await scene.gateway.services.identity.findUserByEmail(`${person}@example.org`)).to.equal(null);
    }
    const email = { email: "secondary@example.org", verified: true, primary: false };
    scene.github.user = githubUser({ emails: [email, { email: "p@example.org", primary: true, verified: false }] });
    expect(refusalOf(await scene.signIn(scene.browser(), "github"))).to.deep.equal([403, "login_refused"]);
  });

  describe("accounts that are there", () => {
    it("links an account with a password only in its own session, and leaves it all it has", async () => {
      const account = await newAccount(scene.gateway.url);
      await verify(account);
      const person = scene.person({ email: account.email.toUpperCase() });
      const strangers = [scene.browser(person), scene.browser(person)] as const;
      const [name = "", session = ""] = (await newAccount(scene.gateway.url)).cookie.split("=");
      strangers[1].setCookie(PUBLIC_URL, name, session);
      for (const browser of strangers) {
        const refused = await scene.signIn(browser, "dex");
        expect(refusalOf(refused)).to.deep.equal([403, "login_refused"]);
        expect(refused.body.detail).to.include("sign in to it as you did before");
      }
      expect(await identitiesOf(account.userId)).to.deep.equal([]);
      const own = scene.browser(person);
      own.setCookie(PUBLIC_URL, name, account.cookie.split("=")[1] ?? "");
      const page = await scene.signIn(own, "dex");
      expect([page.status, page.body.user.id]).to.deep.equal([200, account.userId]);
      expect((await scene.signIn(scene.browser(person), "dex")).status, "from then on without").to.equal(200);
      expect((await account.call("GET", "/auth/me")).status).to.equal(200);
      const login = await scene.anonymous("POST", "/auth/login", { email: account.email, password: PASSWORD });
      expect(login.status).to.equal(200);
    });

    it("never links a platform admin, nor what another issuer vouches for", async () => {
      const admin = await newAccount(scene.gateway.url);
      await makePlatformAdmin(scene.gateway, admin);
      const browser = scene.browser(scene.person({ email: admin.email }));
      const [name = "", session = ""] = admin.cookie.split("=");
      browser.setCookie(PUBLIC_URL, name, session);
      expect(refusalOf(await scene.signIn(browser, "dex"))).to.deep.equal([403, "login_refused"]);
      const person = scene.person();
      scene.other.people.set(person, { email: `${person}@example.org`, email_verified: true });
      expect((await scene.signIn(scene.browser(person), "dex")).status).to.equal(200);
      expect(refusalOf(await scene.signIn(scene.browser(person), "keycloak"))).to.deep.equal([403, "login_refused"]);
    });

    it("believes an issuer for the domains that it was given, there also beside another", async () => {
      const [outside, inside] = [scene.person(), `${scene.person()}-inside`];
      scene.believed.set("keycloak", ["corp.example.org"]);
      try {
        scene.other.people.set(outside, { email: `${outside}@example.org`, email_verified: true });
        const refused = await scene.signIn(scene.browser(outside), "keycloak");
        expect([refused.body.code, refused.body.detail]).to.deep.equal([
          "login_refused",
          "Keycloak is not believed for addresses of example.org here; sign in another way.",
        ]);
        const address = { email: `${inside}@corp.example.org`, email_verified: true };
        scene.issuer.people.set(inside, address);
        scene.other.people.set(inside, address);
        const first = await scene.signIn(scene.browser(inside), "dex");
        const second = await scene.signIn(scene.browser(inside), "keycloak");
        expect([second.status, second.body.user.id]).to.deep.equal([200, first.body.user.id]);
      } finally {
        scene.believed.clear();
      }
    });

    it("never links by an address that the provider has not verified", async () => {
      const account = await newAccount(scene.gateway.url);
      await verify(account);
      const person = scene.person({ email: account.email, email_verified: false });
      expect(refusalOf(await scene.signIn(scene.browser(person), "dex"))).to.deep.equal([403, "login_refused"]);
      expect(await identitiesOf(account.userId)).to.deep.equal([]);
    });

    it("hands an unverified account over without password, sessions, keys and kubeconfigs", async () => {
      const squatter = await newAccount(scene.gateway.url);
      const { pool } = scene.gateway.services;
      const clusterId = await newCluster(squatter.call);
      const { rows } = await pool.query<{ id: string }>("SELECT id FROM sessions WHERE user_id = $1", [
        squatter.userId,
      ]);
      const access = { clusterId, userId: squatter.userId, sessionId: rows[0]?.id ?? "", apiKeyId: null };
      await noteAccess(pool, access, 3_600);
      const browser = scene.browser(scene.person({ email: squatter.email }));
      const page = await scene.signIn(browser, "dex");
      expect([page.status, page.body.user]).to.deep.include(200);
      expect(page.body.user).to.deep.include({ id: squatter.userId, email_verified: true });
      expect((await squatter.session("GET", "/auth/me")).status).to.equal(401);
      expect((await squatter.call("GET", "/auth/me")).status).to.equal(401);
      const login = await scene.anonymous("POST", "/auth/login", { email: squatter.email, password: PASSWORD });
      expect(login.status).to.equal(401);
      const lost = await listLostAccess(pool, 100);
      expect(lost.filter(({ userId }) => userId === squatter.userId)).to.have.length(1);
      const cookie = `${SESSION}=${browser.cookie(PUBLIC_URL, SESSION)}`;
      expect((await me(cookie))["id"]).to.equal(squatter.userId);
      expect(await auditsOf(squatter.userId)).to.deep.equal([
        ["succeeded", { members: ["identities", "password", "sessions", "api_keys"] }],
      ]);
    });

    it("lets no login through that knew the password a moment before it was taken", async () => {
      const squatter = await newAccount(scene.gateway.url);
      const { pool } = scene.gateway.services;
      const taking = await pool.connect();
      try {
        await taking.query("BEGIN");
        await taking.query("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [squatter.userId]);
        const late = scene.anonymous("POST", "/auth/login", { email: squatter.email, password: PASSWORD });
        await eventually(async () => {
          const { rowCount } = await pool.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
          expect(rowCount).to.be.at.least(1);
        });
        await taking.query("UPDATE users SET password_hash = NULL WHERE id = $1", [squatter.userId]);
        await taking.query("COMMIT");
        const answer = await late;
        expect([answer.status, answer.headers.getSetCookie()]).to.deep.equal([401, []]);
      } finally {
        taking.release();
      }
    });

    it("makes one account of one person who signs in many times at once", async () => {
      const person = scene.person();
      const browsers = Array.from({ length: 5 }, () => scene.browser(person));
      const callbacks = await Promise.all(browsers.map((browser) => scene.toCallback(browser, "dex")));
      const pages = await Promise.all(browsers.map((browser, at) => scene.finish(browser, callbacks[at]!)));
      expect(pages.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
      expect(new Set(pages.map(({ body }) => body.user.id)).size).to.equal(1);
    });
  });

  describe("registration", () => {
    it("closed: refuses somebody new, and lets in who has an account", async () => {
      const known = scene.person();
      await scene.signIn(scene.browser(known), "dex");
      scene.registration = "closed";
      expect(refusalOf(await scene.signIn(scene.browser(scene.person()), "dex"))).to.deep.equal([
        403,
        "registration_closed",
      ]);
      expect((await scene.signIn(scene.browser(known), "dex")).status).to.equal(200);
    });

    it("invite: wants a pending invitation to the verified address, and leaves it pending", async () => {
      const host = await newAccount(scene.gateway.url);
      const made = await host.session<{ slug: string }>("POST", "/organizations", { name: "Invites" });
      const guest = scene.person();
      const path = `/organizations/${made.body.slug}/invitations`;
      const sent = await host.session<{ id: string }>("POST", path, { email: `${guest}@example.org`, role: "member" });
      expect(sent.status, sent.text).to.equal(201);
      scene.registration = "invite";
      const stranger = await scene.signIn(scene.browser(scene.person()), "dex");
      expect(refusalOf(stranger)).to.deep.equal([403, "registration_closed"]);
      expect((await scene.signIn(scene.browser(guest), "dex")).status).to.equal(200);
      const list = await host.session<{ invitations: { status: string }[] }>("GET", path);
      expect(list.body.invitations.map(({ status }) => status)).to.deep.equal(["pending"]);
      const revoked = scene.person();
      const second = await host.session<{ id: string }>("POST", path, {
        email: `${revoked}@example.org`,
        role: "member",
      });
      await host.session("DELETE", `${path}/${second.body.id}`);
      expect(refusalOf(await scene.signIn(scene.browser(revoked), "dex"))).to.deep.equal([403, "registration_closed"]);
    });
  });

  describe("where it ends", () => {
    it("sends a browser to the place that the login was given, and a program nowhere", async () => {
      const browser = scene.browser(scene.person());
      const callback = await scene.toCallback(browser, "dex", "?redirect_to=/clusters%3Ftab=1");
      const page = await browser.open(callback);
      expect([page.status, page.headers.get("location"), page.text]).to.deep.equal([
        302,
        `${PUBLIC_URL}/clusters?tab=1`,
        "",
      ]);
      expect(browser.cookie(PUBLIC_URL, SESSION)).to.match(/^[\w-]{43}$/);
      const program = scene.browser(scene.person());
      const back = await scene.toCallback(program, "dex", `?redirect_to=${PUBLIC_URL}/x`);
      expect((await scene.finish(program, back)).status).to.equal(200);
    });

    it("refuses to lead to another site", async () => {
      for (const target of ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
        const query = `redirect_to=${encodeURIComponent(target)}`;
        const answer = await scene.anonymous("GET", `/auth/dex/login?${query}`);
        const [fault] = answer.body["detail"] as { loc: unknown }[];
        expect([answer.status, fault?.loc]).to.deep.equal([422, ["query", "redirect_to"]]);
        expect(answer.headers.getSetCookie()).to.deep.equal([]);
      }
      const broken = await scene.anonymous("GET", "/auth/dex/login?redirect_to=%2F%0Aset-cookie:x");
      expect(broken.status).to.equal(422);
    });
  });

  it("gives the session a new id, and ends the one that the browser had", async () => {
    const before = await newAccount(scene.gateway.url);
    const browser = scene.browser(scene.person());
    const [name = "", old = ""] = before.cookie.split("=");
    browser.setCookie(PUBLIC_URL, name, old);
    await scene.signIn(browser, "dex");
    expect(browser.cookie(PUBLIC_URL, SESSION))
      .to.match(/^[\w-]{43}$/)
      .and.not.equal(old);
    expect((await clientOf(scene.gateway.url, { cookie: before.cookie })("GET", "/auth/me")).status).to.equal(401);
    // A cookie that somebody planted is no session, before and after.
    const planted = scene.browser(scene.person());
    planted.setCookie(PUBLIC_URL, SESSION, "A".repeat(43));
    await scene.signIn(planted, "dex");
    expect(planted.cookie(PUBLIC_URL, SESSION)).to.not.equal("A".repeat(43));
    const fixed = `${SESSION}=${"A".repeat(43)}`;
    expect((await clientOf(scene.gateway.url, { cookie: fixed })("GET", "/auth/me")).status).to.equal(401);
  });

  it("does not know other providers, nor the password as one", async () => {
    for (const path of ["nobody/login", "nobody/callback?code=a&state=b", "password/login", "password/callback"]) {
      const answer = await scene.anonymous("GET", `/auth/${path}`);
      expect([path, answer.status, answer.body["code"]]).to.deep.equal([path, 404, "not_found"]);
    }
  });

  it("limits logins of one address", async () => {
    const limited = new LoginScene();
    await limited.start({ BERTH_LOGIN_LIMIT_PER_ADDRESS: "3" });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1)
        statuses.push((await limited.anonymous("GET", "/auth/github/login")).status);
      const back = await limited.anonymous("GET", "/auth/github/callback?code=a&state=b");
      expect([...statuses, back.status]).to.deep.equal([200, 200, 200, 429, 429]);
      expect(back.headers.has("retry-after")).to.equal(true);
    } finally {
      await limited.stop();
    }
  });

  it("forgets logins that came back once their cookie is void", async () => {
    const { services } = scene.gateway;
    await services.pool.query("UPDATE spent_logins SET expires_at = now() - interval '2 minutes'");
    await sweep(services);
    expect((await services.pool.query("SELECT 1 FROM spent_logins")).rowCount).to.equal(0);
  });
});
