import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { expect } from "chai";
import { EventHub } from "../../api/events/event-hub.ts";
import { tellEvents } from "../../api/events/tell-events.ts";
import { sweepHistory } from "../../adapters/postgres/resources/resource-upkeep.ts";
import { openEvents, type EventClient } from "../support/event-client.ts";
import { eventually } from "../support/eventually.ts";
import { createFakeClock } from "../support/fake-clock.ts";
import { createDatabase } from "../support/postgres.ts";
import { clientOf, newAccount, newCluster, newDeployment, newKey, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

describe("GET /events", function () {
  this.timeout(300_000);
  let first: TestGateway;
  let second: TestGateway;
  let account: Account;
  let stranger: Account;
  const opened: EventClient[] = [];

  before(async () => {
    const env = { BERTH_POSTGRES_URL: await createDatabase() };
    first = await startTestGateway({ env });
    second = await startTestGateway({ env });
    account = await newAccount(first.url);
    stranger = await newAccount(first.url);
  });
  afterEach(() => {
    for (const client of opened.splice(0)) client.close();
  });
  after(async () => {
    await first.stop();
    await second.stop();
  });

  const follow = async (
    query = "",
    { at = first, key = account.key, from }: { at?: TestGateway; key?: string; from?: string } = {},
  ): Promise<EventClient> => {
    const cursor: Record<string, string> = from === undefined ? {} : { "last-event-id": from };
    const client = await openEvents(`${at.url}/api/v1/events${query}`, { authorization: `Bearer ${key}`, ...cursor });
    opened.push(client);
    if (client.status === 200) await eventually(() => expect(client.lastId()).to.not.equal(""));
    return client;
  };
  const ids = (client: EventClient): unknown[] => client.events.map(({ data }) => data["id"]);
  /** Records changes as the mirror does, in its transaction. */
  const record = (organizationId: string, count: number, kind = "Cluster"): Promise<unknown> =>
    first.services.pool.query(
      `WITH recorded AS (INSERT INTO changes (kind, resource_id, organization_id, type)
          SELECT $1, gen_random_uuid(), $2, 'updated' FROM generate_series(1, $3) RETURNING seq)
        SELECT pg_notify('berth_changes', max(seq)::text) FROM recorded`,
      [kind, organizationId, count],
    );

  it("tells what happens to a resource, with its body as a read shows it, on every gateway", async () => {
    const clients = [await follow(), await follow("", { at: second })];
    // Each shows the resource as it is when it is told.
    const told = async (count: number): Promise<void> => {
      for (const { events } of clients) await eventually(() => expect(events.length).to.be.at.least(count));
    };
    const id = await newCluster(account.call);
    await first.mirror("Cluster", id);
    await told(1);
    await first.settle("Cluster", id);
    await told(2);
    await account.call("DELETE", `/clusters/${id}`);
    await first.finish("Cluster", id);
    for (const client of clients) {
      await eventually(() => expect(client.events.at(-1)?.data["type"]).to.equal("deleted"));
      expect(client.headers["content-type"]).to.contain("text/event-stream");
      expect(client.events.map(({ event, data }) => [event, data["kind"], data["id"], data["type"]])).to.deep.equal([
        ["change", "Cluster", id, "created"],
        ["change", "Cluster", id, "updated"],
        ["change", "Cluster", id, "deleted"],
      ]);
      const [created, , deleted] = client.events;
      expect(created?.data).to.include({ organization_id: account.organizationId });
      expect(created?.data["resource"]).to.include({ id, provider: "local" });
      expect(deleted?.data["resource"]).to.equal(null);
    }
  });

  it("shows the body that GET shows, byte for byte but for the time of observation", async () => {
    const clusterId = await newCluster(account.call);
    await first.settle("Cluster", clusterId);
    const client = await follow("?kind=Deployment");
    const { id } = await newDeployment(account.call, clusterId);
    await first.mirror("Deployment", id);
    await eventually(() => expect(client.events).to.have.length(1));
    const read = await account.call("GET", `/deployments/${id}`);
    const without = (body: unknown): unknown => ({ ...(body as object), observed_at: null });
    expect(without(client.events[0]?.data["resource"])).to.deep.equal(without(read.body));
  });

  it("never tells another tenant's changes, live or from before", async () => {
    const live = await follow("", { key: stranger.key });
    const own = await follow();
    await record(account.organizationId, 3);
    await record(stranger.organizationId, 1);
    await eventually(() => expect(live.events).to.have.length(1));
    await eventually(() => expect(own.events).to.have.length(3));
    const earlier = await follow("?kind=Cluster", { key: stranger.key, from: "0" });
    await eventually(() => expect(earlier.events).to.have.length(1));
    expect(new Set(earlier.events.map(({ data }) => data["organization_id"]))).to.deep.equal(
      new Set([stranger.organizationId]),
    );
    expect(own.events.every(({ data }) => data["organization_id"] === account.organizationId)).to.equal(true);
  });

  it("says once that all that was before has been told, after all of it, also of what the caller did not choose", async () => {
    const early = await follow();
    await eventually(() => expect(early.current).to.deep.equal([0]));
    const from = early.lastId();
    await record(account.organizationId, 250);
    await record(account.organizationId, 120, "Deployment");
    await eventually(() => expect(early.events).to.have.length(370));
    const late = await follow("?kind=Deployment", { from, at: second });
    await eventually(() => expect(late.current).to.deep.equal([120]));
    expect(early.current).to.deep.equal([0]);
  });

  it("resumes on another gateway: nothing is missing and nothing comes twice", async () => {
    const whole = await follow();
    let part = await follow();
    const seen: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      await record(account.organizationId, 7);
      await eventually(() => expect(part.events.length).to.be.at.least(1));
      part.close();
      seen.push(...part.events.map(({ id }) => id));
      await record(account.organizationId, 150);
      part = await follow("", { at: turn % 2 === 0 ? second : first, from: seen.at(-1) ?? "" });
    }
    await eventually(() => expect(whole.events).to.have.length(6 * 157));
    await eventually(() => expect(seen.length + part.events.length).to.be.at.least(6 * 157));
    expect([...seen, ...part.events.map(({ id }) => id)]).to.deep.equal(whole.events.map(({ id }) => id));
  });

  it("skips no change of a transaction that commits late: the mirror's writers take turns", async () => {
    const { pool } = first.services;
    const client = await follow();
    const held = await pool.connect();
    await held.query("BEGIN");
    await held.query("SELECT pg_advisory_xact_lock($1)", [0x62657274686d]);
    await held.query(
      "INSERT INTO changes (kind, resource_id, organization_id, type) VALUES ('Cluster', $1, $2, 'updated')",
      [randomUUID(), account.organizationId],
    );
    const id = await newCluster(account.call);
    let isLaterDone = false;
    const later = first.mirror("Cluster", id).then(() => (isLaterDone = true));
    await eventually(async () => {
      const waiting = await pool.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
      expect(waiting.rowCount).to.be.at.least(1);
    });
    expect([isLaterDone, client.events.length]).to.deep.equal([false, 0]);
    await held.query("COMMIT");
    held.release();
    await later;
    await eventually(() => expect(client.events).to.have.length(2));
    expect(ids(client)[1]).to.equal(id);
  });

  it("says resync for a cursor that is too old, too far behind or of another time, and goes on from there", async () => {
    const { pool } = first.services;
    await record(account.organizationId, 2);
    await pool.query("UPDATE changes SET at = now() - interval '25 hours'");
    await sweepHistory(pool);
    await sweepHistory(pool);
    const fresh = await follow();
    const newest = fresh.lastId();
    for (const from of ["0", String(BigInt(newest) - 1n), String(BigInt(newest) + 1_000n)]) {
      const client = await follow("", { from });
      expect(client.events.map(({ event, id }) => [event, id])).to.deep.equal([["resync", newest]]);
    }
    const exact = await follow("", { from: newest });
    await record(account.organizationId, 1);
    await eventually(() => expect(exact.events.map(({ event }) => event)).to.deep.equal(["change"]));
    await pool.query(
      "INSERT INTO changes (kind, resource_id, organization_id, type) SELECT 'Cluster', gen_random_uuid(), $1, 'updated' FROM generate_series(1, 10001)",
      [account.organizationId],
    );
    const behind = await follow("", { from: newest });
    expect(behind.events.map(({ event }) => event)).to.deep.equal(["resync"]);
    await pool.query("DELETE FROM changes");
  });

  it("filters by kind, id and organization, and takes the cursor as a query too", async () => {
    const begin = (await follow()).lastId();
    await record(account.organizationId, 2, "Deployment");
    await record(account.organizationId, 3, "Cluster");
    const all = await follow(`?cursor=${begin}`);
    await eventually(() => expect(all.events).to.have.length(5));
    const one = await follow(`?cursor=${begin}&id=${String(ids(all)[3])}`);
    const kind = await follow(`?cursor=${begin}&kind=Deployment`);
    const organization = await follow(`?cursor=${begin}&organization_id=${account.organizationId}`);
    await eventually(() => expect(organization.events).to.have.length(5));
    await eventually(() => expect(kind.events).to.have.length(2));
    await eventually(() => expect(ids(one)).to.deep.equal([ids(all)[3]]));
    const foreign = await follow(`?organization_id=${stranger.organizationId}`);
    expect(foreign.status).to.equal(404);
    expect((await follow("?cursor=abc")).status).to.equal(422);
    expect((await follow("", { from: "-1" })).status).to.equal(422);
    expect((await follow("?kind=Node")).status).to.equal(422);
  });

  it("lets a key with scopes hear only of what it may read", async () => {
    const { key } = await newKey(account.session, { scopes: ["deployments:read"] });
    const client = await follow("", { key });
    await record(account.organizationId, 1, "Cluster");
    await record(account.organizationId, 1, "DatabaseInstance");
    await record(account.organizationId, 1, "Deployment");
    await eventually(() => expect(client.events.map(({ data }) => data["kind"])).to.deep.equal(["Deployment"]));
    expect((await follow("?kind=Cluster", { key })).status).to.equal(403);
    const other = await newKey(account.session, { scopes: ["providers:read"] });
    expect((await follow("", { key: other.key })).status).to.equal(403);
  });

  it("tells nothing more to a revoked key, ends its stream, and follows memberships", async () => {
    const { id, key } = await newKey(account.session);
    const client = await follow("?kind=Cluster", { key, at: second });
    await record(account.organizationId, 1);
    await eventually(() => expect(client.events).to.have.length(1));
    const onSecond = clientOf(second.url, { "x-api-key": key });
    expect((await onSecond("GET", "/clusters")).status).to.equal(200);
    await account.session("DELETE", `/api-keys/${id}`);
    expect((await onSecond("GET", "/clusters")).status, "on the other gateway").to.equal(401);
    // Nothing happens meanwhile, and the next heartbeat is 15 s away: the revocation itself ends the stream.
    await eventually(() => expect(client.ended()).to.equal(true));
    await record(account.organizationId, 1);
    expect(client.events).to.have.length(1);

    const { pool } = first.services;
    const guest = await follow("", { key: stranger.key });
    await pool.query("INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'viewer')", [
      account.organizationId,
      stranger.userId,
    ]);
    first.services.events.recheck();
    await record(account.organizationId, 1);
    await eventually(() => expect(guest.events).to.have.length(1));
    await pool.query("DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2", [
      account.organizationId,
      stranger.userId,
    ]);
    first.services.events.recheck();
    await record(account.organizationId, 1);
    await record(stranger.organizationId, 1);
    await eventually(() => expect(guest.events).to.have.length(2));
    expect(guest.events[1]?.data["organization_id"]).to.equal(stranger.organizationId);
  });

  it("tells of an organization that was made since it was opened", async () => {
    const client = await follow("", { at: second });
    const made = await account.session<{ id: string }>("POST", "/organizations", { name: "Made since" });
    expect(made.status).to.equal(201);
    // Nobody asks anew by themselves before the next heartbeat, which is 15 s away.
    await eventually(async () => {
      await record(made.body.id, 1);
      expect(client.events.map(({ data }) => data["organization_id"])).to.include(made.body.id);
    }, 10_000);
  });

  it("answers HEAD without a stream, and refuses a stream too many until one is closed", async () => {
    const head = await fetch(`${first.url}/events`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${account.key}` },
    });
    expect(head.status).to.equal(200);
    // Streams that were closed a moment ago may still count: this one has had none.
    const { key } = await newAccount(first.url);
    const many = await Promise.all(Array.from({ length: 20 }, () => follow("", { key })));
    expect(many.map(({ status }) => status)).to.deep.equal(Array<number>(20).fill(200));
    const refused = await follow("", { key });
    expect([refused.status, refused.headers["retry-after"]]).to.deep.equal([429, "15"]);
    many[0]?.close();
    await eventually(async () => expect((await follow("", { key })).status).to.equal(200));
  });
});

describe("A stream of events", function () {
  this.timeout(300_000);

  it("carries a heartbeat each 15 s, with the newest id", async () => {
    const clock = createFakeClock();
    const gateway = await startTestGateway({
      replace: ({ log }) => ({
        events: new EventHub({
          feed: { subscribe: () => () => undefined, subscribeRevocations: () => undefined, cursor: 0n },
          tell: ({ length: count }) => Promise.resolve({ events: [], count }),
          log,
          clock,
        }),
      }),
    });
    const { key } = await newAccount(gateway.url);
    const client = await openEvents(`${gateway.url}/events`, { authorization: `Bearer ${key}` });
    await eventually(() => expect(clock.pending()).to.equal(1));
    await clock.advance(14_999);
    expect(client.comments).to.deep.equal([]);
    await clock.advance(1);
    await eventually(() => expect(client.comments).to.deep.equal(["heartbeat"]));
    // The creation of the key.
    expect(client.lastId()).to.equal("1");
    await eventually(() => expect(clock.pending()).to.equal(1));
    await clock.advance(15_000);
    await eventually(() => expect(client.comments).to.deep.equal(["heartbeat", "heartbeat"]));
    await gateway.stop();
    await eventually(() => expect(client.ended()).to.equal(true));
  });

  it("cuts off a client that does not read, while others go on", async () => {
    const gateway = await startTestGateway({
      replace: ({ pool, log, changes }) => ({
        events: new EventHub({
          feed: changes as never,
          tell: (told) => tellEvents(pool, told),
          log,
          // One that reads is heard of within this even where all processors are busy.
          limits: { stallMs: 3_000, perUser: 2 },
        }),
      }),
    });
    const account = await newAccount(gateway.url);
    const { port } = new URL(gateway.url);
    const slow = connect(Number(port), "127.0.0.1");
    slow.on("error", () => undefined);
    slow.write(`GET /events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\n\r\n`);
    await once(slow, "data");
    slow.pause();
    const quick = await openEvents(`${gateway.url}/events`, { authorization: `Bearer ${account.key}` });
    await eventually(() => expect(quick.lastId()).to.not.equal(""));
    const rows = 60_000;
    const open = (): Promise<EventClient> =>
      openEvents(`${gateway.url}/events`, { authorization: `Bearer ${account.key}` });
    expect((await open()).status).to.equal(429);
    await gateway.services.pool.query(
      "INSERT INTO changes (kind, resource_id, organization_id, type) SELECT 'Cluster', gen_random_uuid(), $1, 'updated' FROM generate_series(1, $2)",
      [account.organizationId, rows],
    );
    await eventually(() => expect(quick.events).to.have.length(rows));
    await eventually(async () => expect((await open()).status).to.equal(200));
    quick.close();
    slow.destroy();
    await gateway.stop();
  });
});
