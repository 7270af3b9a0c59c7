import { expect } from "chai";
import { DATABASE_BACKUPS } from "../../adapters/kubernetes/resource-types.ts";
import { mysqlStory, startMysql } from "./stories/mysql-story.ts";
import { assertSame, assertSameAfterCrashes, play, type Played } from "./world/play.ts";
import { create, gone, rests } from "./world/story.ts";
import { statusOf } from "./world/status-of.ts";

const HOUR_MS = 3_600_000;

describe("A MySQL database in the simulated world", function () {
  this.timeout(900_000);
  let calm: Played;
  before(async () => {
    calm = await play(mysqlStory);
  });

  it("is backed up by Jobs of MOCO's and by its schedule, each shown once, also when it is deleted", () => {
    const path = /^s3:\/\/archive\/moco\/shop-[a-z2-7]{10}\/db-ID\/TIME$/;
    const { backups, ...rest } = calm.result as { backups: { path: string }[] };
    const [bad, good, scheduled] = backups;
    expect(bad).to.include({ name: "bad", trigger: "manual", phase: "failed", size: undefined, path: "" });
    expect(good).to.include({ name: "good", trigger: "manual", phase: "completed", size: 4_096 });
    expect(scheduled).to.include({ name: "scheduled", trigger: "scheduled", phase: "completed", size: 4_096 });
    for (const one of [good, scheduled]) expect(one?.path).to.match(path);
    expect(rest).to.deep.equal({
      reached: "moco-db-ID-primary.HANDLE.svc:3306",
      jobs: ["bad", "good"],
      window: [true, false],
      left: ["bad", "good"],
    });
  });

  it("lets its backups go when their days are over, with their Jobs and files; nobody else would say so", async () => {
    await play(async (world) => {
      const { moco, handle } = await startMysql(world);
      await create(world, DATABASE_BACKUPS, "good", { database: "shop" });
      await rests(world, DATABASE_BACKUPS, "good", "completed");
      moco.stop();
      await world.clock.advance(23 * HOUR_MS);
      expect((await statusOf(world, DATABASE_BACKUPS, "good")).phase).to.equal("completed");
      await world.clock.advance(2 * HOUR_MS);
      await gone(world, DATABASE_BACKUPS, "good");
      expect(await moco.jobs(handle)).to.deep.equal([]);
      expect(world.repository.list("clusters/").filter((path) => path.includes("/backups/"))).to.deep.equal([]);
    });
  });

  it("ends the same after a crash at every effect of its backups", async () => {
    const of = (effect: string): boolean => /Backup|Job/.test(effect);
    await assertSameAfterCrashes(mysqlStory, calm, { of, sides: "either" });
  });

  it("ends the same with lost events, conflicts and pushes that fail", async () => {
    const disturbance = { staleMs: 1_000, lost: 0.05, conflicts: 0.15, latencyMs: 200, pushFaults: 0.2 };
    await assertSame(mysqlStory, calm, { seed: 31, disturbance }, "seed 31");
  });
});
