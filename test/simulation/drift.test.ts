import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { Condition } from "../../contract/resources/conditions.ts";
import { createAll, rests, settle } from "./world/story.ts";
import { World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

describe("Drift in a simulated world", function () {
  this.timeout(900_000);
  let world: World;

  beforeEach(async () => {
    world = new World({ seed: 11 });
    await world.start();
    await createAll(world, ["a", "b"]);
    for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
    await settle(world);
  });
  afterEach(() => world.stop());

  async function drifted(name: string): Promise<Condition> {
    const found = (await deploymentStatus(world, name)).conditions?.find(({ type }) => type === "Drifted");
    if (found === undefined) throw new Error(`${name} says nothing of drift`);
    return found;
  }
  async function drift(name: string, objects: readonly string[], healsAfterMs: number): Promise<void> {
    const { handle = "" } = await deploymentStatus(world, name);
    void world.argo.drift(handle, objects, healsAfterMs);
  }
  const shows = (name: string, status: string): Promise<void> =>
    world.until(async () => expect((await drifted(name)).status).to.equal(status), 60_000);

  it("is told with its objects, of whom it concerns alone, and goes when it is mended", async () => {
    expect(await drifted("a")).to.include({ status: "False", reason: "AsCommitted" });
    await drift("a", ["Deployment/x", "Service/y"], 30_000);
    await shows("a", "True");
    expect((await drifted("a")).message).to.contain(
      "2 objects on the cluster differ from what Git holds: Deployment/x, Service/y.",
    );
    expect((await drifted("b")).status).to.equal("False");
    expect((await deploymentStatus(world, "a")).phase, "it runs all the same").to.equal("running");
    await shows("a", "False");
  });

  it("that is put back at once is not worth a write", async () => {
    const before = JSON.stringify(await deploymentStatus(world, "a"));
    world.monitor.resetCounts();
    await drift("a", ["Deployment/x"], 0);
    await world.clock.advance(60_000);
    expect([...world.monitor.statusPatches.values()]).to.deep.equal([]);
    expect(JSON.stringify(await deploymentStatus(world, "a"))).to.equal(before);
  });

  it("stays told over a restart of the operator, and costs two writes", async () => {
    await drift("a", ["Deployment/x"], 0);
    await world.clock.advance(30_000);
    world.monitor.resetCounts();
    // A sync was asked for at this revision before: nothing but the self-heal mends it.
    await drift("a", ["Deployment/x"], 8_000);
    await shows("a", "True");
    const { lastTransitionTime } = await drifted("a");
    world.kill();
    await world.startOperator();
    await world.clock.advance(2_000);
    expect(await drifted("a")).to.include({ status: "True", lastTransitionTime });
    await shows("a", "False");
    expect(Math.max(...world.monitor.statusPatches.values())).to.equal(2);
  });
});
