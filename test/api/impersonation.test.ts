import { expect } from "chai";
import { clientOf, newAccount, newKey, PASSWORD, type Account, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

type Me = { id: string; impersonated_by: string | null };

describe("impersonation", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let target: Account;

  before(async () => {
    gateway = await startTestGateway();
    target = await newAccount(gateway.url);
  });
  after(() => gateway.stop());

  const withCookieOf = (answer: Answer): Client =>
    clientOf(gateway.url, { cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" });
  const begin = async (admin: Account, whom = target): Promise<Client> => {
    const answer = await admin.session("POST", "/auth/impersonate", { user_id: whom.userId, reason: "Ticket 1" });
    expect(answer.status, answer.text).to.equal(200);
    return withCookieOf(answer);
  };
  const code = ({ status, body }: Answer): unknown[] => [status, body["code"]];

  it("acts as the user for an hour at most, and gives the admin their own session back under a new id", async () => {
    const admin = await newPlatformAdmin(gateway);
    const answer = await admin.session<{ expires_at: string; user: { id: string } }>("POST", "/auth/impersonate", {
      user_id: target.userId,
      reason: "Ticket 1",
    });
    expect(answer.body.user.id).to.equal(target.userId);
    expect(Date.parse(answer.body.expires_at) - Date.now()).to.be.within(3_500_000, 3_600_000);
    const acting = withCookieOf(answer);
    expect((await acting<Me>("GET", "/auth/me")).body).to.include({
      id: target.userId,
      impersonated_by: admin.userId,
    });
    expect((await admin.session("GET", "/auth/me")).status, "the old cookie meanwhile").to.equal(401);
    const stopped = await acting("POST", "/auth/stop-impersonating");
    expect(stopped.status).to.equal(200);
    const back = withCookieOf(stopped);
    expect((await back<Me>("GET", "/auth/me")).body).to.include({ id: admin.userId, impersonated_by: null });
    expect((await admin.session("GET", "/auth/me")).status, "the old cookie afterwards").to.equal(401);
    expect((await acting("GET", "/auth/me")).status, "the impersonation afterwards").to.equal(401);
  });

  it("is for platform admins with a login session, of users who are none, and does not nest", async () => {
    const [admin, other] = [await newPlatformAdmin(gateway), await newPlatformAdmin(gateway)];
    const body = { user_id: target.userId, reason: "Ticket 2" };
    expect(code(await target.session("POST", "/auth/impersonate", body))).to.deep.equal([403, "forbidden"]);
    expect(code(await admin.call("POST", "/auth/impersonate", body))).to.deep.equal([403, "forbidden"]);
    const colleague = { ...body, user_id: other.userId };
    expect(code(await admin.session("POST", "/auth/impersonate", colleague))).to.deep.equal([403, "forbidden"]);
    const nobody = { ...body, user_id: target.organizationId };
    expect((await admin.session("POST", "/auth/impersonate", nobody)).status).to.equal(404);
    expect((await admin.session("POST", "/auth/impersonate", { ...body, reason: "" })).status).to.equal(422);
    expect((await admin.session("GET", "/auth/me")).status, "refusals end no session").to.equal(200);
    const acting = await begin(admin);
    expect(code(await acting("POST", "/auth/impersonate", body))).to.deep.equal([403, "forbidden"]);
    expect(code(await target.session("POST", "/auth/stop-impersonating"))).to.deep.equal([409, "not_impersonating"]);
  });

  it("makes no keys, kubeconfigs or members, and changes no password or session", async () => {
    const acting = await begin(await newPlatformAdmin(gateway));
    const { id } = await newKey(target.session);
    const tries: readonly (readonly [string, string, object | undefined])[] = [
      ["POST", "/api-keys", { name: "mine" }],
      ["PATCH", `/api-keys/${id}`, { name: "mine" }],
      ["POST", `/api-keys/${id}/rotate`, undefined],
      ["POST", "/auth/password", { current_password: PASSWORD, new_password: "staple battery horse" }],
      ["DELETE", "/auth/sessions", undefined],
      ["GET", `/clusters/${id}/kubeconfig`, undefined],
      ["DELETE", `/auth/kubeconfigs/${id}`, undefined],
      ["POST", `/organizations/${target.slug}/invitations`, { email: "friend@example.org" }],
      ["PATCH", `/organizations/${target.slug}/members/${target.userId}`, { role: "viewer" }],
      ["POST", `/organizations/${target.slug}/webhooks`, { url: "https://hooks.example.org/" }],
    ];
    for (const [method, path, body] of tries)
      expect(code(await acting(method, path, body)), `${method} ${path}`).to.deep.equal([403, "forbidden"]);
    expect((await target.session("GET", "/auth/me")).status).to.equal(200);
    expect((await acting("GET", "/api-keys")).status).to.equal(200);
  });

  it("leaves both users in every audit entry", async () => {
    const admin = await newPlatformAdmin(gateway);
    const acting = await begin(admin);
    await acting("PATCH", `/organizations/${target.slug}`, { name: "Renamed for them" });
    const { rows } = await gateway.services.pool.query<{ action: string; actor: string; impersonator: string | null }>(
      `SELECT action, actor_user_id AS actor, impersonator_id AS impersonator FROM audit_entries
        WHERE action IN ('updateOrganization', 'impersonate') AND (actor_user_id = $1 OR impersonator_id = $1)
        ORDER BY created_at`,
      [admin.userId],
    );
    expect(rows).to.deep.equal([
      { action: "impersonate", actor: admin.userId, impersonator: null },
      { action: "updateOrganization", actor: target.userId, impersonator: admin.userId },
    ]);
  });

  it("ends with the admin's session and standing", async () => {
    const admins = [
      await newPlatformAdmin(gateway),
      await newPlatformAdmin(gateway),
      await newPlatformAdmin(gateway),
    ] as const;
    const [demoted, ended, out] = [await begin(admins[0]), await begin(admins[1]), await begin(admins[2])];
    const { pool } = gateway.services;
    await pool.query("UPDATE users SET is_platform_admin = false WHERE id = $1", [admins[0].userId]);
    await pool.query("DELETE FROM sessions WHERE user_id = $1", [admins[1].userId]);
    expect((await demoted("GET", "/auth/me")).status).to.equal(401);
    expect((await ended("POST", "/auth/stop-impersonating")).status).to.equal(401);
    expect((await out("POST", "/auth/logout")).status).to.equal(200);
    const left = await pool.query("SELECT 1 FROM sessions WHERE user_id = $1", [admins[2].userId]);
    expect(left.rowCount, "signing out signs the admin out as well").to.equal(0);
  });

  it("shows no impersonation among the user's own sessions", async () => {
    const person = await newAccount(gateway.url);
    await begin(await newPlatformAdmin(gateway), person);
    const { body } = await person.session<{ sessions: unknown[] }>("GET", "/auth/sessions");
    expect(body.sessions).to.have.length(1);
  });
});

describe("rotation of API keys", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
  });
  after(() => gateway.stop());

  type Rotated = { key: string; key_prefix: string; id: string };
  const me = async (key: string): Promise<number> =>
    (await clientOf(gateway.url, { "x-api-key": key })("GET", "/auth/me")).status;

  it("answers a new secret once; the old one is dead, and all else stays", async () => {
    const old = await newKey(account.session, { scopes: ["deployments:read"], description: "ci" });
    const headers = { "idempotency-key": `rotate-${Date.now()}` };
    const rotated = await account.session<Rotated>("POST", `/api-keys/${old.id}/rotate`, undefined, headers);
    expect(rotated.status).to.equal(200);
    expect(rotated.headers.get("cache-control")).to.equal("no-store");
    expect(rotated.body).to.deep.include({ id: old.id, scopes: ["deployments:read"], description: "ci" });
    expect(rotated.body.key_prefix).to.equal(rotated.body.key.slice(0, 12));
    expect([await me(old.key), await me(rotated.body.key)]).to.deep.equal([401, 200]);
    const again = await account.session("POST", `/api-keys/${old.id}/rotate`, undefined, headers);
    expect([again.status, again.body["code"]]).to.deep.equal([409, "secret_already_returned"]);
    expect(await me(rotated.body.key), "a repetition rotates nothing").to.equal(200);
  });

  it("refuses revoked keys, those of others, and keys that may do more than the caller's", async () => {
    const revoked = await newKey(account.session);
    await account.session("DELETE", `/api-keys/${revoked.id}`);
    expect((await account.session("POST", `/api-keys/${revoked.id}/rotate`)).status).to.equal(409);
    const wide = await newKey(account.session);
    const stranger = await newAccount(gateway.url);
    expect((await stranger.session("POST", `/api-keys/${wide.id}/rotate`)).status).to.equal(404);
    const { key } = await newKey(account.session, { scopes: ["api-keys:write"] });
    const narrow = clientOf(gateway.url, { "x-api-key": key });
    expect((await narrow("POST", `/api-keys/${wide.id}/rotate`)).status).to.equal(403);
  });

  it("answers expired, revoked, replaced and unknown keys alike", async () => {
    const [expired, revoked, replaced] = [
      await newKey(account.session),
      await newKey(account.session),
      await newKey(account.session),
    ];
    await gateway.services.pool.query("UPDATE api_keys SET expires_at = now() WHERE id = $1", [expired.id]);
    await account.session("DELETE", `/api-keys/${revoked.id}`);
    await account.session("POST", `/api-keys/${replaced.id}/rotate`);
    const texts = await Promise.all(
      [expired.key, revoked.key, replaced.key, "brt_unknown"].map(async (key) => {
        const headers = { authorization: `Bearer ${key}`, "x-request-id": "same" };
        const { status, text } = await clientOf(gateway.url, headers)("GET", "/auth/me");
        return `${status} ${text}`;
      }),
    );
    expect(new Set(texts).size).to.equal(1);
    expect(texts[0]).to.match(/^401 /);
  });
});
