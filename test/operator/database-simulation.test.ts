import { expect } from "chai";
import { databaseStory } from "./stories/database-story.ts";
import { assertSame, assertSameAfterCrashes, play, type Played } from "./world/play.ts";

describe("A database in the simulated world", function () {
  this.timeout(300_000);
  let calm: Played;
  before(async () => {
    calm = await play(databaseStory);
  });

  it("is made, serves, fails over, grows and goes, with its password and its files", () => {
    const { middle, ...end } = calm.result as { middle: Record<string, string> };
    expect(end).to.deep.equal({ applications: 0, password: undefined });
    expect(middle).to.include({ phase: "running", engineVersion: "18" });
    expect(middle["path"]).to.match(/^clusters\/one-[a-z2-7]{10}\/databases\/orders-[a-z2-7]{10}\/values\.yaml$/);
    expect(middle["connectionHost"]).to.match(/^postgres-rw\.orders-[a-z2-7]{10}\.svc$/);
  });

  it("ends the same after a crash at every effect boundary", async () => {
    await assertSameAfterCrashes(databaseStory, calm, { sides: "alternating" });
  });

  it("ends the same with lost events, conflicts and pushes that fail", async () => {
    for (const seed of [11, 12, 13]) {
      const disturbance = { staleMs: 1_000, lost: 0.05, conflicts: 0.15, latencyMs: 200, pushFaults: 0.2 };
      await assertSame(databaseStory, calm, { seed, disturbance }, `seed ${seed}`);
    }
  });
});
