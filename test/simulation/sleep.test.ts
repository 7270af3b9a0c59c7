import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { sleepStory } from "./stories/sleep-story.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { change, createAll, rests, settle } from "./world/story.ts";
import { deploymentStatus } from "./world/status-of.ts";

describe("Deployments that sleep, in a simulated world", function () {
  this.timeout(900_000);

  it("end the same after a crash at every effect boundary", async () => {
    const calm = await play(sleepStory);
    expect(calm.world.effects.length - calm.world.setUpEffects).to.be.at.least(10);
    expect(await assertSameAfterCrashes(sleepStory, calm)).to.be.at.least(6);
  });

  it("end the same with late observations, conflicts and pushes that fail", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { pushFaults: 0.4, lost: 0.05, latencyMs: 200 }])
      await play(sleepStory, { seed: 7, disturbance });
  });

  it("sleep through a time at which nobody looked, and are refused a zone that there is not", async () => {
    await play(async (world) => {
      await createAll(world, ["a"]);
      const sleep = { stopSchedule: "0 1 * * *", startSchedule: "30 2 * * *" };
      await change(world, DEPLOYMENTS, "a", { sleep });
      await rests(world, DEPLOYMENTS, "a", "running");
      world.kill();
      await world.clock.advance(90 * 60_000);
      await world.startOperator();
      await rests(world, DEPLOYMENTS, "a", "stopped");
      expect((await deploymentStatus(world, "a")).sleep).to.deep.equal({ wakesAt: "2026-01-01T02:30:00.000Z" });
      await change(world, DEPLOYMENTS, "a", { sleep: { ...sleep, timeZone: "Mars/Olympus" } });
      await world.until(async () => {
        const { phase, errorMessage } = await deploymentStatus(world, "a");
        expect([phase, errorMessage]).to.deep.equal([
          "failed",
          "sleep.time_zone is no time zone; use a name such as Europe/Berlin or Etc/UTC",
        ]);
      });
      await change(world, DEPLOYMENTS, "a", { sleep: null });
      await rests(world, DEPLOYMENTS, "a", "running");
      await settle(world);
    });
  });
});
