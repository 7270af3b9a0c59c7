import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS, IMAGE_UPDATERS } from "../../../adapters/kubernetes/resource-types.ts";
import { change, create, rests, settle } from "../world/story.ts";
import { ARGOCD, type World } from "../world/world.ts";
import { deploymentStatus } from "../world/status-of.ts";

/** Reads the reason of a condition. */
export async function reasonOf(world: World, name: string, type: string): Promise<string | undefined> {
  return (await deploymentStatus(world, name)).conditions?.find((one) => one.type === type)?.reason;
}

async function imageFileOf(world: World, name: string): Promise<string> {
  return ((await deploymentStatus(world, name)).git?.path ?? "").replace("values.yaml", "image.yaml");
}

/** Lets image automation write, as a stranger on the branch does. */
async function find(world: World, name: string, image: string): Promise<void> {
  const path = await imageFileOf(world, name);
  await world.until(async () => {
    const files = new Map(Object.entries(world.repository.files())).set(path, `image:\n  reference: ${image}\n`);
    if (world.repository.push(world.repository.head(), files, world.clock.nowMs()) === undefined)
      throw new Error("the branch moved");
    await Promise.resolve();
  });
}

/** Has an image found, chooses another one, then holds it; an ImageUpdater is there as long as it is wanted. */
export async function imageStory(world: World): Promise<void> {
  const updaters = async (): Promise<number> =>
    (await world.management.list(IMAGE_UPDATERS, { namespace: ARGOCD })).items.length;
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  const spec = { cluster: "one", appType: "api", dockerImage: "nginx:1.27", imageUpdateStrategy: "semver" };
  await create(world, DEPLOYMENTS, "a", spec);
  await rests(world, DEPLOYMENTS, "a", "running");
  await world.until(async () => expect(await updaters()).to.equal(1));
  await find(world, "a", "nginx:1.27.9");
  await settle(world);
  const file = await imageFileOf(world, "a");
  expect(world.repository.read(file), "is left alone").to.contain("nginx:1.27.9");
  world.setUpEffects = world.effects.length;
  await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:1.28" });
  await world.until(async () => expect(await Promise.resolve(world.repository.read(file))).to.equal(undefined));
  await rests(world, DEPLOYMENTS, "a", "running");
  await change(world, DEPLOYMENTS, "a", { imageUpdateStrategy: "none" });
  await world.until(async () => expect(await updaters()).to.equal(0));
  await rests(world, DEPLOYMENTS, "a", "running");
  await settle(world);
  expect(await reasonOf(world, "a", "ImageUpdates")).to.equal(undefined);
}
