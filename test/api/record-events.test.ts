import { expect } from "chai";
import { sweep } from "../../api/sweeps.ts";
import { openEvents, type EventClient } from "../support/event-client.ts";
import { eventually } from "../support/eventually.ts";
import { createDatabase } from "../support/postgres.ts";
import { newAccount, newKey, newPerson, type Account, type Person } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

/** What lives in Postgres alone is told as resources are: to whoever may list it, on every gateway, once it is written. */
describe("GET /events of people and keys", function () {
  this.timeout(300_000);
  let first: TestGateway;
  let second: TestGateway;
  let owner: Account;
  let stranger: Account;
  let team: Readonly<{ id: string; slug: string }>;
  const opened: EventClient[] = [];

  before(async () => {
    const env = { BERTH_POSTGRES_URL: await createDatabase() };
    first = await startTestGateway({ env });
    second = await startTestGateway({ env });
    owner = await newAccount(first.url);
    stranger = await newAccount(first.url);
    team = (await owner.session<typeof team>("POST", "/organizations", { name: "Team" })).body;
  });
  afterEach(() => {
    for (const client of opened.splice(0)) client.close();
  });
  after(async () => {
    await first.stop();
    await second.stop();
  });

  const follow = async (of: Readonly<{ cookie: string }>, query = "", at = second): Promise<EventClient> => {
    const client = await openEvents(`${at.url}/api/v1/events${query}`, { cookie: of.cookie });
    opened.push(client);
    await eventually(() => expect(client.lastId()).to.not.equal(""));
    return client;
  };
  const kinds = (client: EventClient): unknown[] =>
    client.events.map(({ data }) => [data["kind"], data["type"], data["id"]]);
  const join = async (role: string): Promise<Person> => {
    const guest = await newPerson(first.url);
    const path = `/organizations/${team.slug}/invitations`;
    const { body } = await owner.session<{ accept_url: string }>("POST", path, { email: guest.email, role });
    await guest.session("POST", `/invitations/${body.accept_url.split("/").at(-1) ?? ""}/accept`);
    return guest;
  };
  /** Ends a silence: this reaches whoever may hear of anything of the organization. */
  const mark = (organizationId: string): Promise<unknown> =>
    first.services.pool.query(
      `WITH told AS (INSERT INTO changes (kind, resource_id, organization_id, type)
          VALUES ('Cluster', gen_random_uuid(), $1, 'updated') RETURNING seq)
        SELECT pg_notify('berth_changes', seq::text) FROM told`,
      [organizationId],
    );

  it("tells members of members, admins of invitations and webhooks, strangers of nothing, and names nobody", async () => {
    const viewer = await join("viewer");
    const clients = { owner: await follow(owner), viewer: await follow(viewer), stranger: await follow(stranger) };
    const guest = await join("member");
    const path = `/organizations/${team.slug}`;
    const made = await owner.session<{ id: string }>("POST", `${path}/webhooks`, { url: "https://example.org/hook" });
    await owner.session("PATCH", `${path}/webhooks/${made.body.id}`, { enabled: false });
    await owner.session("DELETE", `${path}/webhooks/${made.body.id}`);
    await owner.session("PATCH", `${path}/members/${guest.userId}`, { role: "admin" });
    await owner.session("DELETE", `${path}/members/${guest.userId}`);
    await mark(team.id);
    await mark(stranger.organizationId);
    const ended = (client: EventClient): void => {
      expect(client.events.at(-1)?.data["kind"]).to.equal("Cluster");
    };
    for (const client of Object.values(clients)) await eventually(() => ended(client));
    const invitation = clients.owner.events[0]?.data["id"];
    const members = [
      ["Member", "created", guest.userId],
      ["Member", "updated", guest.userId],
      ["Member", "deleted", guest.userId],
    ];
    expect(kinds(clients.owner).slice(0, -1)).to.deep.equal([
      ["Invitation", "created", invitation],
      ["Invitation", "updated", invitation],
      members[0],
      ["Webhook", "created", made.body.id],
      ["Webhook", "updated", made.body.id],
      ["Webhook", "deleted", made.body.id],
      ...members.slice(1),
    ]);
    expect(kinds(clients.viewer).slice(0, -1)).to.deep.equal(members);
    expect(kinds(clients.stranger)).to.have.length(1);
    expect(JSON.stringify(clients.owner.events)).to.not.contain(guest.email).and.not.contain("example.org");
    expect(clients.owner.events.every(({ data }) => data["resource"] === null)).to.equal(true);
  });

  it("tells a person of their own keys, whatever organization they look at, and nobody else", async () => {
    const colleague = await join("owner");
    const own = await follow(owner, `?organization_id=${team.id}`);
    const other = await follow(colleague, `?organization_id=${team.id}`);
    const { id } = await newKey(owner.session, { organization_id: team.id });
    await owner.session("PATCH", `/api-keys/${id}`, { name: "renamed" });
    await owner.session("DELETE", `/api-keys/${id}`);
    await mark(team.id);
    const ofKey = ["created", "updated", "updated"].map((type) => ["ApiKey", type, id]);
    await eventually(() => expect(kinds(own).slice(0, 3)).to.deep.equal(ofKey));
    await eventually(() => expect(other.events).to.have.length(1));
    expect(other.events[0]?.data["kind"]).to.equal("Cluster");
    const limited = await newKey(owner.session, { scopes: ["clusters:read"] });
    const refused = await openEvents(`${first.url}/api/v1/events?kind=ApiKey`, {
      authorization: `Bearer ${limited.key}`,
    });
    expect(refused.status).to.equal(403);
  });

  it("tells nothing of a key that another one was quicker with, or that has ended already", async () => {
    const { apiKeys } = first.services;
    const { id } = await newKey(owner.session);
    const client = await follow(owner, "?kind=ApiKey");
    const { version = 0 } = (await apiKeys.find(owner.userId, id)) ?? {};
    expect(await apiKeys.update(owner.userId, id, version, { name: "quicker" })).to.include({ name: "quicker" });
    expect(await apiKeys.update(owner.userId, id, version, { name: "late" })).to.equal(undefined);
    expect(await apiKeys.revoke(stranger.userId, id)).to.equal(null);
    await apiKeys.revoke(owner.userId, id);
    expect(await apiKeys.revoke(owner.userId, id)).to.include({ name: "quicker" });
    const secret = { keyHash: Buffer.alloc(32), keyPrefix: "berth_late" };
    expect(await apiKeys.rotate(owner.userId, id, secret)).to.equal(undefined);
    const next = await newKey(owner.session);
    await eventually(() => expect(client.events.at(-1)?.data["id"]).to.equal(next.id));
    expect(kinds(client)).to.deep.equal([
      ["ApiKey", "updated", id],
      ["ApiKey", "updated", id],
      ["ApiKey", "created", next.id],
    ]);
  });

  it("tells of secrets who may list them, by an id alone, and once more where a write's end is not known", async () => {
    const clients = {
      member: await follow(await join("member"), "?kind=Secret"),
      viewer: await follow(await join("viewer"), "?kind=Secret"),
      stranger: await follow(stranger, "?kind=Secret"),
    };
    const secret = { name: `S_${team.slug.replaceAll("-", "_")}`, value: "a value", organization_id: team.id };
    const place = `/secrets/${secret.name}?organization_id=${team.id}`;
    const statuses = [
      await owner.session("POST", "/secrets", secret),
      await owner.session("POST", "/secrets", secret),
      await owner.session("PUT", place, { value: "another" }),
      await owner.session("DELETE", place),
      await owner.session("DELETE", place),
    ].map(({ status }) => status);
    expect(statuses).to.deep.equal([201, 409, 200, 200, 404]);
    const told = (): unknown[] => clients.member.events.map(({ data }) => data["type"]);
    await eventually(() => expect(told()).to.deep.equal(["created", "updated", "deleted"]));
    // As if the gateway had ended between the store's answer and its own record.
    const { rowCount } = await first.services.pool.query(
      `UPDATE audit_entries SET outcome = 'attempted', closed_at = NULL, created_at = now() - interval '11 minutes'
        WHERE target_id = $1 AND action = 'deleteSecret' AND outcome = 'succeeded'`,
      [clients.member.events[0]?.data["id"]],
    );
    expect(rowCount).to.equal(1);
    await sweep(first.services);
    await eventually(() => expect(told()).to.deep.equal(["created", "updated", "deleted", "updated"]));
    await sweep(first.services);
    await owner.session("POST", "/secrets", secret);
    await eventually(() => expect(told().slice(4)).to.deep.equal(["created"]));
    expect(new Set(clients.member.events.map(({ data }) => data["id"])).size).to.equal(1);
    expect(JSON.stringify(clients.member.events)).to.not.contain(secret.name);
    expect([clients.viewer.events, clients.stranger.events]).to.deep.equal([[], []]);
    const limited = await newKey(owner.session, { scopes: ["registry:read"] });
    const refused = await openEvents(`${first.url}/api/v1/events?kind=Secret`, {
      authorization: `Bearer ${limited.key}`,
    });
    expect(refused.status).to.equal(403);
  });

  it("tells nothing of what was refused, and delivers none of it to webhooks", async () => {
    const client = await follow(owner, `?organization_id=${team.id}`);
    const path = `/organizations/${team.slug}`;
    expect((await owner.session("DELETE", `${path}/members/${stranger.userId}`)).status).to.equal(404);
    const hook = { url: "https://example.org/all" };
    const { body } = await owner.session<{ id: string }>("POST", `${path}/webhooks`, hook);
    await join("viewer");
    await mark(team.id);
    await eventually(() => expect(client.events.at(-1)?.data["kind"]).to.equal("Cluster"));
    expect(client.events.map(({ data }) => data["kind"])).to.deep.equal([
      "Webhook",
      "Invitation",
      "Invitation",
      "Member",
      "Cluster",
    ]);
    const queued = async (): Promise<unknown[]> =>
      (await first.services.pool.query<{ kind: string }>("SELECT kind FROM webhook_deliveries")).rows;
    await eventually(async () => expect(await queued()).to.deep.equal([{ kind: "Cluster" }]));
    await owner.session("DELETE", `${path}/webhooks/${body.id}`);
  });

  it("skips no change of a transaction that commits late: identity and mirror take turns", async () => {
    const { pool } = first.services;
    const client = await follow(owner, `?organization_id=${team.id}`);
    const held = await pool.connect();
    await held.query("BEGIN");
    await held.query("SELECT pg_advisory_xact_lock($1)", [0x62657274686e]);
    await held.query(
      "INSERT INTO changes (kind, resource_id, organization_id, type) VALUES ('Cluster', gen_random_uuid(), $1, 'updated')",
      [team.id],
    );
    const later = join("viewer");
    await eventually(async () => {
      const { rows } = await pool.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
      expect(rows).to.have.length(1);
    });
    await held.query("COMMIT");
    held.release();
    await later;
    await eventually(() =>
      expect(client.events.map(({ data }) => data["kind"])).to.deep.equal([
        "Cluster",
        "Invitation",
        "Invitation",
        "Member",
      ]),
    );
  });
});
