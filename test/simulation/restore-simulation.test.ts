import { expect } from "chai";
import { restoreStory, upgradedSourceStory } from "./stories/restore-story.ts";
import { assertSameAfterCrashes, play, type Played } from "./world/play.ts";

describe("Restores in the simulated world", function () {
  this.timeout(900_000);
  let calm: Played;
  before(async () => {
    calm = await play(restoreStory);
  });

  it("make new databases of backups and moments, leave the source untouched, and outlive it", () => {
    expect(calm.result).to.deep.equal({
      untouched: true,
      copy: ["orders", "17", true, true],
      idle: [
        "RecoveryTargetNotReached",
        "The engine cannot go on: the archive holds no change after the moment that was asked for, its last one is of 2026-01-01T00:00:05.500Z. Restore an earlier moment, or make a backup of the source and restore that.",
        true,
      ],
      kept: ["scheduled-1", "scheduled-2"],
      refused: undefined,
    });
  });

  it("end the same after a crash at an effect of theirs", async () => {
    const of = (effect: string): boolean => /Backup|copy|moment/.test(effect);
    await assertSameAfterCrashes(restoreStory, calm, { of, sides: "either" });
  });

  it("have the version that the data had, and end where its newest backup leads to", async () => {
    const { result } = await play(upgradedSourceStory);
    expect(result).to.deep.equal({ promised: true, versions: ["17", "16", "16"] });
  });
});
