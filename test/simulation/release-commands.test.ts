import { expect } from "chai";
import { failingAgainStory, releaseCommandStory, stoppedStory } from "./stories/release-command-story.ts";
import type { World } from "./world/world.ts";
import { OLD_DECISIONS } from "./world/old-decisions.ts";
import { assertSame, assertSameAfterCrashes, play, type Played } from "./world/play.ts";
import { spoiledWorld } from "./world/spoiled-world.ts";

const [FIRST, SECOND, NOT_FOUND, LAST] = ["nginx:1.27", "nginx:1.28", "nginx:no", "nginx:1.29"];

const fullStory = (world: World): Promise<unknown> => releaseCommandStory(world, true);

describe("Release commands in a simulated world", function () {
  this.timeout(900_000);
  let calm: Played;

  before(async () => {
    calm = await play(fullStory);
  });

  it("run once before what they belong to; what ran stays where one fails, and runs again for whoever asks", () => {
    const running = { phase: "running", reason: "Running", jobs: 1 };
    expect(calm.result).to.deep.equal({
      seen: [
        { ...running, image: FIRST },
        { phase: "failed", reason: "ReleaseFailed", jobs: 2, image: FIRST },
        { ...running, image: SECOND },
        { ...running, image: SECOND },
        { phase: "failed", reason: "ImageNotFound", jobs: 2, image: SECOND },
        { ...running, image: LAST },
      ],
      runs: [FIRST, SECOND, SECOND, NOT_FOUND, LAST],
    });
  });

  it("run as often when the operator dies before or after any of its effects", async () => {
    console.log(`      ${await assertSameAfterCrashes(fullStory, calm)} crashes`);
  });

  it("run as often with late, lost and contested observations", async () => {
    const disturbance = { staleMs: 1_000, lost: 0.05, conflicts: 0.15, latencyMs: 200, pushFaults: 0.2 };
    for (let seed = 1; seed <= 6; seed += 1) await assertSame(fullStory, calm, { seed, disturbance }, `seed ${seed}`);
  });

  for (const [whose, skewMs] of [
    ["right", 0],
    ["behind", -600_000],
    ["ahead", 600_000],
  ] as const)
    it(`fail once for each who asks, where the clock of their cluster is ${whose}`, async () => {
      const story = (world: World): Promise<unknown> => failingAgainStory(world, skewMs);
      const played = await play(story);
      expect(played.result).to.deep.equal([FIRST, SECOND, SECOND, LAST]);
      if (skewMs < 0) console.log(`      ${await assertSameAfterCrashes(story, played)} crashes`);
    });

  it("keep nothing from being stopped or from falling asleep, and fail what is to start with the same image", async () => {
    const played = await play(stoppedStory);
    expect(played.result).to.deep.equal({
      seen: [
        ["failed", "ReleaseFailed", FIRST],
        ["stopped", "Stopped", undefined],
        ["failed", "ReleaseFailed", undefined],
        ["stopped", "Asleep", undefined],
        ["stopped", "Asleep", undefined],
        ["running", "Running", LAST],
      ],
      runs: [FIRST, SECOND, LAST],
    });
    console.log(`      ${await assertSameAfterCrashes(stoppedStory, played)} crashes`);
  });

  const bad = [
    ["retried", "tries a failed one again by itself"],
    ["askedForEver", "runs one again for a sync that was asked for before it"],
  ] as const;
  for (const [bug, does] of bad)
    it(`catches an operator that ${does}`, async () => {
      const wrong = await spoiledWorld(OLD_DECISIONS[bug]);
      const played = await play(fullStory, { seed: 1 }, wrong).catch((error: Error) => error);
      if (!(played instanceof Error)) expect(played.result).to.not.deep.equal(calm.result);
      else console.log(`      ${played.message}`);
    });
});
