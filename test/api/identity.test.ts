import { expect } from "chai";
import {
  clientOf,
  newAccount,
  newCluster,
  newDeployment,
  newKey,
  newPerson,
  PASSWORD,
  type Account,
  type Answer,
  type Client,
} from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { eventually } from "../support/eventually.ts";

type Faults = { detail: { type: string; loc: (string | number)[]; msg: string }[] };

describe("accounts, sessions and API keys", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let anonymous: Client;
  let account: Account;

  before(async () => {
    gateway = await startTestGateway();
    anonymous = clientOf(gateway.url);
    account = await newAccount(gateway.url);
  });
  after(() => gateway.stop());

  it("makes a personal organization with every account, owned by it", async () => {
    const { body } = await account.session<{ organizations: Record<string, unknown>[] }>("GET", "/organizations");
    expect(body.organizations).to.have.length(1);
    expect(body.organizations[0]).to.include({ is_personal: true, is_system: false, current_user_role: "owner" });
    const one = await account.session("GET", `/organizations/${account.slug}`);
    expect([one.status, one.body["id"]]).to.deep.equal([200, account.organizationId]);
    expect(one.headers.get("etag")).to.match(/^"1\./);
  });

  it("takes an e-mail once, whatever its case, also of two at the same time", async () => {
    const body = { email: account.email.toUpperCase(), password: PASSWORD, name: "Twin" };
    const twin = await anonymous("POST", "/auth/register", body);
    expect([twin.status, twin.body["code"]]).to.deep.equal([409, "email_taken"]);
    const email = `race-${Date.now()}@example.org`;
    const both = await Promise.all([1, 2].map(() => anonymous("POST", "/auth/register", { ...body, email })));
    expect(both.map(({ status }) => status).sort()).to.deep.equal([201, 409]);
  });

  it("answers an unknown account and a wrong password alike", async () => {
    const attempt = (email: string): Promise<Answer> =>
      anonymous("POST", "/auth/login", { email, password: "wrong wrong wrong" }, { "x-request-id": "same" });
    const [unknown, wrong] = [await attempt("nobody@example.org"), await attempt(account.email)];
    expect([unknown.status, unknown.text]).to.deep.equal([wrong.status, wrong.text]);
    expect(unknown.status).to.equal(401);
  });

  it("keeps the session id out of the database and ends the session at logout", async () => {
    const login = await anonymous("POST", "/auth/login", { email: account.email, password: PASSWORD });
    expect(login.status).to.equal(200);
    const [line = ""] = login.headers.getSetCookie();
    expect(line).to.match(/^berth_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    expect(login.headers.get("cache-control")).to.equal("no-store");
    const cookie = line.split(";")[0] ?? "";
    const stored = await gateway.services.pool.query<{ dump: string }>(
      "SELECT string_agg(sessions::text, ' ') AS dump FROM sessions",
    );
    expect(stored.rows[0]?.dump).to.not.contain(cookie.split("=")[1]);
    const session = clientOf(gateway.url, { cookie });
    expect((await session("GET", "/auth/me")).status).to.equal(200);
    const out = await session("POST", "/auth/logout");
    expect(out.headers.getSetCookie()[0]).to.match(/^berth_session=; .*Max-Age=0/);
    expect((await session("GET", "/auth/me")).status).to.equal(401);
    expect((await session("POST", "/auth/logout")).status).to.equal(200);
  });

  it("ends sessions after 24 idle hours and after 30 days, whatever the cookie says", async () => {
    for (const change of ["idle_at = now() - interval '1 second'", "expires_at = now() - interval '1 second'"]) {
      const fresh = await newAccount(gateway.url);
      await gateway.services.pool.query(`UPDATE sessions SET ${change} WHERE user_id = $1`, [fresh.userId]);
      expect((await fresh.session("GET", "/auth/me")).status, change).to.equal(401);
    }
  });

  it("ends sessions by the times that are set, and moves the idle one on with each use", async () => {
    const brief = await startTestGateway({ env: { BERTH_SESSION_IDLE_HOURS: "2", BERTH_SESSION_MAX_DAYS: "3" } });
    try {
      const { pool } = brief.services;
      const person = await newAccount(brief.url);
      const answer = await clientOf(brief.url)("POST", "/auth/login", { email: person.email, password: PASSWORD });
      expect(answer.headers.getSetCookie()[0]).to.contain("Max-Age=259200");
      const hoursLeft = async (): Promise<number> => {
        const { rows } = await pool.query<{ hours: number }>(
          "SELECT extract(epoch FROM min(idle_at) - now())::float / 3600 AS hours FROM sessions WHERE user_id = $1",
          [person.userId],
        );
        return rows[0]?.hours ?? 0;
      };
      expect(await hoursLeft()).to.be.within(1.9, 2);
      await pool.query(
        "UPDATE sessions SET idle_at = now() + interval '1 hour', last_used_at = now() - interval '1 hour' WHERE user_id = $1",
        [person.userId],
      );
      await person.session("GET", "/auth/me");
      const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      await clientOf(brief.url, { cookie })("GET", "/auth/me");
      await brief.services.uses.flush();
      expect(await hoursLeft()).to.be.within(1.9, 2);
    } finally {
      await brief.stop();
    }
  });

  it("lists and ends single sessions, and all others at once", async () => {
    const person = await newAccount(gateway.url);
    const login = async (): Promise<Client> => {
      const answer = await anonymous("POST", "/auth/login", { email: person.email, password: PASSWORD });
      return clientOf(gateway.url, { cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" });
    };
    const [second, third] = [await login(), await login()];
    type Listed = { sessions: { id: string; is_current: boolean }[]; total: number; next_cursor: string | null };
    const listed = await third<Listed>("GET", "/auth/sessions?count=true&limit=2");
    expect([listed.body.total, listed.body.sessions[0]?.is_current]).to.deep.equal([3, true]);
    const rest = await third<Listed>("GET", `/auth/sessions?limit=2&cursor=${listed.body.next_cursor ?? ""}`);
    expect([rest.body.sessions.length, rest.body.next_cursor]).to.deep.equal([1, null]);
    const secondId = listed.body.sessions[1]?.id ?? "";
    expect((await account.session("DELETE", `/auth/sessions/${secondId}`)).status, "foreign").to.equal(404);
    expect((await third("DELETE", `/auth/sessions/${secondId}`)).status).to.equal(200);
    expect((await second("GET", "/auth/me")).status).to.equal(401);
    expect((await third("DELETE", "/auth/sessions")).status).to.equal(200);
    expect((await person.session("GET", "/auth/me")).status).to.equal(401);
    expect((await third("GET", "/auth/me")).status).to.equal(200);
  });

  it("changes a password only for who knows it, and ends every other session", async () => {
    const person = await newAccount(gateway.url);
    const other = await anonymous("POST", "/auth/login", { email: person.email, password: PASSWORD });
    const otherSession = clientOf(gateway.url, { cookie: other.headers.getSetCookie()[0]?.split(";")[0] ?? "" });
    const wrong = await person.session<Faults>("POST", "/auth/password", {
      current_password: "not this one",
      new_password: "another horse battery",
    });
    expect([wrong.status, wrong.body.detail[0]?.loc]).to.deep.equal([422, ["body", "current_password"]]);
    const change = { current_password: PASSWORD, new_password: "another horse battery" };
    expect((await person.call("POST", "/auth/password", change)).status, "by key").to.equal(403);
    expect((await person.session("POST", "/auth/password", change)).status).to.equal(200);
    expect((await otherSession("GET", "/auth/me")).status).to.equal(401);
    expect((await person.session("GET", "/auth/me")).status).to.equal(200);
    const login = (password: string): Promise<Answer> =>
      anonymous("POST", "/auth/login", { email: person.email, password });
    expect([(await login(PASSWORD)).status, (await login("another horse battery")).status]).to.deep.equal([401, 200]);
  });

  it("refuses writes that a foreign page makes a browser send", async () => {
    const key = { name: "csrf" };
    type Headers = Record<string, string>;
    const from = (headers: Headers): Promise<Answer> => account.session("POST", "/api-keys", key, headers);
    const foreign: Headers[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
    ];
    for (const headers of foreign)
      expect([headers, (await from(headers)).body["code"]]).to.deep.equal([headers, "csrf_refused"]);
    const own: Headers[] = [
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
      { origin: gateway.url },
      {},
    ];
    for (const headers of own) expect([headers, (await from(headers)).status]).to.deep.equal([headers, 201]);
    const change = { name: "Renamed by a key" };
    const byKey = await account.call("PATCH", `/organizations/${account.slug}`, change, {
      origin: "https://other.example",
    });
    expect(byKey.status).to.equal(200);
  });

  it("shows a key once, stores only its hash, and stops it at once when it is revoked or expired", async () => {
    const { id, key } = await newKey(account.session, { description: "for tests" });
    expect(key).to.match(/^brt_[0-9A-Za-z]{36}$/);
    const stored = await gateway.services.pool.query<{ dump: string }>(
      "SELECT string_agg(api_keys::text, ' ') AS dump FROM api_keys",
    );
    expect(stored.rows[0]?.dump).to.not.contain(key);
    const call = clientOf(gateway.url, { "x-api-key": key });
    expect((await call("GET", "/auth/me")).body["auth_method"]).to.equal("api_key");
    const read = await account.session("GET", `/api-keys/${id}`);
    expect(read.body).to.include({ key_prefix: key.slice(0, 12), is_active: true, description: "for tests" });
    expect(read.text).to.not.contain(key);
    const revoked = await account.session("DELETE", `/api-keys/${id}`);
    expect(revoked.body).to.include({ is_active: false });
    expect((await call("GET", "/auth/me")).status).to.equal(401);
    expect((await account.session("DELETE", `/api-keys/${id}`)).body["revoked_at"]).to.equal(
      revoked.body["revoked_at"],
    );
    const short = await newKey(account.session, { expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    await gateway.services.pool.query("UPDATE api_keys SET expires_at = now() WHERE id = $1", [short.id]);
    expect((await clientOf(gateway.url, { "x-api-key": short.key })("GET", "/auth/me")).status).to.equal(401);
  });

  it("changes keys by If-Match, clears an expiry with null, and keeps a name that is null", async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await newKey(account.session, { expires_at: later });
    const read = await account.session("GET", `/api-keys/${id}`);
    const etag = read.headers.get("etag") ?? "";
    const same = await account.session("GET", `/api-keys/${id}`, undefined, { "if-none-match": etag });
    expect([same.status, same.text]).to.deep.equal([304, ""]);
    const changed = await account.session(
      "PATCH",
      `/api-keys/${id}`,
      { expires_at: null, name: null },
      { "if-match": etag },
    );
    expect(changed.body).to.include({ expires_at: null, name: "test" });
    const stale = await account.session("PATCH", `/api-keys/${id}`, { name: "b" }, { "if-match": etag });
    expect([stale.status, stale.body["code"]]).to.deep.equal([412, "precondition_failed"]);
    expect((await account.session("PATCH", `/api-keys/${id}`, {})).status).to.equal(422);
    const other = await newAccount(gateway.url);
    expect((await other.session("GET", `/api-keys/${id}`)).status).to.equal(404);
  });

  it("refuses to change a key that was revoked or changed meanwhile, which is no failed condition of who named none", async () => {
    const { id } = await newKey(account.session);
    expect((await account.session("DELETE", `/api-keys/${id}`)).status).to.equal(200);
    const revoked = await account.session("PATCH", `/api-keys/${id}`, { name: "b" });
    expect([revoked.status, revoked.body["code"]]).to.deep.equal([409, "conflict"]);
    const overtaken = await startTestGateway({
      replace: ({ apiKeys, pool }) => ({
        apiKeys: {
          ...apiKeys,
          find: async (userId, keyId) => {
            const found = await apiKeys.find(userId, keyId);
            await pool.query("UPDATE api_keys SET version = version + 1 WHERE id = $1", [keyId]);
            return found;
          },
        },
      }),
    });
    try {
      const { session } = await newPerson(overtaken.url);
      const path = `/api-keys/${(await newKey(session)).id}`;
      const change = async (headers: Record<string, string>): Promise<unknown> =>
        (await session("PATCH", path, { name: "b" }, headers)).body["code"];
      expect(await change({})).to.equal("conflict");
      const read = Number.parseInt((await session("GET", path)).headers.get("etag")?.slice(1) ?? "");
      expect(await change({ "if-match": `"${read + 1}.x"` })).to.equal("precondition_failed");
    } finally {
      await overtaken.stop();
    }
  });

  it("holds a key to its scopes", async () => {
    const { key } = await newKey(account.session, { scopes: ["clusters:read", "api-keys:write"] });
    const call = clientOf(gateway.url, { authorization: `Bearer ${key}` });
    expect((await call("GET", "/clusters")).status).to.equal(200);
    const refused = await call("GET", "/deployments");
    expect([refused.status, refused.body["detail"]]).to.deep.equal([
      403,
      "This API key lacks the scope deployments:read.",
    ]);
    expect(
      (await call("POST", "/clusters", { name: "a", provider: "local", region: "local-1", tier: "shared" })).status,
    ).to.equal(403);
  });

  it("holds a key to its organization", async () => {
    const person = await newAccount(gateway.url);
    const { rows } = await gateway.services.pool.query<{ id: string }>(
      `INSERT INTO organizations (id, name, slug, updated_at) VALUES (gen_random_uuid(), 'Second', $1, now()) RETURNING id`,
      [`second-${Date.now()}`],
    );
    const second = rows[0]?.id ?? "";
    await gateway.services.pool.query(
      "INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'admin')",
      [second, person.userId],
    );
    const { key } = await newKey(person.session, { organization_id: second });
    const limited = clientOf(gateway.url, { authorization: `Bearer ${key}` });
    const inPersonal = await newCluster(person.call);
    const inSecond = await newCluster(limited);
    const seen = await limited<{ clusters: { id: string }[] }>("GET", "/clusters");
    expect(seen.body.clusters.map(({ id }) => id)).to.deep.equal([inSecond]);
    expect((await limited("GET", `/clusters/${inPersonal}`)).status).to.equal(404);
    expect((await limited("DELETE", `/clusters/${inPersonal}`)).status).to.equal(404);
    expect((await limited("GET", `/clusters?organization_id=${person.organizationId}`)).status).to.equal(404);
    expect((await person.call<{ clusters: unknown[] }>("GET", "/clusters")).body.clusters).to.have.length(2);
    await person.session("PATCH", "/auth/me", { active_organization_id: second });
    const active = await newCluster(person.session);
    expect((await limited("GET", `/clusters/${active}`)).status).to.equal(200);
  });

  it("notes the last use of a key, off the request's way", async () => {
    const { id, key } = await newKey(account.session);
    await clientOf(gateway.url, { authorization: `Bearer ${key}` })("GET", "/clusters");
    await gateway.services.uses.flush();
    const used = await account.session("GET", `/api-keys/${id}`);
    expect(used.body["last_used_at"]).to.be.a("string");
    expect(used.body["last_used_ip"]).to.match(/127\.0\.0\.1$/);
  });

  it("lets roles do what the table says", async () => {
    const owner = await newAccount(gateway.url);
    const clusterId = await newCluster(owner.call);
    const { id } = await newDeployment(owner.call, clusterId);
    await gateway.settle("Cluster", clusterId);
    const cases = [
      { role: "viewer", read: 200, change: 403, kubeconfig: 403, cluster: 403, force: 403 },
      { role: "member", read: 200, change: 200, kubeconfig: 403, cluster: 403, force: 403 },
      { role: "admin", read: 200, change: 200, kubeconfig: 200, cluster: 200, force: 200 },
    ];
    for (const expected of cases) {
      const person = await newAccount(gateway.url);
      await gateway.services.pool.query(
        "INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, $3)",
        [owner.organizationId, person.userId, expected.role],
      );
      const create = { name: `c-${expected.role}`, provider: "local", region: "local-1", tier: "shared" };
      const body = { ...create, organization_id: owner.organizationId };
      expect({
        role: expected.role,
        read: (await person.call("GET", `/deployments/${id}`)).status,
        change: (await person.call("PATCH", `/deployments/${id}`, { replicas: 2 })).status,
        kubeconfig: (await person.call("GET", `/clusters/${clusterId}/kubeconfig`)).status,
        cluster: (await person.call("POST", "/clusters?dry_run=true", body)).status,
        force: (await person.call("DELETE", `/deployments/${id}?dry_run=true&force=true`)).status,
      }).to.deep.equal(expected);
    }
  });
});

describe("limits and registration", function () {
  this.timeout(300_000);

  it("limits sign-ins per account, and requests per principal, with the time to wait", async () => {
    const gateway = await startTestGateway({
      env: { BERTH_LOGIN_LIMIT_PER_ACCOUNT: "3", BERTH_RATE_LIMIT_PER_SECOND: "5", BERTH_RATE_LIMIT_BURST: "20" },
    });
    try {
      const login = (): Promise<Answer> =>
        clientOf(gateway.url)("POST", "/auth/login", { email: "a@example.org", password: "x" });
      expect([(await login()).status, (await login()).status, (await login()).status]).to.deep.equal([401, 401, 401]);
      const limited = await login();
      expect([limited.status, limited.body["code"]]).to.deep.equal([429, "rate_limited"]);
      expect(Number(limited.headers.get("retry-after"))).to.be.within(1, 60);
      const many = await Promise.all(Array.from({ length: 30 }, () => clientOf(gateway.url)("GET", "/clusters")));
      expect(many.filter(({ status }) => status === 429)).to.have.length.greaterThan(5);
      expect((await clientOf(gateway.url)("GET", "/healthz")).status, "health is never limited").to.equal(200);
    } finally {
      await gateway.stop();
    }
  });

  it("limits requests of a user beside those of each credential", async () => {
    const limited = await startTestGateway({
      env: { BERTH_RATE_LIMIT_PER_SECOND: "1", BERTH_RATE_LIMIT_BURST: "20" },
    });
    try {
      const person = await newAccount(limited.url);
      const keys = [];
      for (let made = 0; made < 6; made += 1) keys.push(await newKey(person.session, { name: `k-${made}` }));
      const statuses: number[] = [];
      for (const { key } of keys)
        for (let sent = 0; sent < 18; sent += 1)
          statuses.push((await clientOf(limited.url, { "x-api-key": key })("GET", "/auth/me")).status);
      expect(statuses.slice(0, 18), "one credential").to.deep.equal(Array.from({ length: 18 }, () => 200));
      expect(statuses, "six of them").to.include(429);
    } finally {
      await limited.stop();
    }
  });

  it("keeps registration closed where it is", async () => {
    const gateway = await startTestGateway({ env: { BERTH_REGISTRATION: "closed" } });
    try {
      const body = { email: "a@example.org", password: PASSWORD, name: "A" };
      const answer = await clientOf(gateway.url)("POST", "/auth/register", body);
      expect([answer.status, answer.body["code"]]).to.deep.equal([403, "registration_closed"]);
    } finally {
      await gateway.stop();
    }
  });

  it("gives a secure cookie its prefix where the public address is https", async () => {
    const gateway = await startTestGateway({ env: { BERTH_PUBLIC_URL: "https://berth.example" } });
    try {
      const body = { email: "a@example.org", password: PASSWORD, name: "A" };
      const answer = await clientOf(gateway.url)("POST", "/auth/register", body, { origin: "https://berth.example" });
      expect(answer.headers.getSetCookie()[0]).to.match(/^__Host-berth_session=.*; Secure$/);
      await eventually(async () => {
        const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
        expect((await clientOf(gateway.url, { cookie })("GET", "/auth/me")).status).to.equal(200);
      });
    } finally {
      await gateway.stop();
    }
  });
});
