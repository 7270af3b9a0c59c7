import { expect } from "chai";
import type pg from "pg";
import { Registry } from "prom-client";
import { createPool } from "../../../adapters/postgres/pool.ts";
import { projectRow } from "../../../adapters/postgres/resources/resource-store.ts";
import { LABELS } from "../../../contract/identity.ts";
import { createMirrorMetrics } from "../../../operator/mirror/mirror-metrics.ts";
import { PROJECTION_VERSION } from "../../../render/projection/project-resource.ts";
import type { ResourceRow } from "../../../render/projection/resource-row.ts";
import { eventually } from "../../support/eventually.ts";
import { createDatabase, startPostgres } from "../../support/postgres.ts";
import { NAMESPACE, FakeKind } from "./fake-cluster.ts";
import { CLUSTER_SPEC, createWorld, deploymentSpec, MirrorRig } from "./mirror-rig.ts";

type Shown = { object_name: string; status: string; reason: string | null; version: string; is_deleted: boolean };

async function shown(pool: pg.Pool): Promise<Shown[]> {
  const { rows } = await pool.query<Shown>(
    `SELECT object_name, status, body->>'status_reason' AS reason, resource_version::text AS version, deleted_at IS NOT NULL AS is_deleted
      FROM resources WHERE kind = 'Deployment' ORDER BY object_name`,
  );
  return rows;
}

describe("Mirror", function () {
  this.timeout(300_000);
  let pool: pg.Pool;
  let rig: MirrorRig;
  let world: ReturnType<typeof createWorld>;

  before(async () => {
    pool = createPool(await createDatabase(), { max: 5 });
  });
  beforeEach(async () => {
    await pool.query("TRUNCATE resources, changes, names, revisions, platform_facts");
    rig = new MirrorRig(pool);
    world = createWorld(rig.clusters);
  });
  afterEach(() => rig.stop());
  after(() => pool.end());

  const mirrored = (count: number): Promise<void> =>
    eventually(async () => {
      expect(rig.mirror.pending).to.equal(0);
      expect(await shown(pool)).to.have.length(count);
    });
  const put = (name: string, spec: object = deploymentSpec(1), status?: object): void =>
    rig.deployments.upsert(world.deployments.put(name, { spec, status }));

  it("halves a batch until the row that Postgres refuses is alone, which shows as Unprojectable", async () => {
    for (let index = 0; index < 50; index += 1) {
      const phase = index === 31 ? "x".repeat(33) : "running";
      put(`d${String(index).padStart(2, "0")}`, deploymentSpec(1), { observedGeneration: 1, phase });
    }
    rig.start();
    await mirrored(50);
    await rig.stop();
    const rows = await shown(pool);
    expect(rows).to.have.length(50);
    expect(
      rows.filter((row) => row.reason === "Unprojectable").map((row) => [row.object_name, row.status]),
    ).to.deep.equal([["d31", "error"]]);
  });

  it("writes a new row at the very moment at which the gateway does", async () => {
    const { epoch } = await rig.store.adoptEpoch("at once");
    for (let round = 0; round < 150; round += 1) {
      const project = (spec: object): ResourceRow => rig.project(world.deployments.put(`d${round}`, { spec }));
      const [row, newer] = [project(deploymentSpec(1)), project(deploymentSpec(2))];
      await Promise.all([projectRow(pool, row), rig.store.mirror(epoch, { rows: [newer], deleted: [] })]);
    }
    expect(await shown(pool)).to.have.length(150);
  });

  it("shows an object whose projection throws as Unprojectable, and heals with its next version", async () => {
    rig.start();
    put("bad", deploymentSpec(1), { observedGeneration: 1, phase: "running", conditions: 7 });
    await eventually(async () => expect((await shown(pool))[0]?.reason).to.equal("Unprojectable"));
    put("bad", deploymentSpec(1), { observedGeneration: 1, phase: "running", conditions: [] });
    await eventually(async () => expect((await shown(pool))[0]).to.include({ status: "running", reason: null }));
  });

  describe("as its metrics tell", () => {
    const registry = new Registry();
    const metrics = createMirrorMetrics(registry);
    const bad = (name: string): void => put(name, deploymentSpec(1), { observedGeneration: 1, conditions: 7 });
    const tells = (count: number): Promise<void> =>
      eventually(async () => {
        expect(await registry.metrics()).to.contain(`berth_mirror_unprojectable{kind="Deployment"} ${count}\n`);
      });
    beforeEach(() => (rig = new MirrorRig(pool, {}, { metrics: { ...metrics, follow: () => undefined } })));
    beforeEach(() => (world = createWorld(rig.clusters)));

    it("counts what cannot be projected until it can be, or is gone", async () => {
      rig.start();
      bad("mended");
      bad("gone");
      put("good");
      await tells(2);
      put("mended", deploymentSpec(1), { observedGeneration: 1, phase: "running", conditions: [] });
      await tells(1);
      const gone = world.deployments.remove("gone");
      if (gone !== undefined) rig.deployments.delete(gone);
      await tells(0);
    });

    it("counts what Postgres refuses, and what has no row at all", async () => {
      rig.start();
      put("refused", deploymentSpec(1), { observedGeneration: 1, phase: "x".repeat(33) });
      put("rowless", { ...deploymentSpec(1), appType: 7 }, { conditions: 7 });
      await tells(2);
    });

    it("still knows after a restart, when all is stored already", async () => {
      bad("bad");
      put("refused", deploymentSpec(1), { observedGeneration: 1, phase: "x".repeat(33) });
      rig.start();
      await tells(2);
      await rig.stop();
      metrics.unprojectable.clear();
      await tells(0);
      await rig.restart();
      await tells(2);
    });
  });

  it("never says what an unprojectable object holds", async () => {
    rig.start();
    put(
      "bad",
      { ...deploymentSpec(1), environmentVariables: [{ name: "KEY", value: "canary-4711" }] },
      { conditions: 7 },
    );
    await eventually(async () => expect(await shown(pool)).to.have.length(1));
    const { rows } = await pool.query<{ body: object }>("SELECT body FROM resources");
    expect(JSON.stringify([rows, rig.log.lines])).to.not.contain("canary-4711");
  });

  it("waits for the cluster that an object names, and forgets the wait when the object goes", async () => {
    rig.clusters.known.clear();
    rig.start();
    put("early");
    put("never");
    await eventually(() => expect(rig.mirror.pending).to.equal(2));
    const gone = world.deployments.remove("never");
    if (gone !== undefined) rig.deployments.delete(gone);
    rig.clusters.upsert(new FakeKind({ next: 900 }).put("demo", { spec: CLUSTER_SPEC }));
    await eventually(async () => {
      const rows = await shown(pool);
      expect(rows.map((row) => [row.object_name, row.is_deleted])).to.deep.equal([
        ["early", false],
        ["never", true],
      ]);
    });
    await eventually(() => expect(rig.mirror.pending).to.equal(0));
  });

  it("writes nothing on a restart when nothing changed", async () => {
    for (let index = 0; index < 20; index += 1) put(`d${index}`);
    rig.start();
    await mirrored(20);
    await rig.restart();
    rig.deployments.relist(world.deployments, world.version());
    await mirrored(20);
    await rig.stop();
    const { rows } = await pool.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM changes WHERE kind = 'Deployment'",
    );
    expect(rows[0]?.n).to.equal(20);
  });

  it("buries on takeover what was deleted while the last leader died, known from a watch event alone", async () => {
    put("kept");
    put("lost");
    rig.start();
    await mirrored(2);
    await rig.stop();
    const lost = world.deployments.remove("lost");
    if (lost !== undefined) rig.deployments.delete(lost);
    rig.start();
    await eventually(async () =>
      expect((await shown(pool)).find((row) => row.object_name === "lost")?.is_deleted).to.equal(true),
    );
  });

  it("writes every row anew on another management cluster, whose versions are small again", async () => {
    let clusterUid = "uid-1";
    rig = new MirrorRig(
      pool,
      {},
      {
        readCluster: () => Promise.resolve({ uid: clusterUid, resourceVersion: "1000000" }),
      },
    );
    world = createWorld(rig.clusters);
    for (const name of ["a", "b"]) put(name);
    rig.start();
    await mirrored(2);
    clusterUid = "uid-2";
    const rebuilt = new FakeKind({ next: 1 });
    rebuilt.put("a", { spec: deploymentSpec(7), id: world.deployments.objects.get("a")?.metadata.uid });
    rig.deployments.relist(rebuilt, "2");
    await eventually(async () => {
      const rows = await shown(pool);
      expect(rows.map((row) => [row.object_name, row.version, row.is_deleted])).to.deep.equal([
        ["a", "2", false],
        ["b", "0", true],
      ]);
    });
  });

  /** Puts objects back to versions that they had, and forgets all others. */
  const restored = (versions: Readonly<Record<string, string>>, next: number): FakeKind => {
    const kind = new FakeKind({ next });
    for (const [name, resourceVersion] of Object.entries(versions)) {
      const object = world.deployments.objects.get(name);
      if (object !== undefined)
        kind.objects.set(name, { ...object, metadata: { ...object.metadata, resourceVersion } });
    }
    return kind;
  };
  const versions = async (): Promise<unknown[]> =>
    (await shown(pool)).filter((row) => !row.is_deleted).map((row) => [row.object_name, row.version]);
  /** Has a and b mirrored up to version 104; a was 102 before. */
  const mirrorTwo = async (): Promise<void> => {
    for (const name of ["a", "b", "a"]) put(name, deploymentSpec(world.deployments.objects.size));
    rig.start();
    rig.deployments.relist(world.deployments, world.version());
    await mirrored(2);
    expect(await versions()).to.deep.equal([
      ["a", "104"],
      ["b", "103"],
    ]);
  };

  it("writes every row anew after a list that is older than the one before, and what is made then", async () => {
    await mirrorTwo();
    const earlier = restored({ a: "102" }, 102);
    rig.deployments.relist(earlier, "102", true);
    rig.deployments.upsert(earlier.put("c", { spec: deploymentSpec(1) }));
    await eventually(async () =>
      expect(await versions()).to.deep.equal([
        ["a", "102"],
        ["c", "103"],
      ]),
    );
  });

  for (const [what, cluster, list] of [
    ["that was rolled back", "103", "102"],
    ["that has gone another way since", "1000000", "110"],
  ] as const)
    it(`writes every row anew when it starts on an etcd ${what}`, async () => {
      await mirrorTwo();
      await rig.stop();
      rig = new MirrorRig(pool, {}, { readCluster: () => Promise.resolve({ uid: "uid-1", resourceVersion: cluster }) });
      createWorld(rig.clusters);
      rig.deployments.relist(restored({ a: "102" }, 102), list);
      rig.start();
      await eventually(async () => expect(await versions()).to.deep.equal([["a", "102"]]));
    });

  it("takes rows that another leader has mirrored meanwhile for no restored etcd", async () => {
    await mirrorTwo();
    await rig.stop();
    rig = new MirrorRig(pool);
    createWorld(rig.clusters);
    rig.deployments.relist(restored({ a: "102", b: "103" }, 103), "103");
    rig.start();
    await eventually(() => expect(rig.mirror.pending).to.equal(0));
    expect((await versions())[0]).to.deep.equal(["a", "104"]);
    expect(rig.log.lines.filter(({ level }) => level === "error")).to.deep.equal([]);
  });

  it("writes what it knew too little for, once it knows as much as the list of a leader that died after it had applied that", async () => {
    rig.start();
    put("first");
    await mirrored(1);
    const late = world.deployments.put("late", { spec: deploymentSpec(1) });
    const resourceVersion = String(Number(world.version()) + 1);
    const uids = [...world.deployments.objects.values()].map(({ metadata }) => metadata.uid ?? "");
    await rig.store.buryAbsent(`uid-1/${PROJECTION_VERSION}`, { kind: "Deployment", resourceVersion, uids });
    const mirror = rig.store.mirror.bind(rig.store);
    const unplaced = new Set<string>();
    rig.store.mirror = async (...batch) => {
      const ids = await mirror(...batch);
      for (const id of ids) unplaced.add(id);
      return ids;
    };
    rig.deployments.upsert(late);
    await eventually(() => expect([...unplaced]).to.deep.equal([late.metadata.labels?.[LABELS.id]]));
    // A bookmark says as much as an event would.
    rig.deployments.completeVersion = resourceVersion;
    await eventually(async () => {
      expect((await shown(pool)).map((row) => row.object_name)).to.deep.equal(["first", "late"]);
    });
  });

  it("keeps the newest of each object while Postgres is away, and writes it when it is back", async () => {
    const own = await startPostgres();
    const ownPool = createPool(await own.createDatabase(), { max: 2 });
    rig = new MirrorRig(ownPool);
    world = createWorld(rig.clusters);
    try {
      rig.start();
      put("a");
      await eventually(async () => expect(await shown(ownPool)).to.have.length(1));
      await own.kill();
      for (let index = 1; index <= 30; index += 1) put("a", deploymentSpec(index));
      put("b");
      await eventually(() =>
        expect(rig.log.lines.some((line) => line["reason"] === "PostgresUnavailable")).to.equal(true),
      );
      expect(rig.mirror.pending).to.be.at.most(3);
      await eventually(() => expect(rig.mirror.lagMs).to.be.greaterThan(0));
      await own.start();
      await eventually(async () => {
        const rows = (await shown(ownPool)).map((row) => [row.object_name, row.version]);
        const wanted = ["a", "b"].map((name) => [name, world.deployments.objects.get(name)?.metadata.resourceVersion]);
        expect(rows).to.deep.equal(wanted);
      });
      await eventually(() => expect(rig.mirror.lagMs).to.equal(0));
    } finally {
      await rig.stop();
      await ownPool.end();
      await own.stop();
    }
  });

  it("mirrors only while it runs, and what it missed when it starts", async () => {
    put("a");
    expect(rig.mirror.pending).to.equal(0);
    rig.start();
    await mirrored(1);
    await rig.stop();
    put("a", deploymentSpec(2));
    expect(rig.mirror.pending).to.equal(0);
    rig.start();
    const newest = rig.deployments.get(`${NAMESPACE}/a`)?.metadata.resourceVersion;
    await eventually(async () => expect((await shown(pool))[0]?.version).to.equal(newest));
  });
});
