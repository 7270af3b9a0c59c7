import { expect } from "chai";
import { SoftAuthenticator } from "../support/soft-authenticator.ts";
import { clientOf, newAccount, PASSWORD, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { addTotp, beginLogin, codeOf, cookiesOf, newTotpAccount } from "./second-factor-scene.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

const FINISH = "/auth/login/second-factor";
const ORIGIN = "http://localhost:8080";
type Pending = { methods: string[]; passkey_options: Record<string, unknown> | null };
type Listed = { second_factors: { id: string; type: string; name: string }[]; recovery_codes_left: number };

describe("second factors", function () {
  this.timeout(300_000);
  let gateway: TestGateway;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_PUBLIC_URL: ORIGIN } });
  });
  after(() => gateway.stop());

  const finish = (browser: Client, body: unknown): Promise<Answer> => browser("POST", FINISH, body);
  const me = async (answer: Answer): Promise<number> => {
    const session = clientOf(gateway.url, { cookie: cookiesOf(answer).split("; ")[0] ?? "" });
    return (await session("GET", "/auth/me")).status;
  };

  it("are asked for at every sign-in once there is one, and a password alone opens nothing", async () => {
    const person = await newTotpAccount(gateway);
    const { answer, browser } = await beginLogin(gateway, person.email);
    expect([answer.status, answer.body["code"], answer.body["methods"]]).to.deep.equal([
      401,
      "second_factor_needed",
      ["totp", "recovery_code"],
    ]);
    const cookies = answer.headers.getSetCookie();
    expect(cookies).to.have.length(1);
    expect(cookies[0]).to.match(/^berth_second_factor=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=300$/);
    expect((await browser("GET", "/auth/me")).status).to.equal(401);
    const pending = await browser<Pending>("GET", FINISH);
    expect([pending.status, pending.body.methods]).to.deep.equal([200, ["totp", "recovery_code"]]);
    expect((await finish(browser, { code: "000000" })).status).to.equal(401);
    const done = await finish(browser, { code: codeOf(person.secret) });
    expect([done.status, await me(done)]).to.deep.equal([200, 200]);
  });

  it("take each code once, and none of an earlier step", async () => {
    const person = await newTotpAccount(gateway);
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => beginLogin(gateway, person.email)));
    if (first === undefined || second === undefined || third === undefined) throw new Error("unreachable");
    const code = codeOf(person.secret);
    expect((await finish(first.browser, { code })).status).to.equal(200);
    expect((await finish(second.browser, { code })).status, "replayed").to.equal(401);
    expect((await finish(second.browser, { code: codeOf(person.secret, -1) })).status, "earlier").to.equal(401);
    const next = codeOf(person.secret, 1);
    const both = await Promise.all([second, third].map(({ browser }) => finish(browser, { code: next })));
    expect(both.map(({ status }) => status).sort(), "at the same time").to.deep.equal([200, 401]);
  });

  it("are finished in the browser that has begun, within its time, once, and with the password of then", async () => {
    const person = await newTotpAccount(gateway);
    const { browser } = await beginLogin(gateway, person.email);
    const [one = "", two = "", three = ""] = person.recoveryCodes;
    expect((await finish(clientOf(gateway.url), { recovery_code: one })).status, "elsewhere").to.equal(401);
    expect((await finish(browser, { recovery_code: one })).status).to.equal(200);
    expect((await finish(browser, { recovery_code: two })).status, "twice").to.equal(401);
    const proof = await person.session("POST", "/auth/proof/challenge");
    const ofProof = clientOf(gateway.url, { cookie: cookiesOf(proof) });
    expect((await finish(ofProof, { recovery_code: three })).status, "of a proof").to.equal(401);
    const late = await beginLogin(gateway, person.email);
    const change = { current_password: PASSWORD, new_password: "staple battery horse" };
    expect((await person.session("POST", "/auth/password", change)).status).to.equal(200);
    expect((await finish(late.browser, { recovery_code: three })).status, "another password").to.equal(401);
  });

  it("are stood in for by recovery codes, each once, however they are typed", async () => {
    const person = await newTotpAccount(gateway);
    expect(person.recoveryCodes).to.have.length(10);
    const [code = ""] = person.recoveryCodes;
    const typed = code.toUpperCase().replaceAll("-", " ");
    expect((await finish((await beginLogin(gateway, person.email)).browser, { recovery_code: typed })).status).to.equal(
      200,
    );
    expect((await finish((await beginLogin(gateway, person.email)).browser, { recovery_code: code })).status).to.equal(
      401,
    );
    const listed = await person.session<Listed>("GET", "/auth/second-factors");
    expect(listed.body.recovery_codes_left).to.equal(9);
    const fresh = await person.session<{ recovery_codes: string[] }>("POST", "/auth/second-factors/recovery-codes");
    const old = (await beginLogin(gateway, person.email)).browser;
    expect((await finish(old, { recovery_code: person.recoveryCodes[1] })).status, "replaced").to.equal(401);
    expect((await finish(old, { recovery_code: fresh.body.recovery_codes[0] })).status).to.equal(200);
  });

  it("may be passkeys, for the platform's own origin", async () => {
    const person = await newAccount(gateway.url);
    const key = new SoftAuthenticator(ORIGIN);
    type Added = { id: string; options: Record<string, unknown> };
    const added = await person.session<Added>("POST", "/auth/second-factors/passkeys", { name: "key" });
    const confirm = (passkey: unknown): Promise<Answer> =>
      person.session("POST", `/auth/second-factors/${added.body.id}/confirm`, { passkey });
    const foreign = new SoftAuthenticator(ORIGIN).create(added.body.options, "https://evil.example");
    expect((await confirm(foreign)).status, "made elsewhere").to.equal(422);
    expect((await confirm(key.create(added.body.options))).status).to.equal(200);
    const { answer, browser } = await beginLogin(gateway, person.email);
    expect(answer.body["methods"]).to.deep.equal(["passkey", "recovery_code"]);
    const options = (await browser<Pending>("GET", FINISH)).body.passkey_options ?? {};
    expect((await finish(browser, { passkey: key.get(options, "https://evil.example") })).status).to.equal(401);
    const passkey = key.get(options);
    expect((await finish(browser, { passkey })).status).to.equal(200);
    expect((await finish(browser, { passkey })).status, "replayed").to.equal(401);
  });

  it("are sealed in Postgres, and recovery codes are hashes", async () => {
    const person = await newTotpAccount(gateway);
    const { rows } = await gateway.services.pool.query<{ dump: string }>(
      `SELECT (SELECT string_agg(second_factors::text, ' ') FROM second_factors) ||
        (SELECT string_agg(recovery_codes::text, ' ') FROM recovery_codes) AS dump`,
    );
    const dump = rows[0]?.dump ?? "";
    const secrets = [
      person.secret,
      ...person.recoveryCodes,
      ...person.recoveryCodes.map((code) => code.replaceAll("-", "")),
    ];
    for (const secret of secrets) {
      expect(dump).to.not.contain(secret);
      expect(dump).to.not.contain(Buffer.from(secret).toString("hex"));
    }
  });

  it("count once they are confirmed, are listed without what they are made of, and end with the last one", async () => {
    const person = await newAccount(gateway.url);
    const added = await person.session<{ id: string }>("POST", "/auth/second-factors/totp", { name: "phone" });
    expect((await beginLogin(gateway, person.email)).answer.status, "not confirmed").to.equal(200);
    const { factorId, secret } = await addTotp(person.session);
    const again = `/auth/second-factors/${added.body.id}/confirm`;
    expect((await person.session("POST", again, { code: codeOf(secret) })).status, "replaced").to.equal(404);
    const listed = await person.session<Listed>("GET", "/auth/second-factors");
    expect(listed.body.second_factors.map(({ id, type, name }) => [id, type, name])).to.deep.equal([
      [factorId, "totp", "phone"],
    ]);
    expect(listed.text).to.not.contain(secret);
    const other = await newAccount(gateway.url);
    const path = `/auth/second-factors/${factorId}`;
    expect((await other.session("DELETE", path)).status, "foreign").to.equal(404);
    expect((await person.call("GET", "/auth/second-factors")).status, "by key").to.equal(403);
    expect((await person.session("DELETE", path)).status).to.equal(200);
    expect((await beginLogin(gateway, person.email)).answer.status, "removed").to.equal(200);
    expect((await person.session<Listed>("GET", "/auth/second-factors")).body.recovery_codes_left).to.equal(0);
  });

  it("are guessed at ten times a minute at most", async () => {
    const strict = await startTestGateway({ env: { BERTH_LOGIN_LIMIT_PER_ACCOUNT: "3" } });
    try {
      const person = await newTotpAccount(strict);
      const { browser } = await beginLogin(strict, person.email);
      const guesses = [];
      for (const code of ["000000", "000001", "000002", "000003"])
        guesses.push((await finish(browser, { code })).status);
      expect(guesses).to.deep.equal([401, 401, 401, 429]);
      expect((await finish(browser, { recovery_code: person.recoveryCodes[0] })).status).to.equal(429);
    } finally {
      await strict.stop();
    }
  });
});

describe("platform admins", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  const LIST = "/admin/organizations";

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_ADMIN_SECOND_FACTOR: "required" } });
  });
  after(() => gateway.stop());

  it("act as such only with a second factor, in sessions and by keys that were made with it", async () => {
    const admin = await newPlatformAdmin(gateway);
    const refused = await admin.session("GET", LIST);
    expect([refused.status, refused.body["code"]]).to.deep.equal([403, "admin_without_second_factor"]);
    expect((await admin.call("GET", LIST)).body["code"], "by key").to.equal("admin_without_second_factor");
    expect((await admin.session("GET", "/clusters")).status, "as anybody else").to.equal(200);
    await addTotp(admin.session);
    expect((await admin.session("GET", LIST)).status, "confirmed in this session").to.equal(200);
    expect((await admin.call("GET", LIST)).status, "a key of before").to.equal(403);
    const { key } = (await admin.session<{ key: string }>("POST", "/api-keys", { name: "admin" })).body;
    expect((await clientOf(gateway.url, { authorization: `Bearer ${key}` })("GET", LIST)).status).to.equal(200);
  });

  it("do so without one where that is set", async () => {
    const open = await startTestGateway({ env: { BERTH_ADMIN_SECOND_FACTOR: "optional" } });
    try {
      const admin = await newPlatformAdmin(open);
      expect((await admin.session("GET", LIST)).status).to.equal(200);
    } finally {
      await open.stop();
    }
  });
});
