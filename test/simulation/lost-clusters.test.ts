import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, CONFIG_MAPS, DATABASE_INSTANCES, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, LABELS } from "../../contract/identity.ts";
import { startDatabase } from "./stories/backup-story.ts";
import { loseStatuses } from "./world/losses.ts";
import { OLD_DECISIONS } from "./world/old-decisions.ts";
import { spoiledWorld } from "./world/spoiled-world.ts";
import { create, createAll, gone, remove, rests, settle } from "./world/story.ts";
import { ORGANIZATION, World } from "./world/world.ts";
import { clusterStatus } from "./world/status-of.ts";

type Shown = Readonly<{ handle?: string; statusReason?: string }>;

async function running(WorldClass: typeof World): Promise<Readonly<{ world: World; handle: string }>> {
  const world = new WorldClass({ seed: 1 });
  await world.start();
  await createAll(world, ["a", "b"]);
  for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
  await rests(world, CLUSTERS, "one", "running");
  await settle(world);
  return { world, handle: (await clusterStatus(world, "one")).handle ?? "" };
}

/** The provider loses the cluster: its API server answers nobody, and Argo CD cannot delete there. */
async function lose(world: World, handle: string): Promise<void> {
  await world.cloud.deleteCluster(handle);
  world.hanging.add(handle);
  world.undeletable = () => "the server does not answer";
}

/** The operator comes back without the settings of its provider, and the cluster is deleted. */
async function unserved(WorldClass: typeof World): Promise<World> {
  const { world } = await running(WorldClass);
  world.kill();
  world.serves = false;
  await world.startOperator();
  await remove(world, CLUSTERS, "one", { [ANNOTATIONS.cascade]: "true" });
  await world.clock.advance(5 * 60_000);
  return world;
}

describe("Clusters that are lost", function () {
  this.timeout(900_000);

  it("let their deployments go", async () => {
    const { world, handle } = await running(World);
    await lose(world, handle);
    await rests(world, CLUSTERS, "one", "error");
    await remove(world, DEPLOYMENTS, "a");
    await gone(world, DEPLOYMENTS, "a");
    expect(world.monitor.violations).to.deep.equal([]);
    await world.stop();
  });

  it("let a deployment go by force before they are given up", async () => {
    const { world, handle } = await running(World);
    await lose(world, handle);
    await rests(world, CLUSTERS, "one", "degraded");
    await remove(world, DEPLOYMENTS, "a", { [ANNOTATIONS.force]: "true" });
    await gone(world, DEPLOYMENTS, "a");
    await world.stop();
  });

  it("are not let go while their machines run and nobody serves their provider", async () => {
    const world = await unserved(World);
    expect((await clusterStatus(world, "one")).statusReason).to.equal("ProviderUnsupported");
    expect(world.cloud.handles()).to.have.length(1);
    await world.management.patch(
      CLUSTERS,
      { namespace: ORGANIZATION, name: "one" },
      { kind: "merge", body: { metadata: { annotations: { [ANNOTATIONS.force]: "true" } } } },
      { fieldManager: "test" },
    );
    await gone(world, CLUSTERS, "one");
    const { items } = await world.management.list(CONFIG_MAPS, { namespace: "berth-system" });
    expect(items.map(({ metadata }) => metadata.name).join()).to.contain("leftover-one");
    expect(world.monitor.violations).to.deep.equal([]);
    await world.stop();
  });

  it("are not taken for such that never ran where only their statuses are lost and their provider is away", async () => {
    const { world } = await running(World);
    world.kill();
    await loseStatuses(world);
    world.monitor.beginAnew();
    world.monitor.goOn([...world.management.everything().values()]);
    world.cloud.away = true;
    await remove(world, DEPLOYMENTS, "a");
    await world.startOperator();
    await gone(world, DEPLOYMENTS, "a");
    expect(world.monitor.violations).to.deep.equal([]);
    await world.stop();
  });

  it("hold up the deletion of a database that others follow, though their statuses are lost", async () => {
    const world = new World({ seed: 1 });
    await world.start();
    const { cnpg, id } = await startDatabase(world);
    const follower = { cluster: "one", engine: "postgresql", replicationSourceId: id };
    await create(world, DATABASE_INSTANCES, "copy", follower);
    world.kill();
    await loseStatuses(world);
    world.cloud.away = true;
    await remove(world, DATABASE_INSTANCES, "orders");
    await world.startOperator();
    await world.clock.advance(5 * 60_000);
    const found = await world.management.get(DATABASE_INSTANCES, { namespace: ORGANIZATION, name: "orders" });
    expect((found?.["status"] as Shown | undefined)?.statusReason).to.equal("ReplicasFollow");
    cnpg.stop();
    await world.stop();
  });

  it("stay at their provider when somebody brings them back from Git after a deletion by force", async () => {
    const { world, handle } = await running(World);
    for (const name of ["a", "b"]) await remove(world, DEPLOYMENTS, name);
    for (const name of ["a", "b"]) await gone(world, DEPLOYMENTS, name);
    const found = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" });
    const { apiVersion, kind, metadata, spec } = (found ?? {}) as KubeObject & Readonly<{ spec?: object }>;
    world.cloud.away = true;
    await remove(world, CLUSTERS, "one", { [ANNOTATIONS.force]: "true" });
    await gone(world, CLUSTERS, "one");
    const { name = "", labels } = metadata ?? {};
    const again = { apiVersion, kind, metadata: { name, namespace: ORGANIZATION, labels }, spec } as KubeObject;
    await world.management.create(CLUSTERS, again, { fieldManager: "kubectl" });
    const removed: string[] = [];
    world.cloud.deleteCluster = (machines) => Promise.resolve(void removed.push(machines));
    world.kill();
    world.cloud.away = false;
    await world.startOperator();
    await rests(world, CLUSTERS, "one", "running");
    await settle(world);
    const options = { namespace: "berth-system", labelSelector: LABELS.leftover };
    const { items } = await world.management.list(CONFIG_MAPS, options);
    expect([removed, items.length, world.cloud.handles()]).to.deep.equal([[], 0, [handle]]);
    await world.stop();
  });

  it("are let go by the decision of before, which is seen", async () => {
    const world = await unserved(await spoiledWorld(OLD_DECISIONS.unserved));
    expect(world.monitor.violations.join()).to.contain("while the cloud's cluster are there");
    await world.stop();
  });
});
