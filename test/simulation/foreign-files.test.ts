import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS, UPGRADE_REQUESTS } from "../../adapters/kubernetes/resource-types.ts";
import { CHANNELS_FOLDER } from "../../render/bundle/channel-files.ts";
import { create, createAll, gone, remove, rests } from "./world/story.ts";
import { World } from "./world/world.ts";

async function running(): Promise<World> {
  const world = new World({ seed: 1 });
  await world.start();
  await createAll(world, ["a"]);
  await rests(world, DEPLOYMENTS, "a", "running");
  return world;
}
/** Commits a file as a person with a clone of the repository does. */
async function commit(world: World, path: string): Promise<void> {
  const files = new Map(Object.entries(world.repository.files()));
  world.repository.push(world.repository.head(), files.set(path, "Hello\n"), world.clock.nowMs(), "Notes");
  await world.refreshGit();
  await world.clock.advance(60_000);
}

describe("Files that the writer would not name itself", function () {
  this.timeout(300_000);
  for (const name of ["README.md", ".gitkeep", "my_notes.txt"])
    it(`a deployment goes though somebody has put ${name} into its folder`, async () => {
      const world = await running();
      const [values = ""] = world.repository.list("clusters/").filter((path) => path.endsWith("/values.yaml"));
      await commit(world, values.replace("values.yaml", name));
      await remove(world, DEPLOYMENTS, "a");
      await gone(world, DEPLOYMENTS, "a");
      await world.stop();
    });
  it("a cluster goes though somebody has put README.md into its folder", async () => {
    const world = await running();
    const [values = ""] = world.repository.list("clusters/").filter((path) => path.endsWith("/values.yaml"));
    await commit(world, `${values.split("/").slice(0, 2).join("/")}/README.md`);
    await remove(world, DEPLOYMENTS, "a");
    await gone(world, DEPLOYMENTS, "a");
    await remove(world, CLUSTERS, "one");
    await gone(world, CLUSTERS, "one");
    await world.stop();
  });
  it("the bundle is kept up though somebody has put .gitkeep among its channels", async () => {
    const world = await running();
    const [channel = ""] = world.repository.list(`${CHANNELS_FOLDER}/`);
    await commit(world, `${CHANNELS_FOLDER}/.gitkeep`);
    // Somebody takes one of the platform's own files away: it is to come back.
    const files = new Map(Object.entries(world.repository.files()));
    files.delete(channel);
    world.repository.push(world.repository.head(), files, world.clock.nowMs(), "Oops");
    await world.refreshGit();
    await world.clock.advance(30 * 60_000);
    expect(world.repository.list(channel)).to.deep.equal([channel]);
    await world.stop();
  });
  it("an upgrade request with the longest name that the API server takes goes", async () => {
    const world = await running();
    const name = "u".repeat(253);
    await create(world, UPGRADE_REQUESTS, name, { cluster: "one", toVersion: "1.36" });
    await world.clock.advance(60_000);
    await remove(world, UPGRADE_REQUESTS, name);
    await gone(world, UPGRADE_REQUESTS, name);
    await world.stop();
  });
});
