import { expect } from "chai";
import { replicationStory } from "./stories/replication-story.ts";
import { assertSame, assertSameAfterCrashes, play, type Played } from "./world/play.ts";

describe("Replicas in the simulated world", function () {
  this.timeout(900_000);
  let calm: Played;
  before(async () => {
    calm = await play(replicationStory);
  });

  it("follow, hold the deletion of their source up, and have credentials of their own once promoted", () => {
    expect(calm.result).to.deep.equal({
      following: ["replica", "following", true, true],
      held: "It is followed by copy; promote or delete them first, the deletion goes on by itself.",
      promoted: ["primary", true, true],
      kept: [["final-", "completed", undefined]],
    });
  });

  it("end the same after a crash at an effect around the deletion", async () => {
    const of = (effect: string): boolean => effect.includes("Backup");
    await assertSameAfterCrashes(replicationStory, calm, { of, sides: "either" });
  });

  it("end the same with lost events, conflicts and pushes that fail", async () => {
    const disturbance = { staleMs: 1_000, lost: 0.05, conflicts: 0.15, latencyMs: 200, pushFaults: 0.2 };
    await assertSame(replicationStory, calm, { seed: 31, disturbance }, "disturbed");
  });
});
