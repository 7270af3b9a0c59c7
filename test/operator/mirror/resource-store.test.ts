import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type pg from "pg";
import { createPool } from "../../../adapters/postgres/pool.ts";
import {
  EpochChangedError,
  projectRow,
  requestRebuild,
  ResourceStore,
} from "../../../adapters/postgres/resources/resource-store.ts";
import {
  readHeartbeatAges,
  recordHeartbeats,
  sweepHistory,
  sweepNames,
} from "../../../adapters/postgres/resources/resource-upkeep.ts";
import type { ResourceRow } from "../../../render/projection/resource-row.ts";
import { createDatabase } from "../../support/postgres.ts";
import { ORGANIZATION, uuidOf } from "./fake-cluster.ts";

const EPOCH = "uid-1/1";
const CLUSTER = uuidOf(1);

function row(overrides: Partial<ResourceRow> = {}): ResourceRow {
  const id = overrides.id ?? randomUUID();
  return {
    id,
    uid: id,
    kind: "Deployment",
    namespace: "org-acme",
    objectName: "shop",
    displayName: "shop",
    organizationId: ORGANIZATION,
    userId: uuidOf(9),
    clusterId: CLUSTER,
    status: "pending",
    provider: null,
    region: null,
    serverType: null,
    askedCpuMilli: 0,
    askedMemoryMb: 0,
    askedStorageGb: 0,
    askedNodes: 0,
    tier: null,
    engine: null,
    customDomain: null,
    domainActive: false,
    hidden: false,
    settled: false,
    generation: 1,
    resourceVersion: "10",
    detail: null,
    body: { name: "shop" },
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    requestId: null,
    revision: null,
    ...overrides,
  };
}

describe("ResourceStore", function () {
  this.timeout(300_000);
  let pool: pg.Pool;
  let store: ResourceStore;
  const mirror = (rows: ResourceRow[], deleted: ResourceRow[] = []): Promise<readonly string[]> =>
    store.mirror(EPOCH, { rows, deleted });
  const query = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await pool.query<T>(text, values)).rows;
  const stored = async (id: string): Promise<Record<string, unknown> | undefined> =>
    (
      await query<Record<string, unknown>>(
        "SELECT *, resource_version::text AS version, mirrored_version::text AS mirrored FROM resources WHERE id = $1",
        id,
      )
    )[0];
  const changes = async (id: string): Promise<string[]> =>
    (await query<{ type: string }>("SELECT type FROM changes WHERE resource_id = $1 ORDER BY seq", id)).map(
      (change) => change.type,
    );
  const names = async (): Promise<string[]> =>
    (await query<{ name: string }>("SELECT name FROM names ORDER BY name")).map(({ name }) => name);

  before(async () => {
    // Forty writers wait for ten connections, beside whatever else the machine does.
    pool = createPool(await createDatabase(), { max: 10, connectionTimeoutMs: 60_000 });
    store = new ResourceStore(pool);
    await store.adoptEpoch(EPOCH);
  });
  afterEach(async () => {
    await pool.query("TRUNCATE resources, changes, names, revisions, audit_entries");
  });
  after(() => pool.end());

  it("compares versions as numbers: 10 is newer than 9, and an older one changes nothing", async () => {
    const id = randomUUID();
    await mirror([row({ id, resourceVersion: "9" })]);
    await mirror([row({ id, resourceVersion: "10", status: "running" })]);
    await mirror([row({ id, resourceVersion: "9", status: "failed" })]);
    expect(await stored(id)).to.include({ status: "running", version: "10", mirrored: "10" });
    expect(await changes(id)).to.deep.equal(["created", "updated"]);
  });

  it("lets no insert or update over a tombstone of the same uid", async () => {
    const id = randomUUID();
    await mirror([row({ id, resourceVersion: "5" })]);
    await mirror([], [row({ id, resourceVersion: "6" })]);
    await mirror([row({ id, resourceVersion: "7" })]);
    expect(await projectRow(pool, row({ id, resourceVersion: "8" }))).to.equal(false);
    expect((await stored(id))?.["deleted_at"]).to.be.instanceOf(Date);
    expect(await changes(id)).to.deep.equal(["created", "deleted"]);
  });

  it("leaves a tombstone also for what never had a row, so that a slow gateway cannot bring it back", async () => {
    const id = randomUUID();
    await mirror([], [row({ id, resourceVersion: "6" })]);
    expect(await projectRow(pool, row({ id, resourceVersion: "5" }))).to.equal(false);
    expect((await stored(id))?.["deleted_at"]).to.be.instanceOf(Date);
  });

  it("gives an id to a newer object with another uid: it was rebuilt from Git", async () => {
    const id = randomUUID();
    await mirror([row({ id, resourceVersion: "5" })]);
    await mirror([row({ id, uid: "second", resourceVersion: "7" })], [row({ id, resourceVersion: "6" })]);
    expect(await stored(id)).to.include({ uid: "second", deleted_at: null });
  });

  it("records a change for each version that it sees, also one that the gateway had projected", async () => {
    const id = randomUUID();
    expect(await projectRow(pool, row({ id, resourceVersion: "5" }))).to.equal(true);
    expect(await changes(id)).to.deep.equal([]);
    await mirror([row({ id, resourceVersion: "5" })]);
    await mirror([row({ id, resourceVersion: "5" })]);
    await projectRow(pool, row({ id, resourceVersion: "7", status: "provisioning" }));
    await mirror([row({ id, resourceVersion: "6", status: "running" })]);
    expect(await stored(id)).to.include({ version: "7", mirrored: "6", status: "provisioning" });
    await mirror([row({ id, resourceVersion: "7", status: "provisioning" })]);
    expect(await changes(id)).to.deep.equal(["created", "updated", "updated"]);
  });

  it("replaces NUL and broken surrogates in free-form values, and nothing else", async () => {
    const id = randomUUID();
    await mirror([row({ id, body: { config: { "a\0b": ["\ud800", "\\u0000", "ok"] } } })]);
    expect((await stored(id))?.["body"]).to.deep.equal({ config: { "a\uFFFDb": ["\uFFFD", "\\u0000", "ok"] } });
  });

  it("enters names of kubectl objects, moves them with a rename and gives them back with the object", async () => {
    const id = randomUUID();
    await mirror([row({ id, displayName: "a", resourceVersion: "1" })]);
    expect(await names()).to.deep.equal(["a"]);
    await mirror([row({ id, displayName: "b", resourceVersion: "2" })]);
    expect(await names()).to.deep.equal(["b"]);
    await mirror([row({ id: randomUUID(), displayName: "b", resourceVersion: "3" })]);
    expect((await query<{ resource_id: string }>("SELECT resource_id FROM names"))[0]?.resource_id).to.equal(id);
    await mirror([], [row({ id, displayName: "b", resourceVersion: "4" })]);
    expect(await names()).to.deep.equal([]);
  });

  it("does not take back a name that is reserved for a rename under way", async () => {
    const id = randomUUID();
    await mirror([row({ id, displayName: "a", resourceVersion: "1" })]);
    await pool.query("INSERT INTO names (cluster_id, kind, name, resource_id) VALUES ($1, 'Deployment', 'b', $2)", [
      CLUSTER,
      id,
    ]);
    await mirror([row({ id, displayName: "a", resourceVersion: "2", status: "running" })]);
    expect(await names()).to.deep.equal(["a", "b"]);
  });

  it("buries what a full list lacks, but nothing newer than the list", async () => {
    const [gone, kept, newer] = [randomUUID(), randomUUID(), randomUUID()];
    await mirror([
      row({ id: gone, resourceVersion: "5" }),
      row({ id: kept, resourceVersion: "6", displayName: "kept" }),
    ]);
    await projectRow(pool, row({ id: newer, resourceVersion: "11", displayName: "newer" }));
    await store.buryAbsent(EPOCH, { kind: "Deployment", resourceVersion: "10", uids: [kept] });
    expect((await stored(gone))?.["deleted_at"]).to.be.instanceOf(Date);
    expect((await stored(kept))?.["deleted_at"]).to.equal(null);
    expect((await stored(newer))?.["deleted_at"]).to.equal(null);
    expect(await changes(gone)).to.deep.equal(["created", "deleted"]);
  });

  it("refuses the rows of another epoch, and writes everything anew after a change of it", async () => {
    const id = randomUUID();
    await mirror([row({ id, resourceVersion: "500" })]);
    expect(await store.adoptEpoch("uid-2/1")).to.deep.equal({ epoch: "uid-2/1", isNew: true });
    expect(await store.adoptEpoch("uid-2/1")).to.deep.equal({ epoch: "uid-2/1", isNew: false });
    const refusal = await mirror([row({ id, resourceVersion: "501" })]).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(EpochChangedError);
    await store.mirror("uid-2/1", { rows: [row({ id, resourceVersion: "3", status: "running" })], deleted: [] });
    expect(await stored(id)).to.include({ version: "3", status: "running" });
    await store.adoptEpoch(EPOCH);
  });

  it("has an epoch of its own for each restore of etcd, which whoever mirrors in the one before finds out", async () => {
    const id = randomUUID();
    await mirror([row({ id, resourceVersion: "500" })]);
    expect(await store.newestVersion()).to.equal("500");
    const { epoch, isNew } = await store.adoptEpoch(EPOCH, true);
    expect([isNew, epoch.startsWith(`${EPOCH}/`), await store.newestVersion()]).to.deep.equal([true, true, "0"]);
    expect(await store.adoptEpoch(EPOCH)).to.deep.equal({ epoch, isNew: false });
    const refusal = await mirror([row({ id, resourceVersion: "501" })]).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(EpochChangedError);
    await requestRebuild(pool);
    expect((await store.adoptEpoch(EPOCH)).epoch).to.not.be.oneOf([EPOCH, epoch]);
    await store.adoptEpoch("uid-2/1");
    await store.adoptEpoch(EPOCH);
  });

  it("keeps a revision per commit, with who made its generation, and at most 100", async () => {
    const id = randomUUID();
    const author = uuidOf(77);
    await pool.query(
      `INSERT INTO audit_entries (id, request_id, actor_user_id, principal, action, target_id, outcome)
        VALUES ($1, 'r-1', $2, 'user', 'x', $3, 'attempted')`,
      [randomUUID(), author, id],
    );
    const at = (version: number, commit: string, generation = version): ResourceRow =>
      row({
        id,
        resourceVersion: String(version),
        requestId: "r-1",
        revision: {
          commit,
          generation,
          requestId: "r-1",
          committedAt: null,
          message: "m",
          spec: { replicas: version },
        },
      });
    await mirror([at(1, "c1")]);
    await mirror([at(2, "c1", 1)]);
    await mirror([at(3, "c3")]);
    const kept = await query<{ revision: number; commit: string; author: string | null }>(
      "SELECT revision, commit, author FROM revisions ORDER BY revision",
    );
    expect(kept).to.deep.equal([
      { revision: 1, commit: "c1", author },
      // The request made generation 1; whoever names it again has not made this one by it.
      { revision: 2, commit: "c3", author: null },
    ]);
    expect(await query("SELECT outcome FROM audit_entries")).to.deep.equal([{ outcome: "succeeded" }]);
    for (let version = 4; version <= 110; version += 1) await mirror([at(version, `c${version}`)]);
    expect(await query("SELECT count(*)::int AS n, max(revision) AS newest FROM revisions")).to.deep.equal([
      { n: 100, newest: 109 },
    ]);
  });

  it("writes changes in the order in which they are committed, also with many writers", async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID());
    let cursor = 0n;
    const seen: bigint[] = [];
    const read = async (): Promise<void> => {
      for (const { seq } of await query<{ seq: string }>(
        "SELECT seq::text FROM changes WHERE seq > $1 ORDER BY seq",
        cursor.toString(),
      )) {
        cursor = BigInt(seq);
        seen.push(cursor);
      }
    };
    let isWriting = true;
    const writes = Promise.all(ids.map((id, index) => mirror([row({ id, displayName: `n${index}` })])));
    const ended = writes.finally(() => (isWriting = false));
    while (isWriting) await read();
    await ended;
    await read();
    expect(seen.length).to.equal(40);
  });

  it("sweeps old changes, tombstones with their revisions, and reservations without an object", async () => {
    const id = randomUUID();
    await mirror([
      row({ id, revision: { commit: "c", generation: 1, requestId: null, committedAt: null, message: "m", spec: {} } }),
    ]);
    await mirror([], [row({ id, resourceVersion: "11" })]);
    await sweepHistory(pool);
    expect(await changes(id)).to.have.length(2);
    await pool.query("UPDATE resources SET deleted_at = now() - interval '61 minutes'");
    await pool.query("UPDATE changes SET at = now() - interval '25 hours'");
    const [lost, living] = [randomUUID(), randomUUID()];
    await pool.query(
      `INSERT INTO names (cluster_id, kind, name, resource_id, reserved_at) VALUES
        ($1, 'Deployment', 'lost', $2, now() - interval '3 minutes'), ($1, 'Deployment', 'living', $3, now() - interval '3 minutes'),
        ($1, 'Deployment', 'young', $2, now())`,
      [CLUSTER, lost, living],
    );
    await sweepHistory(pool);
    await sweepNames(pool, (name) => name.resourceId === living);
    expect(await stored(id)).to.equal(undefined);
    expect(await changes(id)).to.deep.equal([]);
    expect(await query("SELECT * FROM revisions")).to.deep.equal([]);
    expect(await names()).to.deep.equal(["living", "young"]);
  });

  it("records when each watch was last true", async () => {
    await recordHeartbeats(pool, { Deployment: 4_000 });
    const [fact] = await query<{ age: number }>(
      "SELECT extract(epoch FROM now() - updated_at)::float8 AS age FROM platform_facts WHERE name = 'heartbeat/Deployment'",
    );
    expect(fact?.age).to.be.within(3.9, 600);
  });

  it("takes nothing back that was known: who begins to lead may know less for a moment", async () => {
    const age = async (): Promise<number> =>
      (await readHeartbeatAges(pool)).find(({ kind }) => kind === "Cluster")?.ageMs ?? NaN;
    await recordHeartbeats(pool, { Cluster: 1_000, Deployment: 0 });
    await recordHeartbeats(pool, { Cluster: 600_000 });
    expect(await age()).to.be.within(900, 599_000);
  });
});
