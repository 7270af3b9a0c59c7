import { expect } from "chai";
import { CLUSTERS, NODES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { seededRandom, testSeed } from "../support/seeded-random.ts";
import { change, create, rests, settle, snapshot } from "./world/story.ts";
import { ORGANIZATION, World, type WorldOptions } from "./world/world.ts";

const DEDICATED = { provider: "local", region: "local-1", tier: "dedicated", nodeCount: 2, serverType: "small" };
const TEST = { fieldManager: "test" };

async function handleOf(world: World): Promise<string> {
  const object = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" });
  return (object?.["status"] as { handle?: string } | undefined)?.handle ?? "";
}

/** Puts the cloud's machines into the cluster, a pod on each. */
async function join(world: World, handle: string): Promise<void> {
  const tenant = world.tenant(handle);
  for (const number of [1, 2]) {
    const name = `${handle}-small-${number}`;
    await tenant?.create(NODES, { metadata: { name }, spec: {} }, TEST);
    const pod = { metadata: { name: `pod-${number}`, namespace: "shop" }, spec: { nodeName: name } };
    await tenant?.create(PODS, pod, TEST);
  }
}

/** Changes the server type of a cluster whose nodes carry pods. */
async function play(options: WorldOptions): Promise<{ world: World; result: unknown; from: number }> {
  const world = new World(options);
  await world.start();
  try {
    await create(world, CLUSTERS, "one", DEDICATED);
    await rests(world, CLUSTERS, "one", "running");
    await settle(world);
    const handle = await handleOf(world);
    await join(world, handle);
    const from = world.effects.length;
    await change(world, CLUSTERS, "one", { serverType: "medium" });
    await rests(world, CLUSTERS, "one", "running");
    // A cluster at rest is looked at every half minute: its nodes are shown as they are then.
    await world.clock.advance(120_000);
    const machines = (await world.cloud.getCluster(handle))?.nodes.map(({ name }) => name);
    const pods = (await world.tenant(handle)?.list(PODS))?.items.map(({ metadata }) => metadata.name);
    expect(world.monitor.violations).to.deep.equal([]);
    return { world, result: { machines, pods, end: await snapshot(world) }, from };
  } finally {
    await world.stop();
  }
}

describe("A change of the server type in a simulated world", function () {
  this.timeout(120_000);

  it("ends the same after a crash at every effect of it", async () => {
    const calm = await play({ seed: 1 });
    const { machines, pods } = calm.result as { machines: string[]; pods: string[] };
    expect([machines.map((name) => name.replace(/^.*?-(medium|small)/, "$1")), pods]).to.deep.equal([
      ["medium-1", "medium-2"],
      [],
    ]);
    const { effects } = calm.world;
    expect(effects.length - calm.from, "effects of the change").to.be.at.least(6);
    for (let at = calm.from + 1; at <= effects.length; at += 1) {
      for (const when of ["before", "after"] as const) {
        const why = `crash ${when} effect ${at} (${effects[at - 1] ?? ""})`;
        const { world, result } = await play({ seed: 1, disturbance: { crashes: [{ at, when }] } });
        expect(world.starts, why).to.equal(2);
        expect(result, why).to.deep.equal(calm.result);
      }
    }
  });

  it("ends the same with late observations, lost events, conflicts and slow calls", async () => {
    const calm = await play({ seed: 1 });
    const random = seededRandom(testSeed());
    for (let run = 0; run < 6; run += 1) {
      const seed = Math.floor(random() * 1e6);
      const disturbance = { staleMs: 1_500, lost: 0.05, conflicts: 0.2, latencyMs: 200 };
      expect((await play({ seed, disturbance })).result, `seed ${seed}`).to.deep.equal(calm.result);
    }
  });
});
