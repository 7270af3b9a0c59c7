import { expect } from "chai";
import { upgradeStory } from "./stories/upgrade-story.ts";
import { assertSame, assertSameAfterCrashes, play, type Played } from "./world/play.ts";

describe("Upgrades in a simulated world", function () {
  this.timeout(900_000);
  const expected = ["1.36.3", 2, "v1.36.3", "1.36.3", "1.35.4", ["one-1.yaml", "one-2.yaml"]];
  let calm: Played;

  before(async () => {
    calm = await play(upgradeStory);
    expect(calm.result).to.deep.equal(expected);
  });

  it("ends the same after a crash at every effect boundary: the version is ordered once", async () => {
    await assertSameAfterCrashes(upgradeStory, calm);
  });

  it("ends the same with late, lost and conflicting calls", async () => {
    const disturbance = { staleMs: 1_000, lost: 0.05, conflicts: 0.15, latencyMs: 200, pushFaults: 0.2 };
    for (let seed = 1; seed <= 6; seed += 1)
      await assertSame(upgradeStory, calm, { seed, disturbance }, `seed ${seed}`);
  });
});
