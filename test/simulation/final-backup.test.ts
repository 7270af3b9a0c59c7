import { expect } from "chai";
import { DATABASE_BACKUPS, DATABASE_INSTANCES } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import { startDatabase } from "./stories/backup-story.ts";
import { loseStatuses } from "./world/losses.ts";
import { gone, remove } from "./world/story.ts";
import { World } from "./world/world.ts";

describe("The last backup of a database", function () {
  this.timeout(900_000);

  it("is made though somebody empties the branch by force when it is deleted", async () => {
    const world = new World({ seed: 1 });
    await world.start();
    const { cnpg } = await startDatabase(world);
    world.kill();
    world.repository.force(undefined, new Map(), world.clock.nowMs());
    await remove(world, DATABASE_INSTANCES, "orders", { [ANNOTATIONS.finalBackup]: "true" });
    await world.startOperator();
    await gone(world, DATABASE_INSTANCES, "orders");
    expect(await countLast(world)).to.equal(1);
    cnpg.stop();
    await world.stop();
  });

  it("is made though the status of the database was lost when it was deleted", async () => {
    const world = new World({ seed: 1 });
    await world.start();
    const { cnpg } = await startDatabase(world);
    world.kill();
    await loseStatuses(world);
    await remove(world, DATABASE_INSTANCES, "orders", { [ANNOTATIONS.finalBackup]: "true" });
    await world.startOperator();
    await gone(world, DATABASE_INSTANCES, "orders");
    expect(await countLast(world)).to.equal(1);
    cnpg.stop();
    await world.stop();
  });

  it("is made whenever Git comes back that was away when it was deleted", async () => {
    const without: number[] = [];
    // The branch may be read at any moment of a pass: between two looks at it above all.
    for (let backAfterMs = 0; backAfterMs < 5_000; backAfterMs += 250)
      if ((await lastBackups(backAfterMs)) !== 1) without.push(backAfterMs);
    expect(without).to.deep.equal([]);
  });
});

/** Deletes a database with a last backup while Git is away, has Git come back, and counts last backups when it has gone. */
async function lastBackups(backAfterMs: number): Promise<number> {
  const world = new World({ seed: 1 });
  await world.start();
  const { cnpg } = await startDatabase(world);
  world.kill();
  world.gitAway = true;
  await world.startOperator();
  await world.clock.advance(10_000);
  await remove(world, DATABASE_INSTANCES, "orders", { [ANNOTATIONS.finalBackup]: "true" });
  await world.clock.advance(30_000 + backAfterMs);
  world.gitAway = false;
  await gone(world, DATABASE_INSTANCES, "orders");
  const count = await countLast(world);
  cnpg.stop();
  await world.stop();
  return count;
}

/** Counts last backups that are done. */
async function countLast(world: World): Promise<number> {
  const { items } = await world.management.list<KubeObject & { status?: { phase?: string } }>(DATABASE_BACKUPS);
  return items.filter(({ metadata, status }) => metadata.name.startsWith("final-") && status?.phase === "completed")
    .length;
}
