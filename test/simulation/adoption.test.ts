import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { adopt, adoptionStory, beginAdoption, CUSTOMER } from "./stories/adoption-story.ts";
import { WORKLOADS } from "../support/workloads.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { rests } from "./world/story.ts";
import { deploymentStatus } from "./world/status-of.ts";

describe("Adoptions in a simulated world", function () {
  this.timeout(900_000);

  it("touch nothing before the first sync, and end the same after a crash at every effect boundary", async () => {
    const calm = await play(adoptionStory);
    expect(calm.world.effects.length - calm.world.setUpEffects).to.be.at.least(12);
    await assertSameAfterCrashes(adoptionStory, calm);
  });

  it("end the same with late observations, conflicts and pushes that fail", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { pushFaults: 0.4, lost: 0.05, latencyMs: 200 }])
      await play(adoptionStory, { seed: 11, disturbance });
  });

  it("wait for a workload that is not there yet, and say so", async () => {
    await play(async (world) => {
      const tenant = await beginAdoption(world);
      await adopt(world, "late", "late");
      await rests(world, DEPLOYMENTS, "late", "failed");
      expect((await deploymentStatus(world, "late")).errorMessage).to.contain("does not exist in the namespace live");
      const spec = { template: { spec: { containers: [{ name: "main", image: "nginx:1" }] } } };
      await tenant.create(
        WORKLOADS,
        { apiVersion: "apps/v1", metadata: { name: "late", namespace: "live" }, spec },
        CUSTOMER,
      );
      await world.until(async () => {
        expect((await deploymentStatus(world, "late")).errorMessage).to.contain(
          "has no container late; send the name of one of main",
        );
      });
    });
  });
});
