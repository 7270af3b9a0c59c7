import { expect } from "chai";
import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import { importCluster } from "./world/import-cluster.ts";
import { rests } from "./world/story.ts";
import { OLD_DECISIONS } from "./world/old-decisions.ts";
import { spoiledWorld } from "./world/spoiled-world.ts";
import { World } from "./world/world.ts";

const HOUR_MS = 3_600_000;

describe("Clusters that cap the life of tokens", function () {
  this.timeout(900_000);

  for (const [hours, whose] of [
    [1, "an administrator's own limit"],
    [24, "EKS and AKS"],
    [48, "GKE"],
  ] as const) {
    it(`are imported and stay registered with tokens of ${hours} h (${whose}), made anew at a third of that`, async () => {
      const world = new World({ seed: 1 });
      world.tokens.maxLifeMs = hours * HOUR_MS;
      await world.start();
      await importCluster(world, "theirs");
      await rests(world, CLUSTERS, "theirs", "running");
      const lives = hours === 1 ? 4 : 1;
      await world.clock.advance(lives * hours * HOUR_MS);
      await rests(world, CLUSTERS, "theirs", "running");
      for (const account of ["berth-delivery", "berth-gateway"]) {
        const issued = world.tokens.issued.filter((one) => one.account === account);
        expect(issued.length, account).to.be.within(3 * lives - 1, 3 * lives + 1);
      }
      expect(world.monitor.violations).to.deep.equal([]);
      await world.stop();
    });
  }

  it("stay registered when the limit comes later, and when it is nearly as short as the floor", async () => {
    const world = new World({ seed: 1 });
    await world.start();
    world.tokens.maxLifeMs = 24 * HOUR_MS;
    await importCluster(world, "theirs");
    await rests(world, CLUSTERS, "theirs", "running");
    world.tokens.maxLifeMs = 10 * 60_000;
    await world.clock.advance(9 * HOUR_MS);
    const before = world.tokens.issued.length;
    await world.clock.advance(HOUR_MS);
    expect(world.tokens.issued.length - before, "two accounts, each every five minutes").to.be.within(22, 26);
    await rests(world, CLUSTERS, "theirs", "running");
    expect(world.monitor.violations).to.deep.equal([]);
    await world.stop();
  });

  it("are hammered by an operator that asks for the life it has asked for, which is seen", async () => {
    const Spoiled = await spoiledWorld(OLD_DECISIONS.tokenLife);
    const world = new Spoiled({ seed: 1 });
    world.tokens.maxLifeMs = 24 * HOUR_MS;
    await world.start();
    await importCluster(world, "theirs");
    await world.clock.advance(60_000);
    expect(world.monitor.violations.join()).to.contain("berth-delivery gets a token");
    await world.stop();
  });
});
