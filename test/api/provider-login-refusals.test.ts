import { expect } from "chai";
import { loginAttemptCookie } from "../../api/logins/login-attempt.ts";
import type { Page } from "../support/cookie-browser.ts";
import { newKey } from "../support/oidc-server.ts";
import { AUTH, githubUser, LoginScene, PUBLIC_URL, type LoginBody } from "./provider-login-scene.ts";

const SESSION = "__Host-berth_session";
const ATTEMPT = "__Host-berth_login";
type Finished = Page & Readonly<{ body: LoginBody }>;

/** Whoever does not come from a login of the same browser, or with another one's proof, is not let in. */
describe("forged logins at providers", function () {
  this.timeout(300_000);
  const scene = new LoginScene();
  before(() => scene.start());
  after(() => scene.stop());
  beforeEach(() => {
    scene.github.user = githubUser();
  });

  afterEach(() => scene.gateway.services.pool.query("DELETE FROM identities"));

  const assertRefused = async (page: Finished, words: string): Promise<void> => {
    expect([page.status, page.body.code], page.text).to.deep.equal([403, "login_refused"]);
    expect(page.body.detail).to.include(words);
    expect(page.headers.getSetCookie().filter((line) => line.startsWith(SESSION))).to.deep.equal([]);
    expect(page.text).to.not.include("secret-of-the-provider");
    const { rowCount } = await scene.gateway.services.pool.query("SELECT 1 FROM identities");
    expect(rowCount, "nobody was let in").to.equal(0);
  };
  const changed = (callback: string, name: string, value: string | undefined): string => {
    const url = new URL(callback);
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    return url.href;
  };
  const NOT_OURS = "not begun in this browser";

  for (const provider of ["github", "dex"]) {
    describe(provider, () => {
      it("refuses a callback in a browser that began no login (login CSRF)", async () => {
        const callback = await scene.toCallback(scene.browser(scene.person()), provider);
        await assertRefused(await scene.finish(scene.browser(), callback), NOT_OURS);
      });

      it("refuses the callback of another login, begun elsewhere", async () => {
        const callback = await scene.toCallback(scene.browser(scene.person()), provider);
        const victim = scene.browser(scene.person());
        await scene.toCallback(victim, provider);
        await assertRefused(await scene.finish(victim, callback), NOT_OURS);
      });

      it("refuses the code of another login under the state of this one (PKCE)", async () => {
        const foreign = await scene.toCallback(scene.browser(scene.person()), provider);
        const victim = scene.browser(scene.person());
        const own = await scene.toCallback(victim, provider);
        const mixed = changed(own, "code", new URL(foreign).searchParams.get("code") ?? "");
        await assertRefused(await scene.finish(victim, mixed), "no longer accepts this login");
      });

      it("refuses a state that is changed, empty or missing, and a repeated one", async () => {
        for (const state of ["x", "", undefined]) {
          const browser = scene.browser(scene.person());
          const callback = await scene.toCallback(browser, provider);
          await assertRefused(await scene.finish(browser, changed(callback, "state", state)), NOT_OURS);
        }
        const browser = scene.browser(scene.person());
        const callback = await scene.toCallback(browser, provider);
        await assertRefused(await scene.finish(browser, `${callback}&state=x`), NOT_OURS);
      });

      it("refuses a cookie that is old, changed, or sealed for something else", async () => {
        const { services } = scene.gateway;
        const browser = scene.browser(scene.person());
        const callback = await scene.toCallback(browser, provider);
        const sealed = browser.cookie(PUBLIC_URL, ATTEMPT) ?? "";
        const attempt = loginAttemptCookie.read(`${ATTEMPT}=${sealed}`, services)!;
        const valueOf = (line: string): string => line.slice(line.indexOf("=") + 1, line.indexOf(";"));
        const foreign = services.secretSeal.seal(JSON.stringify(attempt), "another purpose").toString("base64url");
        const forms = [
          valueOf(loginAttemptCookie.write({ ...attempt, expiresAtMs: Date.now() - 1 }, services)),
          valueOf(loginAttemptCookie.write({ ...attempt, provider: "other" }, services)),
          `${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`,
          sealed.slice(0, 10),
          foreign,
          Buffer.from(JSON.stringify(attempt)).toString("base64url"),
          "%",
          "",
        ];
        for (const form of forms) {
          browser.setCookie(PUBLIC_URL, ATTEMPT, form);
          await assertRefused(await scene.finish(browser, callback), NOT_OURS);
        }
        expect(loginAttemptCookie.read(`${ATTEMPT}=${sealed}`, services, attempt.expiresAtMs - 1)).to.not.equal(
          undefined,
        );
        expect(loginAttemptCookie.read(`${ATTEMPT}=${sealed}`, services, attempt.expiresAtMs)).to.equal(undefined);
      });

      it("refuses a callback without a code, and with a code that nobody gave", async () => {
        for (const code of [undefined, "", "not-a-code"]) {
          const browser = scene.browser(scene.person());
          const callback = await scene.toCallback(browser, provider);
          await assertRefused(await scene.finish(browser, changed(callback, "code", code)), "no longer accepts");
        }
      });

      it("says when the provider's own refusal is a person's, the provider's, or the platform's", async () => {
        const iss = provider === "dex" ? scene.issuer.issuer : undefined;
        for (const [error, status] of [
          ["access_denied", 403],
          ["login_required", 403],
          ["temporarily_unavailable", 503],
          ["server_error", 503],
          ["invalid_scope", 502],
          ["redirect_uri_mismatch", 502],
        ] as const) {
          const browser = scene.browser(scene.person());
          const state = new URL(await scene.toCallback(browser, provider)).searchParams.get("state") ?? "";
          const query = { error, error_description: "secret-of-the-provider", state, ...(iss && { iss }) };
          const page = await scene.finish(
            browser,
            `${AUTH}/${provider}/callback?${new URLSearchParams(query).toString()}`,
          );
          expect([error, page.status]).to.deep.equal([error, status]);
          expect(page.text).to.not.include("secret-of-the-provider");
          expect(browser.cookie(PUBLIC_URL, SESSION)).to.equal(undefined);
        }
      });
    });
  }

  it("tells a person who denied the consent so", async () => {
    scene.github.user = undefined;
    const browser = scene.browser();
    await assertRefused(
      await scene.finish(browser, await scene.toCallback(browser, "github")),
      "GitHub did not let you in",
    );
    const person = scene.browser();
    const page = await person.follow(`${AUTH}/dex/login`, (url) => url.includes("/interaction/"));
    const callback = await person.follow(`${page}/abort`, (url) => url.startsWith(AUTH));
    expect(new URL(callback).searchParams.get("error")).to.equal("access_denied");
    await assertRefused(await scene.finish(person, callback), "Dex did not let you in");
  });

  it("refuses the answer of another issuer, or of none (mix-up)", async () => {
    for (const iss of [scene.other.issuer, `${scene.issuer.issuer}/`, undefined]) {
      const browser = scene.browser(scene.person());
      const callback = await scene.toCallback(browser, "dex");
      await assertRefused(await scene.finish(browser, changed(callback, "iss", iss)), "does not belong to this login");
    }
    // The answer of one provider at the callback of another.
    const browser = scene.browser(scene.person());
    const callback = await scene.toCallback(browser, "dex");
    const asked = scene.other.asked.length;
    await assertRefused(await scene.finish(browser, callback.replace("/dex/", "/keycloak/")), NOT_OURS);
    expect(scene.other.asked.length, "the code went to nobody").to.equal(asked);
  });

  it("refuses tokens that were made for another login (nonce)", async () => {
    const browser = scene.browser(scene.person());
    const told = await browser.open(`${AUTH}/dex/login`);
    const url = new URL(told.headers.get("location") ?? "");
    url.searchParams.set("nonce", "of-another-login");
    const callback = await browser.follow(url.href, (at) => at.startsWith(`${AUTH}/dex/callback`));
    await assertRefused(await scene.finish(browser, callback), "does not belong to this login");
  });

  it("refuses tokens that the issuer has not signed", async () => {
    scene.forgetIssuers();
    const browser = scene.browser(scene.person());
    const callback = await scene.toCallback(browser, "dex");
    const { d, p, q, dp, dq, qi, ...foreign } = newKey();
    expect([d, p, q, dp, dq, qi]).to.not.include(undefined);
    scene.issuer.keys = { keys: [foreign] };
    try {
      const page = await scene.finish(browser, callback);
      expect([page.status, page.body.code]).to.deep.equal([502, "provider_failed"]);
      expect(browser.cookie(PUBLIC_URL, SESSION)).to.equal(undefined);
    } finally {
      scene.issuer.keys = undefined;
      scene.forgetIssuers();
    }
  });

  it("lets one in of many who show the same answer, at once and later", async () => {
    for (const provider of ["github", "dex"]) {
      const browser = scene.browser(scene.person());
      const callback = await scene.toCallback(browser, provider);
      const sealed = browser.cookie(PUBLIC_URL, ATTEMPT) ?? "";
      const pages = await Promise.all(Array.from({ length: 5 }, () => scene.finish(browser, callback)));
      expect(pages.map(({ status }) => status).sort()).to.deep.equal([200, 403, 403, 403, 403]);
      // Ours to know, whatever the provider does with a code that it sees again.
      const losers = pages.filter(({ status }) => status === 403);
      for (const { body } of losers) expect(body.detail).to.include(NOT_OURS);
      browser.setCookie(PUBLIC_URL, ATTEMPT, sealed);
      const later = await scene.finish(browser, callback);
      expect([later.status, later.body.code]).to.deep.equal([403, "login_refused"]);
      expect(later.body.detail).to.include(NOT_OURS);
    }
  });
});
