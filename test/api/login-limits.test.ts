import { expect } from "chai";
import { createLoginLimits } from "../../api/http/login-limits.ts";
import { clientOf, newAccount, PASSWORD, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { cookiesOf } from "./second-factor-scene.ts";

const WRONG = "wrong wrong wrong";

describe("limits of guesses", () => {
  const stranger = { account: "ada", deviceId: null, isKnownNetwork: false };
  const outcomeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "taken",
      (error: unknown) => (error as { code: string }).code,
    );

  it("count attempts that are under way, and give back those that succeed", async () => {
    const limits = createLoginLimits({ perMinute: 3, perHour: 100, perAddress: 100 });
    const at = { address: "203.0.113.1" };
    const all = [];
    for (let index = 0; index < 5; index += 1) all.push(await outcomeOf(limits.begin(at, stranger)));
    expect(all).to.deep.equal(["taken", "taken", "taken", "rate_limited", "rate_limited"]);
    const known = { ...stranger, deviceId: "phone" };
    for (let index = 0; index < 20; index += 1) await (await limits.begin(at, known)).succeeded();
    limits.close();
  });

  it("bound the mails to one address, and tell nobody", async () => {
    const limits = createLoginLimits({ perMinute: 2, perHour: 100, perAddress: 100 });
    const may = [];
    for (const email of ["ada@example.org", "Ada@example.org", "ada@example.org", "grace@example.org"])
      may.push(await limits.mayMail(email));
    expect(may).to.deep.equal([true, true, false, true]);
    limits.close();
  });

  it("bound what many addresses guess together in an hour, without keeping who is no stranger out", async () => {
    const limits = createLoginLimits({ perMinute: 100, perHour: 9, perAddress: 100 });
    const from = (address: string): Promise<string> => outcomeOf(limits.begin({ address }, stranger));
    const first = [];
    for (let index = 0; index < 5; index += 1) first.push(await from("203.0.113.1"));
    expect(first, "one address has a third").to.deep.equal(["taken", "taken", "taken", "rate_limited", "rate_limited"]);
    for (const address of ["203.0.113.2", "203.0.113.3"])
      for (let index = 0; index < 3; index += 1) await from(address);
    expect(await from("203.0.113.4"), "together").to.equal("rate_limited");
    const here = { address: "203.0.113.5" };
    expect(await outcomeOf(limits.begin(here, { ...stranger, isKnownNetwork: true }))).to.equal("taken");
    expect(await outcomeOf(limits.begin(here, { ...stranger, deviceId: "phone" }))).to.equal("taken");
    limits.close();
  });
});

describe("what strangers ask about somebody's address of mail", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway({
      env: {
        BERTH_TRUSTED_PROXIES: "127.0.0.1,::1,::ffff:127.0.0.1",
        BERTH_SMTP_URL: "smtp://127.0.0.1:9",
        BERTH_MAIL_FROM: "berth@platform.example.org",
        BERTH_PUBLIC_URL: "http://platform.example.org/",
        BERTH_LOGIN_LIMIT_PER_ACCOUNT: "3",
      },
    });
  });
  after(() => gateway.stop());
  const from = (address: string): ReturnType<typeof clientOf> => clientOf(gateway.url, { "x-forwarded-for": address });
  const statuses = async (path: string, body: object): Promise<number[]> => {
    const all = [];
    for (let index = 0; index < 5; index += 1) all.push((await from("203.0.113.66")("POST", path, body)).status);
    return all;
  };

  it("keeps its holder from nothing: a new password, an account", async () => {
    const email = "ada@example.org";
    expect(await statuses("/auth/password/forgot", { email })).to.deep.equal([200, 200, 200, 429, 429]);
    expect((await from("198.51.100.7")("POST", "/auth/password/forgot", { email })).status).to.equal(200);
    const account = { email: "grace@example.org", password: PASSWORD, name: "Grace" };
    expect(await statuses("/auth/register", account)).to.deep.equal([201, 201, 201, 429, 429]);
    expect((await from("198.51.100.7")("POST", "/auth/register", account)).status).to.equal(201);
  });
});

describe("strangers who guess", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let person: Account;

  before(async () => {
    gateway = await startTestGateway({
      env: {
        BERTH_TRUSTED_PROXIES: "127.0.0.1,::1,::ffff:127.0.0.1",
        BERTH_LOGIN_LIMIT_PER_ACCOUNT: "3",
        BERTH_LOGIN_LIMIT_PER_HOUR: "9",
      },
    });
    person = await newAccount(gateway.url);
  });
  after(() => gateway.stop());

  it("do not keep a holder who is signed in from changing their password", async () => {
    const stranger = clientOf(gateway.url, { "x-forwarded-for": "203.0.113.66" });
    for (let index = 0; index < 4; index += 1)
      await stranger("POST", "/auth/register", { email: person.email, password: WRONG, name: "x" });
    const holder = clientOf(gateway.url, { cookie: person.cookie, "x-forwarded-for": "198.51.100.7" });
    const body = { current_password: PASSWORD, new_password: PASSWORD };
    expect((await holder("POST", "/auth/password", body)).status).to.equal(200);
  });

  const login = (address: string, password: string, cookie?: string): Promise<Answer> =>
    clientOf(gateway.url, { "x-forwarded-for": address, ...(cookie && { cookie }) })("POST", "/auth/login", {
      email: person.email,
      password,
    });
  const guessFrom = async (address: string): Promise<number[]> => {
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await login(address, WRONG)).status);
    return statuses;
  };

  it("lock an account for themselves alone", async () => {
    expect(await guessFrom("203.0.113.1")).to.deep.equal([401, 401, 401, 429]);
    expect((await login("203.0.113.1", PASSWORD)).status, "also with the right password").to.equal(429);
    expect((await login("203.0.113.9", PASSWORD)).status, "from elsewhere").to.equal(200);
  });

  it("do not lock known devices and addresses out, however many they are", async () => {
    const known = await login("203.0.113.10", PASSWORD);
    const device =
      cookiesOf(known)
        .split("; ")
        .find((cookie) => cookie.startsWith("berth_device=")) ?? "";
    expect(known.headers.getSetCookie()[1]).to.match(
      /^berth_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/,
    );
    for (const address of ["198.51.100.1", "198.51.100.2", "198.51.100.3", "198.51.100.4"]) await guessFrom(address);
    expect((await login("198.51.100.9", PASSWORD)).status, "a stranger like them").to.equal(429);
    expect(
      (await login("198.51.100.9", PASSWORD, `berth_device=${"A".repeat(43)}`)).status,
      "an invented one",
    ).to.equal(429);
    expect((await login("203.0.113.10", PASSWORD)).status, "a known address").to.equal(200);
    expect((await login("198.51.100.9", PASSWORD, device)).status, "a known device").to.equal(200);
  });
});
