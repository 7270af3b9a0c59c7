import { expect } from "chai";
import { CLUSTERS, POD_DISRUPTION_BUDGETS, UPGRADE_REQUESTS } from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import { change, create, gone, remove, rests, settle } from "./world/story.ts";
import { ORGANIZATION, World, type WorldOptions } from "./world/world.ts";

type Shown = Readonly<{ phase?: string; statusReason?: string; fromVersion?: string; handle?: string }>;

async function statusOf(world: World, name: string): Promise<Shown> {
  const object = await world.management.get(UPGRADE_REQUESTS, { namespace: ORGANIZATION, name });
  return object?.["status"] ?? {};
}

/** A cluster at 1.35.4; two requests of which the older stays; a budget in the way, lifted; the upgrade; the end. */
async function upgradeStory(world: World): Promise<unknown> {
  const spec = { provider: "local", region: "local-1", tier: "dedicated", kubernetesVersion: "1.35.4" };
  await create(world, CLUSTERS, "one", spec);
  await rests(world, CLUSTERS, "one", "running");
  const cluster = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" });
  const handle = (cluster?.["status"] as Shown | undefined)?.handle ?? "";
  const tenant = world.tenant(handle);
  const blocked = { metadata: { name: "b", namespace: "a" }, status: { disruptionsAllowed: 0, expectedPods: 1 } };
  await tenant?.create(POD_DISRUPTION_BUDGETS, blocked, { fieldManager: "test" });
  await create(world, UPGRADE_REQUESTS, "one-1", { cluster: "one", toVersion: "1.36.3" });
  await world.clock.advance(2_000);
  await create(world, UPGRADE_REQUESTS, "one-2", { cluster: "one", toVersion: "1.36.3" });
  await rests(world, UPGRADE_REQUESTS, "one-2", "rejected");
  await change(world, UPGRADE_REQUESTS, "one-1", { decision: "approved" });
  await world.until(async () => {
    const { phase, statusReason } = await statusOf(world, "one-1");
    expect([phase, statusReason]).to.deep.equal(["preflight", "PreflightBlocked"]);
  });
  await tenant?.delete(POD_DISRUPTION_BUDGETS, { namespace: "a", name: "b" });
  await rests(world, UPGRADE_REQUESTS, "one-1", "completed");
  await rests(world, CLUSTERS, "one", "running");
  await settle(world);
  const middle = await look(world, handle);
  await remove(world, CLUSTERS, "one", { [ANNOTATIONS.cascade]: "true" });
  await gone(world, CLUSTERS, "one");
  for (const name of ["one-1", "one-2"]) await gone(world, UPGRADE_REQUESTS, name);
  return middle;
}

/** Takes down the versions that the cluster shows everywhere, and the requests' files. */
async function look(world: World, handle: string): Promise<readonly unknown[]> {
  const after = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" });
  const { fromVersion } = await statusOf(world, "one-1");
  const files = world.repository.list(`clusters/${handle}/upgrades/`).map((path) => path.split("/").at(-1));
  return [
    (after?.["spec"] as { kubernetesVersion?: string }).kubernetesVersion,
    after?.metadata.generation,
    (after?.["status"] as { kubernetesVersion?: string }).kubernetesVersion,
    world.cloud.specs()[handle]?.kubernetes_version,
    fromVersion,
    files,
  ];
}

async function play(options: WorldOptions): Promise<Readonly<{ world: World; result: unknown }>> {
  const world = new World(options);
  await world.start();
  try {
    return { world, result: await upgradeStory(world) };
  } finally {
    await world.stop();
  }
}

describe("Upgrades in a simulated world", function () {
  this.timeout(300_000);
  const expected = ["1.36.3", 2, "v1.36.3", "1.36.3", "1.35.4", ["one-1.yaml", "one-2.yaml"]];
  let effects: readonly string[];

  before(async () => {
    const { world, result } = await play({ seed: 1 });
    expect(world.monitor.violations).to.deep.equal([]);
    expect(result).to.deep.equal(expected);
    ({ effects } = world);
  });

  it("ends the same after a crash at every effect boundary: the version is ordered once", async () => {
    for (let at = 1; at <= effects.length; at += 1) {
      for (const when of ["before", "after"] as const) {
        const why = `crash ${when} effect ${at} (${effects[at - 1] ?? ""})`;
        const { world, result } = await play({ seed: 1, disturbance: { crashes: [{ at, when }] } });
        expect(world.monitor.violations, why).to.deep.equal([]);
        expect(result, why).to.deep.equal(expected);
      }
    }
  });

  it("ends the same with late, lost and conflicting calls", async () => {
    const disturbance = { staleMs: 1_000, lost: 0.05, conflicts: 0.15, latencyMs: 200, pushFaults: 0.2 };
    for (let seed = 1; seed <= 6; seed += 1) {
      const { world, result } = await play({ seed, disturbance });
      expect(world.monitor.violations, `seed ${seed}`).to.deep.equal([]);
      expect(result, `seed ${seed}`).to.deep.equal(expected);
    }
  });
});
