import { expect } from "chai";
import type { Page } from "../support/cookie-browser.ts";
import { AWAY_FAULTS, BROKEN_FAULTS, type ProviderFault } from "../support/provider-fault.ts";
import { AUTH, githubUser, LoginScene, PUBLIC_URL, TIMEOUT_MS, type LoginBody } from "./provider-login-scene.ts";

const SESSION = "__Host-berth_session";
/** Every login asks at most so many questions, one after the other. */
const QUESTIONS_MAX = 4;
type Finished = Page & Readonly<{ body: LoginBody }>;

/** A provider that is away or broken keeps nobody else from anything, and leaves nothing half done. */
describe("faults of login providers", function () {
  this.timeout(300_000);
  const scene = new LoginScene();
  before(() => scene.start());
  after(() => scene.stop());
  afterEach(() => {
    scene.github.faults.clear();
    scene.issuer.faults.clear();
    scene.github.tokenError = undefined;
    scene.forgetIssuers();
  });

  const rows = async (): Promise<number> => {
    const { pool } = scene.gateway.services;
    const { rows: counts } = await pool.query<{ n: number }>(
      `SELECT (SELECT count(*) FROM identities)::int + (SELECT count(*) FROM users)::int
        + (SELECT count(*) FROM sessions)::int AS n`,
    );
    return counts[0]?.n ?? 0;
  };
  const expected = (fault: ProviderFault, name: string): readonly unknown[] =>
    AWAY_FAULTS.includes(fault)
      ? [503, "unavailable", `${name} does not answer now; nothing was changed; repeat shortly.`]
      : [502, "provider_failed", `${name} did not answer as it should; repeat later, or ask the platform's operator.`];
  const shown = ({ status, body }: Finished): readonly unknown[] => [status, body.code, body.detail];

  const PLACES = [
    ["github", "GitHub", "/login/oauth/access_token"],
    ["github", "GitHub", "/api/v3/user"],
    ["github", "GitHub", "/api/v3/user/emails"],
    ["dex", "Dex", "/token"],
    ["dex", "Dex", "/jwks"],
    ["dex", "Dex", "/me"],
  ] as const;
  for (const [provider, name, path] of PLACES)
    for (const fault of [...AWAY_FAULTS, ...BROKEN_FAULTS])
      it(`answers ${AWAY_FAULTS.includes(fault) ? 503 : 502} when ${name}'s ${path} is ${fault}, and works again after`, async () => {
        scene.github.user = githubUser();
        const browser = scene.browser(scene.person());
        const callback = await scene.toCallback(browser, provider);
        const before = await rows();
        const server = provider === "github" ? scene.github : scene.issuer;
        server.faults.set(path, fault);
        const startedMs = performance.now();
        const page = await scene.finish(browser, callback);
        expect(shown(page)).to.deep.equal(expected(fault, name));
        expect(performance.now() - startedMs).to.be.lessThan(TIMEOUT_MS * QUESTIONS_MAX + 20_000);
        expect(page.headers.has("retry-after")).to.equal(page.status === 503);
        expect(page.text).to.not.match(/secret-of-the-provider|127\.0\.0\.1|client-secret/);
        expect([await rows(), browser.cookie(PUBLIC_URL, SESSION)]).to.deep.equal([before, undefined]);
        server.faults.clear();
        expect((await scene.signIn(browser, provider)).status).to.equal(200);
      });

  for (const fault of [...AWAY_FAULTS, ...BROKEN_FAULTS])
    it(`tells at the start of a login when the issuer's description is ${fault}; the next login asks anew`, async () => {
      scene.issuer.faults.set("/.well-known/openid-configuration", fault);
      scene.forgetIssuers();
      const answer = await scene.anonymous("GET", "/auth/dex/login");
      expect([answer.status, answer.body["code"], answer.body["detail"]]).to.deep.equal(expected(fault, "Dex"));
      expect(answer.headers.getSetCookie()).to.deep.equal([]);
      scene.issuer.faults.clear();
      expect((await scene.anonymous("GET", "/auth/dex/login")).status).to.equal(200);
    });

  it("refuses an issuer that describes itself as another", async () => {
    const answer = await scene.anonymous("GET", "/auth/impostor/login");
    expect([answer.status, answer.body["code"]]).to.deep.equal([502, "provider_failed"]);
  });

  it("tells of credentials that are no longer good, without them", async () => {
    scene.github.user = githubUser();
    scene.github.tokenError = "incorrect_client_credentials";
    const first = scene.browser();
    const github = await scene.finish(first, await scene.toCallback(first, "github"));
    expect(shown(github)).to.deep.equal(expected("malformed", "GitHub"));
    const second = scene.browser(scene.person());
    const oidc = await scene.finish(second, await scene.toCallback(second, "expired"));
    expect(shown(oidc)).to.deep.equal(expected("malformed", "Expired"));
    expect(`${github.text}${oidc.text}`).to.not.match(/credentials|invalid_client|last year/);
  });

  it("refuses a GitHub user that is none", async () => {
    for (const id of ["7", null, 1.5, undefined, {}]) {
      scene.github.user = githubUser({ id });
      const browser = scene.browser();
      const page = await scene.finish(browser, await scene.toCallback(browser, "github"));
      expect(shown(page)).to.deep.equal(expected("malformed", "GitHub"));
    }
    const emails = [null, "text", { primary: true }] as never;
    scene.github.user = githubUser({ emails });
    const browser = scene.browser();
    const page = await scene.finish(browser, await scene.toCallback(browser, "github"));
    expect(page.status).to.equal(502);
  });

  it("asks for the description of an issuer once, however many wait for it", async () => {
    const asked = (): number => scene.issuer.asked.filter((path) => path.includes("well-known")).length;
    const before = asked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => scene.anonymous("GET", "/auth/dex/login")));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 10 }, () => 200));
    expect(asked() - before).to.equal(1);
  });

  it("keeps everything else fast while a provider says nothing", async () => {
    scene.issuer.faults.set("/.well-known/openid-configuration", "silent");
    const waiting = Array.from({ length: 20 }, () => scene.anonymous("GET", "/auth/dex/login"));
    const others = Promise.all([
      scene.anonymous("GET", "/healthz"),
      scene.anonymous("GET", "/auth/github/login"),
      scene.anonymous("GET", "/auth/keycloak/login"),
      scene.anonymous("GET", "/auth/providers"),
    ]);
    const first = await Promise.race([others, ...waiting]);
    expect([first].flat().map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    expect((await Promise.all(waiting)).map(({ status }) => status)).to.deep.equal(waiting.map(() => 503));
  });

  it("answers a browser's fault without a redirect", async () => {
    scene.issuer.faults.set("/.well-known/openid-configuration", "html500");
    const page = await scene.browser().open(`${AUTH}/dex/login?redirect_to=/x`);
    expect([page.status, page.headers.get("location")]).to.deep.equal([503, null]);
  });
});
