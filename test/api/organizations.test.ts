import { expect } from "chai";
import { newAccount, newCluster, newKey, clientOf, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Organization = { id: string; slug: string; name: string; avatar_url: string | null };
type Member = { user_id: string; role: string; email: string };

describe("organizations and their members", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let owner: Account;

  before(async () => {
    gateway = await startTestGateway();
    owner = await newAccount(gateway.url);
  });
  after(() => gateway.stop());

  const create = async (): Promise<Organization> => {
    const made = await owner.session<Organization>("POST", "/organizations", { name: "Harbour Works" });
    expect(made.status, made.text).to.equal(201);
    return made.body;
  };
  const join = async (organization: Organization, role: string): Promise<Account> => {
    const account = await newAccount(gateway.url);
    await gateway.services.pool.query("INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, $3)", [
      organization.id,
      account.userId,
      role,
    ]);
    return account;
  };
  const code = ({ status, body }: Answer): unknown[] => [status, body["code"]];

  it("creates one with the caller as owner, under a slug of its own", async () => {
    const [first, second] = [await create(), await create()];
    expect(first.slug).to.match(/^harbour-works-[a-z0-9]{10}$/);
    expect(first.slug).to.not.equal(second.slug);
    const read = await owner.session("GET", `/organizations/${first.slug}`);
    expect(read.body).to.include({ id: first.id, current_user_role: "owner", is_personal: false });
    const listed = await owner.session<{ organizations: Organization[] }>("GET", "/organizations");
    expect(listed.body.organizations.map(({ id }) => id)).to.include.members([first.id, second.id]);
  });

  it("creates one for twenty requests with the same key", async () => {
    const headers = { "idempotency-key": `org-${Date.now()}` };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => owner.session("POST", "/organizations", { name: "Once" }, headers)),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body["id"])).size).to.equal(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).to.deep.equal([]);
    const stored = await gateway.services.pool.query("SELECT 1 FROM organizations WHERE name = 'Once'");
    expect(stored.rowCount).to.equal(1);
  });

  it("refuses keys that are limited to another organization, and names that are too long", async () => {
    const organization = await create();
    const { key } = await newKey(owner.session, { organization_id: organization.id });
    const limited = clientOf(gateway.url, { "x-api-key": key });
    expect(code(await limited("POST", "/organizations", { name: "More" }))).to.deep.equal([403, "forbidden"]);
    expect((await owner.session("POST", "/organizations", { name: "n".repeat(200) })).status).to.equal(201);
    expect((await owner.session("POST", "/organizations", { name: "n".repeat(201) })).status).to.equal(422);
    expect((await owner.session("POST", "/organizations", { name: "" })).status).to.equal(422);
  });

  it("changes name and picture by admins, for the version that was read", async () => {
    const organization = await create();
    const path = `/organizations/${organization.slug}`;
    const etag = (await owner.session("GET", path)).headers.get("etag") ?? "";
    const changed = await owner.session("PATCH", path, { name: "Quay" }, { "if-match": etag });
    expect([changed.status, changed.body["name"], changed.body["slug"]]).to.deep.equal([
      200,
      "Quay",
      organization.slug,
    ]);
    expect((await owner.session("PATCH", path, { name: "Late" }, { "if-match": etag })).status).to.equal(412);
    const avatar = await owner.session("PATCH", path, { avatar_url: "https://pictures.example/a.png", name: null });
    expect(avatar.body).to.include({ name: "Quay", avatar_url: "https://pictures.example/a.png" });
    expect((await owner.session("PATCH", path, { avatar_url: null })).body["avatar_url"]).to.equal(null);
    const kept = await owner.session("PATCH", path, { exec_enabled: null, alerts_enabled: null });
    expect(kept.body, "null is as if left out").to.include({ exec_enabled: true, alerts_enabled: true });
    expect((await owner.session("PATCH", path, {})).status).to.equal(422);
    expect((await owner.session("PATCH", path, { avatar_url: "http://a.example" })).status).to.equal(422);
    const member = await join(organization, "member");
    expect(code(await member.session("PATCH", path, { name: "Mine" }))).to.deep.equal([403, "forbidden"]);
  });

  it("does not exist for others, to the letter", async () => {
    const organization = await create();
    const outsider = await newAccount(gateway.url);
    const same = { "x-request-id": "same" };
    for (const [method, rest, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { name: "x" }],
      ["DELETE", "", undefined],
      ["GET", "/members", undefined],
      ["GET", "/audit", undefined],
      ["PATCH", `/members/${owner.userId}`, { role: "viewer" }],
      ["DELETE", `/members/${owner.userId}`, undefined],
    ] as const) {
      const foreign = await outsider.session(method, `/organizations/${organization.slug}${rest}`, body, same);
      const absent = await outsider.session(method, `/organizations/no-such${rest}`, body, same);
      expect([foreign.status, foreign.text], `${method} ${rest}`).to.deep.equal([404, absent.text]);
    }
  });

  it("deletes an empty one only, by its owner, and names what is in the way", async () => {
    const organization = await create();
    const path = `/organizations/${organization.slug}`;
    const admin = await join(organization, "admin");
    expect(code(await admin.session("DELETE", path))).to.deep.equal([403, "forbidden"]);
    const clusterId = await newCluster(owner.session, { organization_id: organization.id });
    const refused = await owner.session<{ code: string; conflicts: { kind: string }[] }>("DELETE", path);
    expect([refused.status, refused.body.code, refused.body.conflicts[0]?.kind]).to.deep.equal([
      409,
      "organization_in_use",
      "Cluster",
    ]);
    expect((await owner.session("DELETE", `/clusters/${clusterId}`)).status).to.equal(200);
    expect((await owner.session("DELETE", path)).status, "still being deleted").to.equal(409);
    await gateway.finish("Cluster", clusterId);
    const { key } = await newKey(owner.session, { organization_id: organization.id });
    expect((await owner.session("DELETE", path)).status).to.equal(200);
    expect((await owner.session("GET", path)).status).to.equal(404);
    expect((await clientOf(gateway.url, { "x-api-key": key })("GET", "/auth/me")).status).to.equal(401);
    const personal = await owner.session("DELETE", `/organizations/${owner.slug}`);
    expect(code(personal)).to.deep.equal([409, "conflict"]);
  });

  it("lists members in pages, for every member", async () => {
    const organization = await create();
    const viewer = await join(organization, "viewer");
    await join(organization, "member");
    type Page = { members: Member[]; next_cursor: string | null; total: number };
    const path = `/organizations/${organization.slug}/members`;
    const first = await viewer.session<Page>("GET", `${path}?limit=2&count=true`);
    expect([first.body.members.length, first.body.total]).to.deep.equal([2, 3]);
    const rest = await viewer.session<Page>("GET", `${path}?limit=2&cursor=${first.body.next_cursor ?? ""}`);
    expect([rest.body.members.length, rest.body.next_cursor]).to.deep.equal([1, null]);
    const all = [...first.body.members, ...rest.body.members];
    expect(all.find(({ user_id }) => user_id === owner.userId)?.role).to.equal("owner");
    expect(new Set(all.map(({ user_id }) => user_id)).size).to.equal(3);
  });

  it("changes roles: admins below owner, owners all, and the last owner keeps the role", async () => {
    const organization = await create();
    const [admin, member] = [await join(organization, "admin"), await join(organization, "member")];
    const path = (account: Account): string => `/organizations/${organization.slug}/members/${account.userId}`;
    const set = (by: Account, whom: Account, role: string): Promise<Answer> =>
      by.session("PATCH", path(whom), { role });
    expect((await set(admin, member, "viewer")).body["role"]).to.equal("viewer");
    expect(code(await set(member, member, "admin"))).to.deep.equal([403, "forbidden"]);
    expect(code(await set(admin, member, "owner"))).to.deep.equal([403, "forbidden"]);
    expect(code(await set(admin, owner, "viewer"))).to.deep.equal([403, "forbidden"]);
    expect(code(await set(owner, owner, "admin"))).to.deep.equal([409, "last_owner"]);
    expect((await set(owner, admin, "owner")).status).to.equal(200);
    expect((await set(owner, owner, "admin")).status).to.equal(200);
    expect((await set(owner, member, "emperor")).status).to.equal(422);
    expect((await set(admin, await newAccount(gateway.url), "viewer")).status, "no member").to.equal(404);
  });

  it("reads a member, and changes or removes one for the role that was read", async () => {
    const organization = await create();
    const [viewer, guest] = [await join(organization, "viewer"), await join(organization, "member")];
    const path = `/organizations/${organization.slug}/members/${guest.userId}`;
    const read = await viewer.session("GET", path);
    expect([read.status, read.body["role"], read.body["email"]]).to.deep.equal([200, "member", guest.email]);
    const seen = { "if-match": read.headers.get("etag") ?? "" };
    expect((await viewer.session("GET", path, undefined, { "if-none-match": seen["if-match"] })).status).to.equal(304);
    const changed = await owner.session("PATCH", path, { role: "admin" }, seen);
    expect([changed.status, changed.body["role"]]).to.deep.equal([200, "admin"]);
    expect(code(await owner.session("PATCH", path, { role: "viewer" }, seen))).to.deep.equal([
      412,
      "precondition_failed",
    ]);
    expect(code(await owner.session("DELETE", path, undefined, seen))).to.deep.equal([412, "precondition_failed"]);
    const now = await viewer.session("GET", path);
    expect([now.body["role"], now.headers.get("etag")]).to.deep.equal(["admin", changed.headers.get("etag")]);
    // Who may not change it is not told which version there is.
    expect(code(await viewer.session("PATCH", path, { role: "viewer" }, seen))).to.deep.equal([403, "forbidden"]);
    const stranger = await newAccount(gateway.url);
    expect(code(await stranger.session("GET", path))).to.deep.equal([404, "not_found"]);
    const nobody = path.replace(guest.userId, stranger.userId);
    expect(code(await owner.session("GET", nobody))).to.deep.equal([404, "not_found"]);
    const tag = { "if-match": changed.headers.get("etag") ?? "" };
    expect((await owner.session("DELETE", path, undefined, tag)).status).to.equal(200);
    expect(code(await owner.session("GET", path))).to.deep.equal([404, "not_found"]);
  });

  it("lets members leave, with their keys, but never both of two owners at once", async () => {
    const organization = await create();
    const second = await join(organization, "owner");
    const member = await join(organization, "member");
    const path = (account: Account): string => `/organizations/${organization.slug}/members/${account.userId}`;
    const { key } = await newKey(member.session, { organization_id: organization.id });
    expect(code(await member.session("DELETE", path(second)))).to.deep.equal([403, "forbidden"]);
    expect((await member.session("DELETE", path(member))).status).to.equal(200);
    expect((await clientOf(gateway.url, { "x-api-key": key })("GET", "/auth/me")).status).to.equal(401);
    expect((await member.session("GET", `/organizations/${organization.slug}`)).status).to.equal(404);
    const both = await Promise.all([owner, second].map((account) => account.session("DELETE", path(account))));
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
  });
});
