import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { TooCostlyError } from "../../adapters/worker/bounded-worker.ts";
import { renderParts } from "../../render/deployment/render-parts.ts";
import { change, create, rests } from "./world/story.ts";
import { World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

const LOCAL = { provider: "local", region: "local-1", tier: "dedicated" };
const SPEC = { appType: "container", dockerImage: "nginx:1", containerPort: 80, cluster: "one" };
const LONG = `podAnnotations: {a: "${"x".repeat(20_000)}"}`;
const HOSTILE = `#${"&".repeat(40_000)}`;

describe("A deployment whose text is hostile", function () {
  this.timeout(900_000);
  let world: World;
  let asked: string[];
  let giveUp: () => void;

  before(async () => {
    asked = [];
    const ended = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(new TooCostlyError("Too much time"));
    });
    ended.catch(() => undefined);
    world = new World({
      seed: 1,
      renderElsewhere: (input) => {
        asked.push(input.metadata.name);
        return input.spec.customValuesYaml === HOSTILE ? ended : Promise.resolve(input).then(renderParts);
      },
    });
    await world.start();
    await create(world, CLUSTERS, "one", LOCAL);
    await rests(world, CLUSTERS, "one", "running");
  });
  after(() => world.stop());

  it("holds up no other one while it is rendered, whether that has much text or little", async () => {
    await create(world, DEPLOYMENTS, "hostile", { ...SPEC, customValuesYaml: HOSTILE });
    await create(world, DEPLOYMENTS, "small", SPEC);
    await create(world, DEPLOYMENTS, "long", { ...SPEC, customValuesYaml: LONG });
    for (const name of ["small", "long"]) await rests(world, DEPLOYMENTS, name, "running");
    expect(asked.filter((name) => name === "hostile")).to.have.length(1);
    expect((await deploymentStatus(world, "hostile")).phase).to.not.equal("running");
  });

  it("says so itself once that took too long, and is not tried again by the next operator", async () => {
    giveUp();
    await rests(world, DEPLOYMENTS, "hostile", "failed");
    const { statusReason, errorMessage, conditions = [] } = await deploymentStatus(world, "hostile");
    expect([statusReason, errorMessage?.includes("custom_values_yaml")]).to.deep.equal(["RenderTooCostly", true]);
    const rendered = conditions.find(({ type }) => type === "Rendered");
    expect([rendered?.status, rendered?.reason, rendered?.observedGeneration]).to.deep.equal([
      "False",
      "RenderTooCostly",
      1,
    ]);
    asked.length = 0;
    world.kill();
    await world.startOperator();
    await change(world, DEPLOYMENTS, "long", { replicas: 2 });
    await rests(world, DEPLOYMENTS, "long", "running");
    await world.clock.advance(10 * 60_000);
    expect([asked.includes("long"), asked.includes("hostile")]).to.deep.equal([true, false]);
  });

  it("runs as soon as its text is mended", async () => {
    await change(world, DEPLOYMENTS, "hostile", { customValuesYaml: LONG });
    await rests(world, DEPLOYMENTS, "hostile", "running");
  });
});

describe("A deployment with a comment of 40 KB", function () {
  this.timeout(900_000);

  it("takes the operator as long for each of its characters as one of 80 KB", async () => {
    const [once, twice] = [await bestMs(40_000), await bestMs(80_000)];
    expect(twice / once, `${once} ms, ${twice} ms`).to.be.below(3);
  });
});

/** Measures what an operator spends until a deployment runs. */
async function bestMs(length: number): Promise<number> {
  let best = Infinity;
  for (let tries = 0; tries < 2; tries += 1) {
    const world = new World({ seed: 1 });
    await world.start();
    await create(world, CLUSTERS, "one", LOCAL);
    await rests(world, CLUSTERS, "one", "running");
    const before = process.threadCpuUsage();
    await create(world, DEPLOYMENTS, "shop", { ...SPEC, customValuesYaml: `#${"&".repeat(length)}` });
    await rests(world, DEPLOYMENTS, "shop", "running");
    best = Math.min(best, process.threadCpuUsage(before).user / 1000);
    await world.stop();
  }
  return best;
}
