import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { assertGolden } from "../support/golden.ts";
import { databaseStory } from "./stories/database-story.ts";
import { promotionStory } from "./stories/promotion-story.ts";
import { retryStory } from "./stories/retry-story.ts";
import { serverTypeStory } from "./stories/server-type-story.ts";
import { upgradeStory } from "./stories/upgrade-story.ts";
import type { Disturbance } from "./world/disturbance.ts";
import { play, type Story } from "./world/play.ts";
import { RunLog } from "./world/run-log.ts";
import { mainStory } from "./world/story.ts";
import type { WorldOptions } from "./world/world.ts";

const FOLDER = join(import.meta.dirname, "__golden__");
const LATE: Disturbance = { staleMs: 2_000, conflicts: 0.2, latencyMs: 200 };

const RUNS: Readonly<Record<string, readonly [Story, WorldOptions]>> = {
  "cluster-retry": [retryStory, { seed: 1 }],
  "cluster-server-type": [serverTypeStory, { seed: 1 }],
  "cluster-server-type-seed-7": [serverTypeStory, { seed: 7, disturbance: LATE }],
  "cluster-upgrade": [upgradeStory, { seed: 1 }],
  "cluster-upgrade-seed-7": [upgradeStory, { seed: 7, disturbance: LATE }],
  "database-life": [databaseStory, { seed: 1 }],
  "deployment-life": [mainStory, { seed: 1 }],
  "deployment-life-seed-7": [mainStory, { seed: 7, disturbance: LATE }],
  "deployment-promotion": [promotionStory({ from: "dedicated", to: "shared" }), { seed: 1 }],
};

async function logOf(story: Story, options: WorldOptions): Promise<string> {
  let log: RunLog | undefined;
  await play((world) => {
    log = new RunLog(world);
    return story(world);
  }, options);
  return `${log?.lines.join("\n") ?? ""}\n`;
}

/** What people see of a run, and what the operator does for it, in order: a change of either is read in the diff of a file. */
describe("Simulated runs", function () {
  this.timeout(900_000);

  for (const [name, [story, options]] of Object.entries(RUNS))
    it(`go as they are written down: ${name}`, async () => {
      assertGolden(join(FOLDER, `${name}.txt`), await logOf(story, options));
    });

  it("are all told, and none that is no longer played", () => {
    expect(readdirSync(FOLDER)).to.have.members(Object.keys(RUNS).map((name) => `${name}.txt`));
  });

  it("would be seen to go another way (known bad): an operator that replays conflicts", async () => {
    const bad = await logOf(mainStory, { seed: 7, disturbance: LATE, misbehaves: "replays-conflicts" }).catch(
      (error: unknown) => String(error),
    );
    expect(bad).to.not.equal(readFileSync(join(FOLDER, "deployment-life-seed-7.txt"), "utf8"));
  });
});
