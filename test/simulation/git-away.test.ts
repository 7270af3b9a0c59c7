import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { chartOf } from "./world/chart-of.ts";
import { change, create, createAll, gone, remove, rests, settle, snapshot } from "./world/story.ts";
import { ORGANIZATION, World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

const MINUTE_MS = 60_000;

type Status = Readonly<{
  phase?: string;
  statusReason?: string;
  delivery?: { version?: string };
  conditions?: readonly { type: string; status: string; reason: string }[];
}>;

/** Two deployments run; then the operator ends, and the Git server goes away. */
async function withGitAway(): Promise<World> {
  const names = ["a", "b"];
  const world = new World({ seed: 5 });
  await world.start();
  await createAll(world, names);
  for (const name of names) await rests(world, DEPLOYMENTS, name, "running");
  await settle(world);
  world.kill();
  world.gitAway = true;
  world.orphans = {};
  return world;
}

async function end(world: World): Promise<void> {
  expect(world.monitor.violations).to.deep.equal([]);
  await world.stop();
}

describe("An operator that begins to lead while Git is away", function () {
  this.timeout(900_000);

  it("follows what lives, writes nothing, and nothing twice once Git is back", async () => {
    const world = await withGitAway();
    const [before, files, head] = [await snapshot(world), world.repository.files(), world.repository.head()];
    await world.startOperator();
    world.monitor.resetCounts();
    await world.clock.advance(2 * MINUTE_MS);
    expect(await snapshot(world), "all is known from what statuses record").to.deep.equal(before);
    expect([...world.monitor.statusPatches.values()], "nothing is news").to.deep.equal([]);

    world.ails = (name) => (name.startsWith("a-") ? "Degraded" : undefined);
    await rests(world, DEPLOYMENTS, "a", "failed");
    expect((await deploymentStatus(world, "a")).statusReason).to.equal("Unhealthy");
    expect((await deploymentStatus(world, "b")).phase).to.equal("running");
    world.ails = () => undefined;
    await rests(world, DEPLOYMENTS, "a", "running");

    world.gitAway = false;
    await world.clock.advance(MINUTE_MS);
    await settle(world);
    expect([world.repository.head(), world.repository.files()]).to.deep.equal([head, files]);
    await end(world);
  });

  it("says of what is changed or new that Git is away, and delivers it once that is back", async () => {
    const world = await withGitAway();
    const head = world.repository.head();
    await world.startOperator();
    await change(world, DEPLOYMENTS, "a", { replicas: 3 });
    await create(world, DEPLOYMENTS, "c", { cluster: "one", appType: "container", dockerImage: "nginx" });
    await world.until(async () => {
      for (const name of ["a", "c"])
        expect((await deploymentStatus(world, name)).statusReason).to.equal("GitUnavailable");
    });
    expect((await deploymentStatus(world, "b")).phase).to.equal("running");
    expect(world.repository.head()).to.equal(head);
    const pushes = world.repository.pushes;
    world.gitAway = false;
    for (const name of ["a", "b", "c"]) await rests(world, DEPLOYMENTS, name, "running");
    await settle(world);
    expect(world.repository.pushes - pushes, "each once").to.be.within(1, 2);
    await end(world);
  });

  it("takes nothing away before it has seen the branch, and all of it afterwards", async () => {
    const world = await withGitAway();
    const files = world.repository.files();
    await world.startOperator();
    await remove(world, DEPLOYMENTS, "a");
    await world.until(async () => expect((await deploymentStatus(world, "a")).statusReason).to.equal("GitUnavailable"));
    await world.clock.advance(5 * MINUTE_MS);
    expect(world.repository.files()).to.deep.equal(files);
    expect(world.orphans, "an unread branch is no empty one").to.deep.equal({});
    world.gitAway = false;
    await gone(world, DEPLOYMENTS, "a");
    expect(world.repository.list("clusters/").filter((path) => /\/a-[^/]+(\/|\.yaml$)/.test(path))).to.deep.equal([]);
    await rests(world, DEPLOYMENTS, "b", "running");
    await rests(world, CLUSTERS, "one", "running");
    await end(world);
  });

  it("finds what was lost from the branch meanwhile", async () => {
    const world = await withGitAway();
    const files = world.repository.files();
    await world.startOperator();
    await world.clock.advance(MINUTE_MS);
    world.repository.force(undefined, new Map(), world.clock.nowMs());
    world.gitAway = false;
    await world.until(
      async () => Promise.resolve(expect(world.repository.files()).to.deep.equal(files)),
      2 * MINUTE_MS,
    );
    for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
    await end(world);
  });

  it("keeps the chart that things were delivered with, though it brings a newer one", async () => {
    const world = await withGitAway();
    const before = await snapshot(world);
    world.charts = { ...world.charts, workload: chartOf("workload", "0.2.0") };
    await world.startOperator();
    await world.clock.advance(3 * MINUTE_MS);
    expect(await snapshot(world)).to.deep.equal(before);
    for (const name of ["a", "b"]) expect((await deploymentStatus(world, name)).statusReason).to.equal("Running");
    world.gitAway = false;
    await world.until(async () => {
      expect(world.repository.list("platform/charts/workload/0.2.0")).to.not.have.length(0);
      const delivered = await world.management.list(DEPLOYMENTS, { namespace: ORGANIZATION });
      const versions = delivered.items.map((one) => (one["status"] as Status | undefined)?.delivery?.version);
      expect(versions, "their wave comes once it is there").to.deep.equal(["0.2.0", "0.2.0"]);
    });
    for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
    await end(world);
  });
});
