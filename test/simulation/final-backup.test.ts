import { expect } from "chai";
import { CLUSTERS, DATABASE_BACKUPS, DATABASE_INSTANCES } from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import { CnpgDouble } from "./world/cnpg-double.ts";
import { create, gone, remove, rests } from "./world/story.ts";
import { World } from "./world/world.ts";

describe("The last backup of a database", function () {
  this.timeout(900_000);

  it("is made though somebody empties the branch by force when it is deleted", async () => {
    const world = new World({ seed: 1 });
    const cnpg = new CnpgDouble(world);
    await world.start();
    await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
    await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql" });
    await rests(world, DATABASE_INSTANCES, "orders", "running");
    world.kill();
    world.repository.force(undefined, new Map(), world.clock.nowMs());
    await remove(world, DATABASE_INSTANCES, "orders", { [ANNOTATIONS.finalBackup]: "true" });
    await world.startOperator();
    await gone(world, DATABASE_INSTANCES, "orders");
    const names = (await world.management.list(DATABASE_BACKUPS)).items.map(({ metadata }) => metadata.name);
    expect(names.filter((name) => name.startsWith("final-"))).to.have.length(1);
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
  const cnpg = new CnpgDouble(world);
  await world.start();
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql" });
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  world.kill();
  world.gitAway = true;
  await world.startOperator();
  await world.clock.advance(10_000);
  await remove(world, DATABASE_INSTANCES, "orders", { [ANNOTATIONS.finalBackup]: "true" });
  await world.clock.advance(30_000 + backAfterMs);
  world.gitAway = false;
  await gone(world, DATABASE_INSTANCES, "orders");
  const names = (await world.management.list(DATABASE_BACKUPS)).items.map(({ metadata }) => metadata.name);
  cnpg.stop();
  await world.stop();
  return names.filter((name) => name.startsWith("final-")).length;
}
