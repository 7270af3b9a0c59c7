import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { renewPullLogins } from "../../api/registry/pull-login.ts";
import { registryPlace } from "../../api/registry/registry-credential-body.ts";
import { openEvents } from "../support/event-client.ts";
import { eventually } from "../support/eventually.ts";
import { HarborServer, type HarborFault } from "../support/harbor-server.ts";
import { clientOf, newAccount, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Made = Readonly<{
  id: string;
  username: string;
  password: string;
  registry_url: string;
  repository_prefix: string;
}>;
type Status = Readonly<{ has_credentials: boolean; credentials: Record<string, unknown> | null }>;

describe("Registry credentials", function () {
  this.timeout(300_000);
  let harbor: HarborServer;
  let gateway: TestGateway;
  let account: Account;

  before(async () => {
    harbor = new HarborServer();
    const env = {
      BERTH_HARBOR_URL: await harbor.start(),
      BERTH_HARBOR_USER: HarborServer.username,
      BERTH_HARBOR_PASSWORD: HarborServer.password,
    };
    gateway = await startTestGateway({ env });
  });
  beforeEach(async () => {
    account = await newAccount(gateway.url);
  });
  afterEach(() => {
    harbor.fault = undefined;
    harbor.faulty = () => true;
  });
  after(async () => {
    await gateway.stop();
    await harbor.stop();
  });

  const regenerate = (headers: Record<string, string> = {}): Promise<Answer<Made>> =>
    account.call<Made>("POST", "/registry/credentials/regenerate", undefined, headers);
  const status = async (): Promise<Status> => (await account.call<Status>("GET", "/registry/credentials")).body;
  const robots = (): string[] => robotsThat("push,pull").map((one) => one.name);
  const robotsThat = (actions: string): HarborServer["robots"] =>
    harbor.robots.filter((one) => one.project === `org-${account.slug}` && one.actions.join() === actions);
  const stored = async (): Promise<{ auths: Record<string, { username: string; password: string }> } | undefined> => {
    const text = (await gateway.services.secrets.read(...registryPlace(account.slug)))?.reveal();
    return text === undefined ? undefined : (JSON.parse(text) as never);
  };

  const storedPassword = async (): Promise<string | undefined> =>
    Object.values((await stored())?.auths ?? {})[0]?.password;

  it("shows none, makes them once, and never shows the password again", async () => {
    expect(await status()).to.deep.equal({ has_credentials: false, credentials: null });
    const made = await regenerate();
    expect(made.status, made.text).to.equal(201);
    const { username, password, registry_url: host, repository_prefix: prefix } = made.body;
    expect(username).to.match(new RegExp(`^robot\\$org-${account.slug}\\+berth-[a-z2-7]{10}$`));
    expect([prefix, made.headers.get("cache-control")]).to.deep.equal([`${host}/org-${account.slug}/`, "no-store"]);
    expect(made.body).to.include({ docker_login_command: `docker login ${host} -u '${username}' --password-stdin` });
    const shown = await status();
    expect(shown.has_credentials).to.equal(true);
    expect({ ...shown.credentials, password }).to.deep.equal(made.body);
    const [pull, ...more] = robotsThat("pull");
    const days = ((pull?.expiresAt ?? 0) * 1000 - Date.now()) / 86_400_000;
    expect([more, Math.round(days)], "clusters get one that only pulls, and ends").to.deep.equal([[], 30]);
    expect((await stored())?.auths[host]).to.include({ username: pull?.name, password: pull?.secret });
    const rows = await gateway.services.pool.query("SELECT r::text FROM registry_credentials r");
    expect(JSON.stringify(rows.rows)).to.not.contain(password);
    expect((await account.call<{ secrets: unknown[] }>("GET", "/secrets")).body.secrets).to.deep.equal([]);
  });

  it("tells of new ones, and of nothing that clusters pull with", async () => {
    const events = await openEvents(`${gateway.url}/api/v1/events`, { cookie: account.cookie });
    await eventually(() => expect(events.lastId()).to.not.equal(""));
    const first = await regenerate();
    await gateway.services.pool.query(
      "UPDATE registry_credentials SET pull_expires_at = now() + interval '1 day' WHERE organization_id = $1",
      [account.organizationId],
    );
    await renewPullLogins(gateway.services);
    const second = await regenerate();
    const told = events.events;
    await eventually(() => expect(told).to.have.length(2));
    expect(told.map(({ data }) => [data["kind"], data["type"], data["id"], data["resource"]])).to.deep.equal([
      ["RegistryCredential", "created", first.body.id, null],
      ["RegistryCredential", "updated", second.body.id, null],
    ]);
    events.close();
  });

  it("replaces them: the new one works before the old one goes", async () => {
    const first = await regenerate();
    const second = await regenerate();
    expect(second.status, second.text).to.equal(201);
    expect(second.body.id).to.not.equal(first.body.id);
    expect(robots()).to.deep.equal([second.body.username]);
    expect(robotsThat("pull").map((one) => one.secret)).to.deep.equal([await storedPassword()]);
  });

  it("renews what clusters pull with before it ends, and gives one to those that still pull with what pushes", async () => {
    const made = await regenerate();
    const first = await storedPassword();
    await renewPullLogins(gateway.services);
    expect(await storedPassword(), "not before half of its time is over").to.equal(first);
    const set = (value: string): Promise<unknown> =>
      gateway.services.pool.query(`UPDATE registry_credentials SET pull_expires_at = ${value} WHERE id = $1`, [
        made.body.id,
      ]);
    await set("now() + interval '14 days'");
    await renewPullLogins(gateway.services);
    const second = await storedPassword();
    const alive = robotsThat("pull").map((one) => one.secret);
    expect(alive, "clusters out of reach go on with the one before").to.have.members([first, second]);
    expect(second).to.not.equal(first);
    for (const one of robotsThat("pull")) if (one.secret === first) one.expiresAt = 1;
    await set("NULL");
    harbor.fault = "html500";
    await renewPullLogins(gateway.services);
    expect(await storedPassword(), "a registry that fails changes nothing").to.equal(second);
    harbor.fault = undefined;
    await renewPullLogins(gateway.services);
    expect(robotsThat("pull").map((one) => one.secret)).to.have.members([second, await storedPassword()]);
    expect(robots()).to.deep.equal([made.body.username]);
    expect((await status()).credentials?.["id"]).to.equal(made.body.id);
  });

  it("answers a repeated key without the password, and makes no second robot", async () => {
    const key = { "idempotency-key": randomBytes(8).toString("hex") };
    expect((await regenerate(key)).status).to.equal(201);
    const again = await regenerate(key);
    expect([again.status, again.body]).to.deep.include.members([409]);
    expect((again.body as unknown as { code: string }).code).to.equal("secret_already_returned");
    expect(robots()).to.have.length(1);
  });

  for (const fault of [
    "html500",
    "tooMany",
    "malformed",
    "otherShape",
    "silent",
    "expired",
    "cut",
  ] satisfies HarborFault[]) {
    it(`leaves the old ones in force when the registry is ${fault}, at any step, and recovers`, async () => {
      let current = (await regenerate()).body;
      let pulls = await storedPassword();
      const steps: ((method: string, path: string) => boolean)[] = [
        (method, path) => method === "POST" && path === "/projects",
        (method, path) => method === "POST" && path === "/robots",
      ];
      for (const step of fault === "silent" ? steps.slice(1) : steps) {
        harbor.fault = fault;
        harbor.faulty = step;
        const failed = await regenerate();
        harbor.fault = undefined;
        // Whatever came back from making a project, it is there already.
        if (failed.status === 201) {
          current = failed.body;
          pulls = await storedPassword();
          continue;
        }
        expect(failed.status).to.be.oneOf([502, 503]);
        expect(failed.text)
          .to.contain("registry")
          .and.not.match(/nginx|10\.0\.0\.7|canary|robots/);
        expect((await status()).credentials?.["id"]).to.equal(current.id);
        expect(robots()).to.include(current.username);
        expect(await storedPassword()).to.equal(pulls);
      }
      const next = await regenerate();
      expect([next.status, robots()]).to.deep.equal([201, [next.body.username]]);
    });
  }

  it("answers well when the old one cannot be removed, and removes it the next time", async () => {
    await regenerate();
    harbor.fault = "html500";
    harbor.faulty = (method) => method === "DELETE";
    expect((await regenerate()).status).to.equal(201);
    expect(robots()).to.have.length(2);
    harbor.fault = undefined;
    const last = await regenerate();
    expect(robots()).to.deep.equal([last.body.username]);
  });

  it("agrees with itself after several at once: what is shown, stored and alive is one robot", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => regenerate()));
    for (const { status: code } of answers) expect(code).to.be.oneOf([201, 409]);
    const shown = await status();
    const current = harbor.robots.find(({ name }) => name === shown.credentials?.["username"]);
    expect(current, "the one that is shown lives").to.not.equal(undefined);
    expect(robotsThat("pull").map((one) => one.secret)).to.deep.equal([await storedPassword()]);
  });

  it("is one clear refusal where there is no registry", async () => {
    const bare = await startTestGateway();
    const { key } = await newAccount(bare.url);
    const call = clientOf(bare.url, { authorization: `Bearer ${key}` });
    const refused = await call("POST", "/registry/credentials/regenerate");
    expect([refused.status, refused.body["code"]]).to.deep.equal([409, "registry_not_configured"]);
    expect((await call("GET", "/registry/credentials")).body["has_credentials"]).to.equal(false);
    await bare.stop();
  });
});
