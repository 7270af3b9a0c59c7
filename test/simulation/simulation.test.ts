import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { seededRandom, testSeed } from "../support/seeded-random.ts";
import type { Disturbance, Misbehaviour } from "./world/disturbance.ts";
import { assertSame, assertSameAfterCrashes, play, type Played } from "./world/play.ts";
import { change, createAll, mainStory, rests, settle, snapshot, usesRegistry } from "./world/story.ts";
import { ORGANIZATION, World } from "./world/world.ts";

describe("The operator in a simulated world", function () {
  this.timeout(900_000);
  let calm: Played;

  before(async () => {
    calm = await play(mainStory);
  });

  it("plays the main story without a violation", () => {
    expect((calm.result as { end: { objects: object; cloud: object } }).end).to.deep.include({
      objects: {},
      cloud: {},
      secrets: [],
    });
  });

  it("ends the same after a crash at every effect boundary, before and after the effect", async () => {
    await assertSameAfterCrashes(mainStory, calm);
  });

  it("ends the same after several crashes with stale lists at the restart", async () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    for (let run = 0; run < 20; run += 1) {
      const crashes = Array.from({ length: 4 }, () => ({
        at: 1 + Math.floor(random() * 90),
        when: random() < 0.5 ? ("before" as const) : ("after" as const),
      }));
      const disturbance = { crashes, staleEvents: Math.floor(random() * 12), staleMs: 500 };
      await assertSame(
        mainStory,
        calm,
        { seed: seed + run, disturbance },
        `run ${run} of seed ${seed}: ${JSON.stringify(disturbance)}`,
      );
    }
  });

  const kinds: readonly (readonly [string, Disturbance])[] = [
    ["observations that come up to 3 s late", { staleMs: 3_000 }],
    ["lost events and expired watches", { lost: 0.1, staleMs: 300 }],
    ["conflicts at a third of all patches", { conflicts: 0.33 }],
    ["calls that take up to 400 ms, in any order", { latencyMs: 400 }],
    ["pushes that fail, or whose answer is lost", { pushFaults: 0.4 }],
    ["all of it", { staleMs: 1_000, lost: 0.05, conflicts: 0.15, latencyMs: 200, pushFaults: 0.2 }],
  ];
  for (const [name, disturbance] of kinds) {
    it(`ends the same with ${name}`, async () => {
      const seed = testSeed();
      for (let run = 0; run < 8; run += 1)
        await assertSame(mainStory, calm, { seed: seed + run, disturbance }, `seed ${seed + run}`);
    });
  }

  it("writes at most three status patches per object and change, the last of its address, and one commit for what comes together", async () => {
    const world = new World({ seed: 3 });
    await world.start();
    const names = Array.from({ length: 30 }, (_, index) => `d${index}`);
    await createAll(world, names);
    for (const name of names) await rests(world, DEPLOYMENTS, name, "running");
    await settle(world);
    // While they wait for their cluster they say so, in one more.
    expect(Math.max(...world.monitor.statusPatches.values()), "create").to.be.at.most(4);
    expect(world.pushGroups.length, "pushes for 30 deployments, a cluster and a chart").to.be.at.most(8);
    world.monitor.resetCounts();
    for (const name of names) await change(world, DEPLOYMENTS, name, { replicas: 2 });
    for (const name of names) await rests(world, DEPLOYMENTS, name, "running");
    await settle(world);
    expect(Math.max(...world.monitor.statusPatches.values()), "update").to.be.at.most(3);
    await world.stop();
  });

  it("tells that a change was accepted by itself where its push takes long", async () => {
    const world = new World({ seed: 3 });
    await world.start();
    await createAll(world, ["a"]);
    await rests(world, DEPLOYMENTS, "a", "running");
    await settle(world);
    world.kill();
    world.pushMs = 60_000;
    await world.startOperator();
    await settle(world);
    const head = world.repository.head();
    await change(world, DEPLOYMENTS, "a", { replicas: 2 });
    await world.clock.advance(10_000);
    const object = await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name: "a" });
    expect(object?.["status"]).to.include({ phase: "provisioning", statusReason: "Committing" });
    expect(world.repository.head(), "the push goes on").to.equal(head);
    await rests(world, DEPLOYMENTS, "a", "running");
    expect(world.monitor.violations).to.deep.equal([]);
    await world.stop();
  });

  it("brings the registry's login to whom it concerns", async () => {
    const world = new World({ seed: 5 });
    await world.start();
    await createAll(world, ["a"]);
    await rests(world, DEPLOYMENTS, "a", "running");
    await usesRegistry(world, "a");
    expect(world.monitor.violations).to.deep.equal([]);
    await world.stop();
  });

  it("writes nothing at all at rest: not for a resync, not for a restart", async () => {
    const world = new World({ seed: 4 });
    await world.start();
    await createAll(world, ["a", "b"]);
    for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
    await rests(world, CLUSTERS, "one", "running");
    await settle(world);
    const before = await snapshot(world);
    const effects = world.effects.length;
    await world.clock.advance(25 * 60_000);
    expect(world.effects.slice(effects), "resync").to.deep.equal([]);
    world.kill();
    await world.startOperator();
    await world.clock.advance(25 * 60_000);
    expect(world.effects.slice(effects), "restart").to.deep.equal([]);
    expect(await snapshot(world)).to.deep.equal(before);
    await world.stop();
  });

  const bad: readonly (readonly [Misbehaviour, string])[] = [
    ["finalizer-unseen", "takes the finalizer off without having seen the Application gone"],
    ["replays-conflicts", "replays a patch that met a conflict"],
  ];
  for (const [misbehaves, name] of bad) {
    it(`catches an operator that ${name}`, async () => {
      let caught = 0;
      for (let seed = 1; seed <= 6 && caught === 0; seed += 1) {
        const disturbance = { conflicts: 0.3, staleMs: 2_000 };
        await assertSame(mainStory, calm, { seed, disturbance, misbehaves }, "bad").catch(() => (caught += 1));
      }
      expect(caught).to.be.at.least(1);
    });
  }
});
