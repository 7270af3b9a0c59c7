import { expect } from "chai";
import { CLUSTERS, POD_DISRUPTION_BUDGETS, UPGRADE_REQUESTS } from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS } from "../../../contract/identity.ts";
import { change, create, gone, remove, rests, settle } from "../world/story.ts";
import { ORGANIZATION, type World } from "../world/world.ts";

type Shown = Readonly<{ phase?: string; statusReason?: string; fromVersion?: string; handle?: string }>;

async function statusOf(world: World, name: string): Promise<Shown> {
  const object = await world.management.get(UPGRADE_REQUESTS, { namespace: ORGANIZATION, name });
  return object?.["status"] ?? {};
}

/** A cluster at 1.35.4; two requests of which the older stays; a budget in the way, lifted; the upgrade; the end. */
export async function upgradeStory(world: World): Promise<unknown> {
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
