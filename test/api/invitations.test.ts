import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { clientOf, newAccount, PASSWORD, type Account, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Organization = { id: string; slug: string };
type Invitation = { id: string; accept_url: string; status: string; role: string };

describe("invitations", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let owner: Account;
  let anonymous: Client;
  let organization: Organization;

  before(async () => {
    gateway = await startTestGateway();
    anonymous = clientOf(gateway.url);
    owner = await newAccount(gateway.url);
    organization = (await owner.session<Organization>("POST", "/organizations", { name: "Harbour" })).body;
  });
  after(() => gateway.stop());

  const path = (): string => `/organizations/${organization.slug}/invitations`;
  const freshEmail = (): string => `invited-${randomBytes(6).toString("hex")}@example.org`;
  const invite = async (email: string, members = {}, by = owner): Promise<Invitation & { token: string }> => {
    const made = await by.session<Invitation>("POST", path(), { email, ...members });
    expect(made.status, made.text).to.equal(201);
    return { ...made.body, token: made.body.accept_url.split("/").at(-1) ?? "" };
  };
  const code = ({ status, body }: Answer): unknown[] => [status, body["code"]];
  const roleOf = async (account: Account): Promise<unknown> =>
    (await account.session("GET", `/organizations/${organization.slug}`)).body["current_user_role"];

  it("brings the person in with the role, once, of twenty tries", async () => {
    const guest = await newAccount(gateway.url);
    const { token } = await invite(guest.email.toUpperCase(), { role: "admin", name: "Grace" });
    const preview = await anonymous("GET", `/invitations/${token}`);
    expect(preview.body).to.include({
      invited_email: guest.email,
      invited_email_masked: `${guest.email.slice(0, 1)}***@example.org`,
      status: "pending",
      organization_name: "Harbour",
      invitee_name: "Grace",
      inviter_name: "Test User",
    });
    const known = { "if-none-match": preview.headers.get("etag") ?? "" };
    expect((await anonymous("GET", `/invitations/${token}`, undefined, known)).status).to.equal(304);
    const tries = Array.from({ length: 20 }, () => guest.session("POST", `/invitations/${token}/accept`));
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).to.deep.equal([]);
    expect(await roleOf(guest)).to.equal("admin");
    expect((await anonymous("GET", `/invitations/${token}`, undefined, known)).body["status"]).to.equal("accepted");
    expect(code(await owner.session("POST", path(), { email: guest.email }))).to.deep.equal([409, "conflict"]);
  });

  it("answers the same to a repetition with the same key", async () => {
    const guest = await newAccount(gateway.url);
    const { token } = await invite(guest.email);
    const headers = { "idempotency-key": `accept-${token}` };
    const [first, second] = [
      await guest.session("POST", `/invitations/${token}/accept`, undefined, headers),
      await guest.session("POST", `/invitations/${token}/accept`, undefined, headers),
    ];
    expect([first.status, second.status, second.body]).to.deep.equal([200, 200, first.body]);
  });

  it("is for the invited address only, and for sessions", async () => {
    const guest = await newAccount(gateway.url);
    const { token } = await invite(guest.email);
    const other = await newAccount(gateway.url);
    expect(code(await other.session("POST", `/invitations/${token}/accept`))).to.deep.equal([403, "forbidden"]);
    expect(code(await other.session("POST", `/invitations/${token}/decline`))).to.deep.equal([403, "forbidden"]);
    expect((await guest.call("POST", `/invitations/${token}/accept`)).status, "by key").to.equal(403);
    expect((await guest.session("POST", `/invitations/${token}/decline`)).status).to.equal(200);
    expect(code(await guest.session("POST", `/invitations/${token}/accept`))).to.deep.equal([409, "conflict"]);
    expect(await roleOf(guest)).to.equal(undefined);
  });

  it("makes unknown and revoked the same 404, to the letter, and shows expired ones as such", async () => {
    const { id, token } = await invite(freshEmail());
    expect((await owner.session("DELETE", `${path()}/${id}`)).status).to.equal(200);
    const same = { "x-request-id": "same" };
    const revoked = await anonymous("GET", `/invitations/${token}`, undefined, same);
    const unknown = await anonymous("GET", "/invitations/unknown", undefined, same);
    expect([revoked.status, revoked.text]).to.deep.equal([404, unknown.text]);
    const guest = await newAccount(gateway.url);
    const old = await invite(guest.email);
    await gateway.services.pool.query("UPDATE invitations SET expires_at = now() WHERE id = $1", [old.id]);
    expect((await anonymous("GET", `/invitations/${old.token}`)).body["status"]).to.equal("expired");
    expect(code(await guest.session("POST", `/invitations/${old.token}/accept`))).to.deep.equal([409, "conflict"]);
    await invite(guest.email);
  });

  it("takes one pending invitation for an address, also of twenty at once", async () => {
    const email = freshEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => owner.session("POST", path(), { email })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  it("lets admins invite, but only owners invite owners, and nobody into a personal organization", async () => {
    const admin = await newAccount(gateway.url);
    const { token } = await invite(admin.email, { role: "admin" });
    await admin.session("POST", `/invitations/${token}/accept`);
    const asOwner = { email: freshEmail(), role: "owner" };
    expect(code(await admin.session("POST", path(), asOwner))).to.deep.equal([403, "forbidden"]);
    expect((await owner.session("POST", path(), asOwner)).status).to.equal(201);
    const personal = await owner.session("POST", `/organizations/${owner.slug}/invitations`, { email: freshEmail() });
    expect(code(personal)).to.deep.equal([409, "conflict"]);
  });

  const joined = async (role: string): Promise<Account> => {
    const account = await newAccount(gateway.url);
    await gateway.services.pool.query("INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, $3)", [
      organization.id,
      account.userId,
      role,
    ]);
    return account;
  };
  const statusesOf = async (ids: readonly string[]): Promise<unknown[]> => {
    const { body } = await owner.session<{ invitations: Invitation[] }>("GET", `${path()}?limit=200`);
    return ids.map((id) => body.invitations.find((one) => one.id === id)?.status);
  };

  it("ends with the role that gave it: nobody comes back by what they have sent", async () => {
    const member = (account: Account): string => `/organizations/${organization.slug}/members/${account.userId}`;
    const [lowered, removed, leaving, stepping] = [
      await joined("admin"),
      await joined("admin"),
      await joined("admin"),
      await joined("owner"),
    ];
    const own = await newAccount(gateway.url);
    const back = await invite(own.email, { role: "admin" }, lowered);
    const others = [await invite(freshEmail(), {}, removed), await invite(freshEmail(), { role: "viewer" }, leaving)];
    const [asOwner, asAdmin] = [
      await invite(freshEmail(), { role: "owner" }, stepping),
      await invite(freshEmail(), { role: "admin" }, stepping),
    ];
    const kept = await invite(freshEmail(), { role: "admin" });
    expect((await owner.session("PATCH", member(lowered), { role: "member" })).status).to.equal(200);
    expect((await owner.session("DELETE", member(removed))).status).to.equal(200);
    expect((await leaving.session("DELETE", member(leaving))).status).to.equal(200);
    expect((await owner.session("PATCH", member(stepping), { role: "admin" })).status).to.equal(200);
    const ended = [back, ...others, asOwner].map(({ id }) => id);
    expect(await statusesOf(ended)).to.deep.equal(ended.map(() => "revoked"));
    expect(await statusesOf([asAdmin.id, kept.id])).to.deep.equal(["pending", "pending"]);
    expect(code(await own.session("POST", `/invitations/${back.token}/accept`))).to.deep.equal([404, "not_found"]);
    expect(await roleOf(own)).to.equal(undefined);
  });

  it("is not made by who loses the role meanwhile", async () => {
    const { pool } = gateway.services;
    const admin = await joined("admin");
    const db = await pool.connect();
    try {
      await db.query("BEGIN");
      await db.query("SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE", [organization.id]);
      const answer = admin.session("POST", path(), { email: freshEmail() });
      const { rows } = await db.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      await eventually(async () => {
        const waiting = await pool.query("SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))", [
          rows[0]?.pid,
        ]);
        expect(waiting.rowCount).to.equal(1);
      });
      await db.query("UPDATE memberships SET role = 'member' WHERE user_id = $1 AND organization_id = $2", [
        admin.userId,
        organization.id,
      ]);
      await db.query("COMMIT");
      expect(code(await answer)).to.deep.equal([403, "forbidden"]);
    } finally {
      db.release();
    }
  });

  it("stores no token and tells it once", async () => {
    const headers = { "idempotency-key": `invite-${Date.now()}` };
    const body = { email: freshEmail() };
    const made = await owner.session<Invitation>("POST", path(), body, headers);
    const token = made.body.accept_url.split("/").at(-1) ?? "none";
    expect(code(await owner.session("POST", path(), body, headers))).to.deep.equal([409, "secret_already_returned"]);
    const { rows } = await gateway.services.pool.query<{ dump: string }>(
      `SELECT (SELECT string_agg(i::text, ' ') FROM invitations i) || (SELECT string_agg(a::text, ' ') FROM audit_entries a)
        || (SELECT string_agg(k::text, ' ') FROM idempotency_keys k) AS dump`,
    );
    expect(rows[0]?.dump).to.not.contain(token);
    type Page = { invitations: { id: string }[]; next_cursor: string | null; total: number };
    const page = await owner.session<Page>("GET", `${path()}?limit=1&count=true`);
    expect(page.body.invitations[0]?.id).to.equal(made.body.id);
    expect(page.body.total).to.be.greaterThan(1);
    expect(page.text).to.not.contain("accept_url");
  });

  it("lets who is invited register, also where registration takes invited people only", async () => {
    const closed = await startTestGateway({
      env: { BERTH_REGISTRATION: "invite", BERTH_POSTGRES_URL: gateway.services.config.postgresUrl.reveal() },
    });
    try {
      const email = freshEmail();
      const { token } = await invite(email, { role: "viewer" });
      const register = (address: string, invitation?: string): Promise<Answer> =>
        clientOf(closed.url)("POST", "/auth/register", {
          email: address,
          password: PASSWORD,
          name: "Invited",
          ...(invitation && { invitation_token: invitation }),
        });
      expect(code(await register(email))).to.deep.equal([403, "registration_closed"]);
      expect((await register(freshEmail(), token)).status, "another address").to.equal(404);
      expect((await register(email, "unknown")).status).to.equal(404);
      const made = await register(email, token);
      expect(made.status, made.text).to.equal(201);
      const session = clientOf(closed.url, { cookie: made.headers.getSetCookie()[0]?.split(";")[0] ?? "" });
      const read = await session("GET", `/organizations/${organization.slug}`);
      expect(read.body["current_user_role"]).to.equal("viewer");
      expect((await register(freshEmail(), token)).status, "used").to.equal(404);
    } finally {
      await closed.stop();
    }
  });

  it("says that it was revoked to who registers by it at that moment; the account is there", async () => {
    const email = freshEmail();
    const { id, token } = await invite(email);
    const overtaken = await startTestGateway({
      env: { BERTH_POSTGRES_URL: gateway.services.config.postgresUrl.reveal() },
      replace: ({ identity }) => ({
        identity: {
          ...identity,
          createAccount: async (account) => {
            const isMade = await identity.createAccount(account);
            await owner.session("DELETE", `${path()}/${id}`);
            return isMade;
          },
        },
      }),
    });
    try {
      const account = { email, password: PASSWORD };
      const body = { ...account, name: "Invited", invitation_token: token };
      expect(code(await clientOf(overtaken.url)("POST", "/auth/register", body))).to.deep.equal([409, "conflict"]);
      expect((await anonymous("POST", "/auth/login", account)).status).to.equal(200);
    } finally {
      await overtaken.stop();
    }
  });
});
