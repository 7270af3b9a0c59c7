import { expect } from "chai";
import { CLUSTERS, CONFIG_MAPS, DEPLOYMENTS, NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, LABELS } from "../../contract/identity.ts";
import { SHARED, startHosts } from "./stories/virtual-cluster-story.ts";
import { create, gone, remove, rests } from "./world/story.ts";
import { World } from "./world/world.ts";
import { clusterStatus } from "./world/status-of.ts";

const WEB = { appType: "web_app", dockerImage: "nginx:1.29", replicas: 1, containerPort: 80 };
/** More than passes of deployments run at once. */
const MANY = Array.from({ length: 40 }, (_, index) => `d${index}`);

async function shared(): Promise<World> {
  const world = new World({ seed: 1 });
  await world.start();
  await startHosts(world, ["h1"]);
  await create(world, CLUSTERS, "a", SHARED);
  await rests(world, CLUSTERS, "a", "running");
  return world;
}

describe("A host of shared clusters that does not answer", function () {
  this.timeout(600_000);

  it("is freed of a cluster that was deleted by force as soon as it answers", async () => {
    const world = await shared();
    const { handle = "", host = "" } = await clusterStatus(world, "a");
    world.hanging.add(host);
    await remove(world, CLUSTERS, "a");
    await world.until(async () => {
      expect((await clusterStatus(world, "a")).statusReason).to.equal("ProviderUnavailable");
    });
    await remove(world, CLUSTERS, "a", { [ANNOTATIONS.force]: "true" });
    await gone(world, CLUSTERS, "a");
    const leftovers = async (): Promise<number> => {
      const options = { namespace: "berth-system", labelSelector: LABELS.leftover };
      return (await world.management.list(CONFIG_MAPS, options)).items.length;
    };
    const onHost = async (): Promise<boolean> =>
      (await world.tenant(host)?.get(NAMESPACES, { name: `vc-${handle}` })) !== undefined;
    expect(await leftovers(), "it is remembered while nobody can see that it went").to.equal(1);
    world.hanging.delete(host);
    await world.clock.advance(10 * 60_000);
    expect([await leftovers(), await onHost()]).to.deep.equal([0, false]);
    await world.stop();
  });

  it("holds up nobody's deployments elsewhere, however many are deleted on it", async () => {
    const world = await shared();
    await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "dedicated" });
    await rests(world, CLUSTERS, "one", "running");
    for (const name of MANY) await create(world, DEPLOYMENTS, name, { ...WEB, cluster: "a" });
    for (const name of MANY) await rests(world, DEPLOYMENTS, name, "running");
    world.hangsForMs = 5_000;
    world.hanging.add((await clusterStatus(world, "a")).host ?? "");
    for (const name of MANY) await remove(world, DEPLOYMENTS, name);
    await world.clock.advance(30_000);
    for (const name of ["x0", "x1", "x2"]) {
      const begunMs = world.clock.monotonicMs();
      await create(world, DEPLOYMENTS, name, { ...WEB, cluster: "one" });
      await rests(world, DEPLOYMENTS, name, "running");
      expect(world.clock.monotonicMs() - begunMs).to.be.at.most(20_000);
    }
    await world.stop();
  });
});
