import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { inMinutes, previewStory, withSource } from "./stories/preview-story.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { change, create, gone, rests, settle } from "./world/story.ts";
import { ORGANIZATION } from "./world/world.ts";

describe("Previews in a simulated world", function () {
  this.timeout(900_000);

  it("end the same after a crash at every effect boundary: extended ones run on, and nothing of them is left", async () => {
    const calm = await play(previewStory);
    expect(calm.world.effects.length - calm.world.setUpEffects).to.be.at.least(8);
    await assertSameAfterCrashes(previewStory, calm);
  });

  it("end the same with late observations, conflicts and pushes that fail", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { pushFaults: 0.4, lost: 0.05, latencyMs: 200 }])
      await play(previewStory, { seed: 7, disturbance });
  });

  it("go when their time was over while nobody looked", async () => {
    await play(async (world) => {
      const { sourceId, spec } = await withSource(world);
      await create(world, DEPLOYMENTS, "b", { ...spec, preview: { sourceId, expiresAt: inMinutes(world, 60) } });
      await rests(world, DEPLOYMENTS, "b", "running");
      world.kill();
      await world.clock.advance(90 * 60_000);
      await world.startOperator();
      await gone(world, DEPLOYMENTS, "b");
      await settle(world);
      await rests(world, DEPLOYMENTS, "a", "running");
    });
  });

  it("run on when they are extended between the verdict and the deletion", async () => {
    await play(async (world) => {
      const { sourceId, spec } = await withSource(world);
      const expiresAt = inMinutes(world, 60);
      await create(world, DEPLOYMENTS, "b", { ...spec, preview: { sourceId, expiresAt } });
      await rests(world, DEPLOYMENTS, "b", "running");
      const { management } = world;
      const end = management.delete.bind(management);
      let extended = 0;
      management.delete = async (type, ref, options) => {
        if (type === DEPLOYMENTS && extended === 0) {
          extended += 1;
          await change(world, DEPLOYMENTS, "b", { preview: { sourceId, expiresAt: inMinutes(world, 60) } });
        }
        return end(type, ref, options);
      };
      await world.clock.advance(Date.parse(expiresAt) - world.clock.nowMs() + 5 * 60_000);
      expect(extended).to.equal(1);
      await rests(world, DEPLOYMENTS, "b", "running");
      await world.clock.advance(60 * 60_000);
      await gone(world, DEPLOYMENTS, "b");
    });
  });

  it("go with what they are previews of, and at once where that was never there", async () => {
    await play(async (world) => {
      const { sourceId, spec } = await withSource(world);
      const expiresAt = inMinutes(world, 600);
      await create(world, DEPLOYMENTS, "b", { ...spec, preview: { sourceId, expiresAt } });
      await rests(world, DEPLOYMENTS, "b", "running");
      await create(world, DEPLOYMENTS, "c", {
        ...spec,
        preview: { sourceId: "01970000-0000-7000-8000-00000000dead", expiresAt },
      });
      await gone(world, DEPLOYMENTS, "c");
      await rests(world, DEPLOYMENTS, "b", "running");
      await world.management.delete(DEPLOYMENTS, { namespace: ORGANIZATION, name: "a" });
      for (const name of ["a", "b"]) await gone(world, DEPLOYMENTS, name);
      await settle(world);
    });
  });
});
