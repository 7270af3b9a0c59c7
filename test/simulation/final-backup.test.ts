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
});
