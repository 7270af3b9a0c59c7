import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { ClusterStatus } from "../../contract/resources/cluster-status.ts";
import { change, create, rests } from "./world/story.ts";
import { World } from "./world/world.ts";
import { clusterStatus } from "./world/status-of.ts";

const LOCAL = { provider: "local", region: "local-1", tier: "dedicated" };
const HANGING = Array.from({ length: 24 }, (_, index) => `hang-${index}`);

type Condition = NonNullable<ClusterStatus["conditions"]>[number];

async function readyOf(world: World, name: string): Promise<Condition> {
  const found = (await clusterStatus(world, name)).conditions?.find(({ type }) => type === "Ready");
  if (found === undefined) throw new Error(`${name} has no Ready condition`);
  return found;
}

describe("Clusters whose API servers take calls and never answer", function () {
  this.timeout(900_000);
  let world: World;
  let hungAtMs: number;

  before(async () => {
    world = new World({ seed: 1 });
    await world.start();
    for (const name of ["well", ...HANGING]) await create(world, CLUSTERS, name, LOCAL);
    for (const name of ["well", ...HANGING]) await rests(world, CLUSTERS, name, "running");
    hungAtMs = world.clock.nowMs();
    for (const name of HANGING) world.hanging.add((await clusterStatus(world, name)).handle ?? "");
  });
  after(() => world.stop());

  it("show degraded, with the reason and since when", async () => {
    for (const name of HANGING) await rests(world, CLUSTERS, name, "degraded");
    const { statusReason, errorMessage } = await clusterStatus(world, "hang-0");
    const { status, reason, message, lastTransitionTime } = await readyOf(world, "hang-0");
    expect([statusReason, status, reason, message]).to.deep.equal([
      "ClusterUnreachable",
      "False",
      "ClusterUnreachable",
      errorMessage,
    ]);
    expect(Date.parse(lastTransitionTime) - hungAtMs).to.be.within(60_000, 130_000);
    await world.clock.advance(10 * 60_000);
    expect((await readyOf(world, "hang-0")).lastTransitionTime, "it stays the moment it began").to.equal(
      lastTransitionTime,
    );
  });

  it("slow nothing: a change of a healthy one and a new one take what they take without them", async () => {
    const changedAtMs = world.clock.nowMs();
    await change(world, CLUSTERS, "well", { nodeCount: 2 });
    await rests(world, CLUSTERS, "well", "running");
    expect(world.clock.nowMs() - changedAtMs, "change").to.be.lessThan(8_000);
    const createdAtMs = world.clock.nowMs();
    await create(world, CLUSTERS, "new", LOCAL);
    await rests(world, CLUSTERS, "new", "running");
    expect(world.clock.nowMs() - createdAtMs, "creation").to.be.lessThan(20_000);
    const deployedAtMs = world.clock.nowMs();
    const spec = { appType: "container", dockerImage: "nginx:1", containerPort: 80 };
    await create(world, DEPLOYMENTS, "shop", { ...spec, cluster: "well" });
    await rests(world, DEPLOYMENTS, "shop", "running");
    expect(world.clock.nowMs() - deployedAtMs, "deployment").to.be.lessThan(10_000);
  });

  it("run again as soon as they answer", async () => {
    world.hanging.clear();
    const answeredAtMs = world.clock.nowMs();
    for (const name of HANGING) await rests(world, CLUSTERS, name, "running");
    expect(world.clock.nowMs() - answeredAtMs).to.be.lessThan(35_000);
  });
});

describe("Clusters whose calls do not even end with their own deadlines", function () {
  this.timeout(900_000);

  it("hold up others for a pass at most: it ends all that it has begun", async () => {
    const world = new World({ seed: 1 });
    await world.start();
    world.hangsForMs = 3_600_000;
    // Made as they are registered, where a pass calls their API servers one after the other.
    const names = HANGING.slice(0, 10);
    for (const name of names) await create(world, CLUSTERS, name, LOCAL);
    await world.until(async () => {
      for (const name of names) world.hanging.add((await clusterStatus(world, name)).handle ?? fail(name));
    });
    await world.clock.advance(30_000);
    const createdAtMs = world.clock.nowMs();
    await create(world, CLUSTERS, "well", LOCAL);
    await rests(world, CLUSTERS, "well", "running");
    expect(world.clock.nowMs() - createdAtMs).to.be.lessThan(5 * 60_000);
    await world.stop();
  });
});

function fail(name: string): never {
  throw new Error(`${name} has no handle yet`);
}
