import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { DATABASE_BACKUPS } from "../../adapters/kubernetes/resource-types.ts";
import { BACKUP_MAX_MS } from "../../operator/machines/backup/state.ts";
import { backupStory, startDatabase } from "./stories/backup-story.ts";
import { assertSame, assertSameAfterCrashes, play, type Played } from "./world/play.ts";
import { create, gone, rests, settle } from "./world/story.ts";
import { World } from "./world/world.ts";
import { statusOf } from "./world/status-of.ts";

describe("Backups in the simulated world", function () {
  this.timeout(900_000);
  let calm: Played;
  before(async () => {
    calm = await play(backupStory);
  });

  it("are made once each, told in Git, kept when their database goes, and taken away with what was made", () => {
    expect(calm.result).to.deep.equal({
      made: ["bad", "good"],
      inGit: ["backups/bad.yaml", "backups/early.yaml", "backups/good.yaml"],
      left: ["bad"],
      leftInGit: [],
      bad: ["failed", "The engine could not make it: no space left."],
    });
  });

  it("end the same after a crash at every effect of theirs", async () => {
    const of = (effect: string): boolean => effect.includes("Backup");
    await assertSameAfterCrashes(backupStory, calm, { of, sides: "either" });
  });

  it("end the same with lost events, conflicts and pushes that fail", async () => {
    for (const seed of [21, 22]) {
      const disturbance = { staleMs: 1_000, lost: 0.05, conflicts: 0.15, latencyMs: 200, pushFaults: 0.2 };
      await assertSame(backupStory, calm, { seed, disturbance }, `seed ${seed}`);
    }
  });

  it("go with their file and their object when the archive no longer reaches back to them", async () => {
    await play(async (world) => {
      const { cnpg, handle, id } = await startDatabase(world);
      await create(world, DATABASE_BACKUPS, "old", { database: "orders" });
      await rests(world, DATABASE_BACKUPS, "old", "completed");
      await world.clock.advance(3_600_000);
      await create(world, DATABASE_BACKUPS, "new", { database: "orders" });
      await rests(world, DATABASE_BACKUPS, "new", "completed");
      const ends = async (name: string) => String((await statusOf(world, DATABASE_BACKUPS, name))["completedAt"]);
      await cnpg.window(handle, id, { firstRecoverabilityPoint: await ends("old") });
      await settle(world);
      expect((await statusOf(world, DATABASE_BACKUPS, "old")).phase).to.equal("completed");
      await cnpg.window(handle, id, { firstRecoverabilityPoint: await ends("new") });
      await gone(world, DATABASE_BACKUPS, "old");
      const left = (await cnpg.backups(handle)).map(({ metadata }) => metadata.name.slice(0, -11));
      expect(left).to.deep.equal(["new"]);
      const files = world.repository.list("clusters/").filter((path) => path.includes("/backups/"));
      expect(files.map((path) => path.split("/").at(-1))).to.deep.equal(["new.yaml"]);
      cnpg.stop();
    });
  });

  it("are held to what their engine says: the monitor notices one that is failed and was not", () => {
    const { monitor } = new World({ seed: 1 });
    monitor.onEngineFailure("bad-0123456789");
    const failed = (name: string): KubeObject => ({
      kind: DATABASE_BACKUPS.kind,
      metadata: { name, uid: name },
      status: { phase: "failed", statusReason: "BackupFailed" },
    });
    for (const name of ["bad", "good"]) monitor.onEvent(DATABASE_BACKUPS, "MODIFIED", failed(name));
    expect(monitor.violations).to.deep.equal([
      "DatabaseBackup good is failed (BackupFailed) through no fault of its own",
    ]);
  });

  it("fail at their deadline when the engine never ends, as after a node is gone", async () => {
    await play(async (world) => {
      const { cnpg } = await startDatabase(world);
      cnpg.fate = () => "hangs";
      await create(world, DATABASE_BACKUPS, "stuck", { database: "orders" });
      await rests(world, DATABASE_BACKUPS, "stuck", "running");
      cnpg.stop();
      await world.clock.advance(BACKUP_MAX_MS + 60_000);
      const { statusReason, errorMessage } = await statusOf(world, DATABASE_BACKUPS, "stuck");
      expect([statusReason, errorMessage]).to.deep.equal([
        "BackupTimeout",
        "It did not end within 6 hours: the engine says running.",
      ]);
    });
  });
});
