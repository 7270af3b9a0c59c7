import { expect } from "chai";
import { seededRandom, testSeed } from "../support/seeded-random.ts";
import { serverTypeStory, type ServerTypeEnd } from "./stories/server-type-story.ts";
import { assertSame, assertSameAfterCrashes, play, type Played } from "./world/play.ts";

describe("A change of the server type in a simulated world", function () {
  this.timeout(900_000);
  let calm: Played<ServerTypeEnd>;
  before(async () => {
    calm = await play(serverTypeStory);
  });

  it("ends the same after a crash at every effect of it", async () => {
    const { machines, pods } = calm.result;
    expect([machines.map((name) => name.replace(/^.*?-(medium|small)/, "$1")), pods]).to.deep.equal([
      ["medium-1", "medium-2"],
      [],
    ]);
    expect(calm.world.effects.length - calm.world.setUpEffects, "effects of the change").to.be.at.least(6);
    await assertSameAfterCrashes(serverTypeStory, calm);
  });

  it("ends the same with late observations, lost events, conflicts and slow calls", async () => {
    const random = seededRandom(testSeed());
    for (let run = 0; run < 6; run += 1) {
      const seed = Math.floor(random() * 1e6);
      const disturbance = { staleMs: 1_500, lost: 0.05, conflicts: 0.2, latencyMs: 200 };
      await assertSame(serverTypeStory, calm, { seed, disturbance }, `seed ${seed}`);
    }
  });
});
