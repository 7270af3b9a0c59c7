import { expect } from "chai";
import { DEPLOYMENTS, EVENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import { seededRandom, testSeed } from "../support/seeded-random.ts";
import type { Disturbance } from "./world/disturbance.ts";
import { change, createAll, rests, settle } from "./world/story.ts";
import { chartOf } from "./world/chart-of.ts";
import { ORGANIZATION, World } from "./world/world.ts";

type Deployed = KubeObject & Readonly<{ status?: DeploymentStatus }>;
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `d${index}`);

/** A world in which so many run with the first release. */
async function worldOf(count: number, disturbance?: Disturbance): Promise<World> {
  const world = new World({ seed: 21, ...(disturbance && { disturbance }) });
  await world.start();
  await createAll(world, names(count));
  for (const name of names(count)) await rests(world, DEPLOYMENTS, name, "running");
  await settle(world);
  return world;
}

async function release(world: World, version: string): Promise<void> {
  world.kill();
  world.charts = { ...world.charts, workload: chartOf("workload", version) };
  await world.startOperator();
}

async function versions(world: World): Promise<Record<string, number>> {
  const { items } = await world.management.list<Deployed>(DEPLOYMENTS, { namespace: ORGANIZATION });
  const counts: Record<string, number> = {};
  for (const { status } of items) {
    const version = status?.delivery?.version ?? "none";
    counts[version] = (counts[version] ?? 0) + 1;
  }
  return counts;
}

describe("Releases of a chart in a simulated world", function () {
  this.timeout(900_000);

  it("reach 300 deployments, 50 in a minute, and nobody restarts twice", async () => {
    const world = await worldOf(300);
    world.monitor.resetCounts();
    await release(world, "0.2.0");
    const startMs = world.clock.nowMs();
    await world.clock.advance(50_000);
    expect(await versions(world)).to.deep.equal({ "0.1.0": 250, "0.2.0": 50 });
    await world.until(async () => expect(await versions(world)).to.deep.equal({ "0.2.0": 300 }));
    expect(world.clock.nowMs() - startMs).to.be.within(5 * 60_000, 8 * 60_000);
    const { items } = await world.management.list<Deployed>(DEPLOYMENTS, { namespace: ORGANIZATION });
    const moves = items.map(({ status }) => Date.parse(status?.delivery?.movedAt ?? ""));
    for (const atMs of moves)
      expect(moves.filter((other) => other >= atMs && other < atMs + 60_000).length).to.be.at.most(50);
    await settle(world);
    // The last one tells what the address answered after it.
    expect(Math.max(...world.monitor.statusPatches.values())).to.be.at.most(4);
    expect(world.monitor.violations).to.deep.equal([]);
    await world.stop();
  });

  it("take what the user changes along at once, and leave charts of others alone", async () => {
    const world = await worldOf(60);
    await release(world, "0.2.0");
    await world.clock.advance(2_000);
    await change(world, DEPLOYMENTS, "d59", { replicas: 2 });
    await rests(world, DEPLOYMENTS, "d59", "running");
    const changed = await world.management.get<Deployed>(DEPLOYMENTS, { namespace: ORGANIZATION, name: "d59" });
    expect(changed?.status?.delivery).to.include({ version: "0.2.0" }).and.not.have.property("movedAt");
    await world.until(async () => expect(await versions(world)).to.deep.equal({ "0.2.0": 60 }));
    await world.stop();
  });

  it("stop when too many fail, say why, and go on with a newer one", async () => {
    const world = await worldOf(120);
    const { items } = await world.management.list<Deployed>(DEPLOYMENTS, { namespace: ORGANIZATION });
    const handles = new Set(items.slice(0, 60).map(({ status }) => status?.handle ?? ""));
    const manifest = (name: string): string => {
      const path = world.repository.list("clusters/").find((one) => one.endsWith(`/applications/${name}.yaml`));
      return world.repository.read(path ?? "") ?? "";
    };
    world.failing = (name) => handles.has(name) && manifest(name).includes("workload/0.2.0");
    await release(world, "0.2.0");
    await world.until(() => {
      expect(world.releases.findLast(({ chart }) => chart === "workload")?.stopped).to.equal(true);
      return Promise.resolve();
    });
    await world.clock.advance(10 * 60_000);
    const { "0.1.0": spared = 0 } = await versions(world);
    expect(spared, "nobody else was moved").to.equal(70);
    const events = (await world.management.list<KubeObject>(EVENTS, { namespace: ORGANIZATION })).items;
    const stopped = events.filter((event) => event["reason"] === "ReleaseStopped");
    expect(stopped).to.not.have.length(0);
    expect(String(stopped[0]?.["note"] ?? stopped[0]?.["message"])).to.contain("of 50 failed with it");
    // Those that it broke too: a newer one is what they wait for.
    await release(world, "0.3.0");
    await world.until(async () => expect(await versions(world)).to.deep.equal({ "0.3.0": 120 }));
    for (const name of names(120)) await rests(world, DEPLOYMENTS, name, "running");
    await world.stop();
  });

  it("take nobody back whom a wave let go, though the operator dies before it has written down who that was", async () => {
    const crashes: { at: number; when: "after" }[] = [];
    const world = await worldOf(70, { latencyMs: 300, crashes });
    crashes.push({ at: world.effects.length + 20, when: "after" });
    await release(world, "0.2.0");
    await world.until(async () => expect(await versions(world)).to.deep.equal({ "0.2.0": 70 }));
    // The status says so before Git does.
    await settle(world);
    expect(world.starts).to.equal(3);
    const names = (content: string): string => /charts\/workload\/([0-9.]+)"/.exec(content)?.[1] ?? "none";
    const first = world.repository.history().reverse()[0]?.files.keys() ?? [];
    const paths = [...first, ...world.repository.list("clusters/")].filter((path) => /\/applications\/d\d+/.test(path));
    for (const path of new Set(paths)) {
      const contents = world.repository.history().flatMap(({ files }) => files.get(path) ?? []);
      const moves = contents.map(names).filter((version, index, all) => version !== all[index - 1]);
      expect(moves.reverse(), path).to.deep.equal(["0.1.0", "0.2.0"]);
    }
    await world.stop();
  });

  it("end the same after crashes anywhere", async () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    for (let run = 0; run < 4; run += 1) {
      const at = (): number => 90 + Math.floor(random() * 160);
      const crashes = Array.from({ length: 5 }, () => ({
        at: at(),
        when: random() < 0.5 ? ("before" as const) : ("after" as const),
      }));
      const world = await worldOf(20, { crashes });
      await release(world, "0.2.0");
      await world.until(async () =>
        expect(await versions(world), `seed ${seed}, run ${run}`).to.deep.equal({ "0.2.0": 20 }),
      );
      for (const name of names(20)) await rests(world, DEPLOYMENTS, name, "running");
      expect(world.monitor.violations, `seed ${seed}, run ${run}`).to.deep.equal([]);
      await world.stop();
    }
  });
});
