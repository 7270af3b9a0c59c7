import { expect } from "chai";
import type { ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, DATABASE_INSTANCES, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { requestedOptions, sentDeletion } from "../../contract/deletion-options.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import { CnpgDouble } from "./world/cnpg-double.ts";
import { create, createAll, gone, remove, rests } from "./world/story.ts";
import { ORGANIZATION, World } from "./world/world.ts";

async function withWorld(seed: number, play: (world: World) => Promise<void>): Promise<void> {
  const world = new World({ seed });
  await world.start();
  try {
    await createAll(world, ["a"]);
    await rests(world, DEPLOYMENTS, "a", "running");
    await play(world);
    expect(world.monitor.violations).to.deep.equal([]);
  } finally {
    await world.stop();
  }
}

async function annotate(
  world: World,
  type: ResourceType,
  name: string,
  annotations: Readonly<Record<string, string>>,
): Promise<void> {
  const patch = { kind: "merge", body: { metadata: { annotations } } } as const;
  await world.management.patch(type, { namespace: ORGANIZATION, name }, patch, { fieldManager: "berth-api" });
}

async function isInUse(world: World): Promise<void> {
  await world.until(async () => {
    const object = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" });
    expect(object?.["status"]).to.include({ statusReason: "ClusterInUse" });
  });
}

describe("The options of a deletion", function () {
  this.timeout(900_000);

  it("do not count for a later one, when the DELETE that they were for never came", async () => {
    await withWorld(1, async (world) => {
      await annotate(world, CLUSTERS, "one", requestedOptions([ANNOTATIONS.cascade], "cut"));
      await remove(world, CLUSTERS, "one");
      await isInUse(world);
      await world.clock.advance(120_000);
      await rests(world, DEPLOYMENTS, "a", "running");
      await annotate(world, CLUSTERS, "one", { [ANNOTATIONS.cascade]: "true" });
      await gone(world, CLUSTERS, "one");
    });
  });

  it("count once their own request has deleted", async () => {
    await withWorld(2, async (world) => {
      await annotate(world, CLUSTERS, "one", requestedOptions([ANNOTATIONS.cascade], "r1"));
      await remove(world, CLUSTERS, "one");
      await annotate(world, CLUSTERS, "one", sentDeletion("r1"));
      await gone(world, CLUSTERS, "one");
      await gone(world, DEPLOYMENTS, "a");
    });
  });

  it("do not give a database up for a later one, and do for their own", async () => {
    await withWorld(4, async (world) => {
      const cnpg = new CnpgDouble(world);
      await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql" });
      await rests(world, DATABASE_INSTANCES, "orders", "running");
      const isThere = async (): Promise<boolean> =>
        (await world.management.get(DATABASE_INSTANCES, { namespace: ORGANIZATION, name: "orders" })) !== undefined;
      world.undeletable = () => "it hangs";
      await annotate(world, DATABASE_INSTANCES, "orders", requestedOptions([ANNOTATIONS.force], "cut"));
      await remove(world, DATABASE_INSTANCES, "orders");
      await annotate(world, DATABASE_INSTANCES, "orders", sentDeletion("another"));
      await world.clock.advance(30 * 60_000);
      expect(await isThere(), "the cut request's option gave it up").to.equal(true);
      await annotate(world, DATABASE_INSTANCES, "orders", {
        ...requestedOptions([ANNOTATIONS.force], "own"),
        ...sentDeletion("own"),
      });
      await gone(world, DATABASE_INSTANCES, "orders");
      cnpg.stop();
    });
  });

  it("on a cluster that lives are nothing to what is deleted from it", async () => {
    await withWorld(3, async (world) => {
      await annotate(world, CLUSTERS, "one", { [ANNOTATIONS.force]: "true" });
      await remove(world, DEPLOYMENTS, "a");
      await gone(world, DEPLOYMENTS, "a");
    });
  });
});
