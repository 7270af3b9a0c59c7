import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, DATABASE_INSTANCES, DEPLOYMENTS, EVENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { DatabaseStatus } from "../../contract/resources/database-instance.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import { ARRIVES_WITHIN_MS } from "../../operator/machines/release/plan-wave.ts";
import { CnpgDouble } from "./world/cnpg-double.ts";
import type { Disturbance } from "./world/disturbance.ts";
import { change, create, rests, settle } from "./world/story.ts";
import { chartOf } from "./world/chart-of.ts";
import { ORGANIZATION, World } from "./world/world.ts";

type Database = KubeObject & Readonly<{ spec: { cluster: string }; status?: DatabaseStatus }>;
const APPS = ["a", "b"];
const ROLLING_MS = 20_000;

/** A world of databases on a cluster of each channel, and of some deployments that a database's chart does not concern. */
class Fleet {
  readonly world: World;
  readonly engine: CnpgDouble;
  readonly names: readonly string[];
  readonly #seen = new Map<string, number>();
  /** Servers that were replaced, by namespace. */
  readonly restarts = new Map<string, number>();
  /** Whose servers do not come back with a release. */
  broken: (namespace: string) => boolean = () => false;

  constructor(count: number, disturbance?: Disturbance) {
    this.world = new World({ seed: 23, ...(disturbance && { disturbance }) });
    this.engine = new CnpgDouble(this.world);
    this.names = Array.from({ length: count }, (_, index) => `db${index}`);
    const brought = this.world.onDeployed;
    this.world.onDeployed = async (tenant, namespace, content) => {
      await brought(tenant, namespace, content);
      await this.#replaceServers(namespace);
    };
  }

  /** Another chart is another pod: the server is away for a moment. */
  async #replaceServers(namespace: string): Promise<void> {
    if (!namespace.startsWith("db")) return;
    const path = this.world.repository.list("clusters/").find((one) => one.endsWith(`/applications/${namespace}.yaml`));
    const version = Number(/database\/0\.(\d+)\.0/.exec(this.world.repository.read(path ?? "") ?? "")?.[1]);
    const before = this.#seen.get(namespace);
    this.#seen.set(namespace, version);
    if (before === undefined || before === version) return;
    this.restarts.set(namespace, (this.restarts.get(namespace) ?? 0) + 1);
    await this.engine.says(namespace, "Upgrading cluster", 0);
    if (this.broken(namespace)) return;
    this.world.clock.setTimeout(() => void this.engine.says(namespace, "Cluster in healthy state", 1), ROLLING_MS);
  }

  /** Every third database is on the cluster that is moved last. */
  async start(): Promise<void> {
    const { world, names } = this;
    await world.start();
    const spec = { provider: "local", region: "local-1", tier: "dedicated" };
    await create(world, CLUSTERS, "first", { ...spec, componentBundleVersion: "latest" });
    await create(world, CLUSTERS, "last", { ...spec, componentBundleVersion: "stable" });
    for (const [index, name] of names.entries())
      await create(world, DATABASE_INSTANCES, name, {
        cluster: index % 3 === 0 ? "last" : "first",
        engine: "postgresql",
      });
    for (const name of APPS)
      await create(world, DEPLOYMENTS, name, { cluster: "first", appType: "api", dockerImage: "nginx:1.29" });
    for (const name of names) await rests(world, DATABASE_INSTANCES, name, "running");
    for (const name of APPS) await rests(world, DEPLOYMENTS, name, "running");
    await settle(world);
    world.monitor.resetCounts();
  }

  async stop(): Promise<void> {
    this.engine.stop();
    await this.world.stop();
  }

  async release(version: string): Promise<void> {
    this.world.kill();
    this.world.charts = { ...this.world.charts, database: chartOf("database", version) };
    await this.world.startOperator();
  }

  async databases(): Promise<readonly Database[]> {
    return (await this.world.management.list<Database>(DATABASE_INSTANCES, { namespace: ORGANIZATION })).items;
  }

  /** Counts databases by cluster and version of their chart. */
  async versions(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { spec, status } of await this.databases()) {
      const where = `${spec.cluster} ${status?.chartVersion ?? "none"}`;
      counts[where] = (counts[where] ?? 0) + 1;
    }
    return counts;
  }

  async arrive(expected: Record<string, number>): Promise<void> {
    await this.world.until(async () => expect(await this.versions()).to.deep.equal(expected));
    for (const name of this.names) await rests(this.world, DATABASE_INSTANCES, name, "running");
  }
}

describe("Releases of the database chart in a simulated world", function () {
  this.timeout(900_000);

  it("reach 120 databases in waves, channel stable last, each server replaced once, and no deployment", async () => {
    const fleet = new Fleet(120);
    await fleet.start();
    await fleet.release("0.2.0");
    const { clock, monitor } = fleet.world;
    await clock.advance(50_000);
    expect(await fleet.versions()).to.deep.equal({ "first 0.1.0": 30, "first 0.2.0": 50, "last 0.1.0": 40 });
    await fleet.arrive({ "first 0.2.0": 80, "last 0.2.0": 40 });
    const moves = (await fleet.databases()).map(({ spec, status }) => ({
      cluster: spec.cluster,
      atMs: Date.parse(status?.chartMovedAt ?? ""),
    }));
    for (const { atMs } of moves)
      expect(moves.filter((other) => other.atMs >= atMs && other.atMs < atMs + 60_000).length).to.be.at.most(50);
    const of = (cluster: string): number[] => moves.filter((move) => move.cluster === cluster).map(({ atMs }) => atMs);
    expect(Math.min(...of("last")), "after the last of the others had its new server").to.be.at.least(
      Math.max(...of("first")) + ROLLING_MS,
    );
    await settle(fleet.world);
    expect([...fleet.restarts.values()]).to.deep.equal(new Array(120).fill(1));
    const apps = await fleet.world.management.list<KubeObject & { status?: DeploymentStatus }>(DEPLOYMENTS, {
      namespace: ORGANIZATION,
    });
    expect(apps.items.map(({ status }) => status?.delivery?.version)).to.deep.equal(APPS.map(() => "0.1.0"));
    expect(monitor.violations).to.deep.equal([]);
    await fleet.stop();
  });

  it("stop when servers do not come back, tell those why, spare the others, and go on with a newer one", async () => {
    const fleet = new Fleet(90);
    await fleet.start();
    fleet.broken = () => fleet.world.charts.database.version === "0.2.0";
    await fleet.release("0.2.0");
    // As long as they are under way nobody else is moved either.
    await fleet.world.clock.advance(ARRIVES_WITHIN_MS);
    await fleet.world.until(() => {
      expect(fleet.world.releases.findLast(({ chart }) => chart === "database")?.stopped).to.equal(true);
      return Promise.resolve();
    });
    await fleet.world.clock.advance(10 * 60_000);
    expect(await fleet.versions()).to.deep.equal({ "first 0.1.0": 10, "first 0.2.0": 50, "last 0.1.0": 30 });
    expect(fleet.restarts.size, "nobody else's server was touched").to.equal(50);
    const { items } = await fleet.world.management.list<KubeObject>(EVENTS, { namespace: ORGANIZATION });
    const told = items.filter((event) => event["reason"] === "ReleaseStopped");
    expect(new Set(told.map((event) => (event["involvedObject"] as { kind: string }).kind))).to.deep.equal(
      new Set(["DatabaseInstance"]),
    );
    expect(String(told[0]?.["message"])).to.contain("database chart").and.to.contain("of 50 failed with it");
    await fleet.release("0.3.0");
    await fleet.arrive({ "first 0.3.0": 60, "last 0.3.0": 30 });
    await fleet.stop();
  });

  it("come along at once with a change of the database's own", async () => {
    const fleet = new Fleet(60);
    await fleet.start();
    await fleet.release("0.2.0");
    await fleet.world.clock.advance(2_000);
    const name = "db57";
    await change(fleet.world, DATABASE_INSTANCES, name, { storageSizeGb: 20 });
    await rests(fleet.world, DATABASE_INSTANCES, name, "running");
    const changed = (await fleet.databases()).find(({ metadata }) => metadata.name === name);
    expect(changed?.status).to.include({ chartVersion: "0.2.0" }).and.not.have.property("chartMovedAt");
    expect((await fleet.versions())["last 0.1.0"], "the others of its channel wait").to.equal(19);
    await fleet.arrive({ "first 0.2.0": 40, "last 0.2.0": 20 });
    await fleet.stop();
  });

  it("end the same after crashes anywhere, with late observations and pushes that fail", async () => {
    for (const when of ["before", "after", "never"] as const) {
      const crashes: { at: number; when: "before" | "after" }[] = [];
      const fleet = new Fleet(12, when === "never" ? { staleMs: 2_000, pushFaults: 0.3, conflicts: 0.2 } : { crashes });
      await fleet.start();
      const { world } = fleet;
      const deaths = when === "never" ? [] : [1, 7, 15, 22, 29, 36, 43].map((later) => ({ later, when }));
      crashes.push(...deaths.map((death) => ({ at: world.effects.length + death.later, when: death.when })));
      await fleet.release("0.2.0");
      await fleet.arrive({ "first 0.2.0": 8, "last 0.2.0": 4 });
      // What was seen late still says running when the last server is about to be replaced.
      await settle(world);
      expect(world.starts, when).to.equal(2 + deaths.length);
      expect([...fleet.restarts.values()], when).to.deep.equal(new Array(12).fill(1));
      expect(world.monitor.violations, when).to.deep.equal([]);
      await fleet.stop();
    }
  });
});
