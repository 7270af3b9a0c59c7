import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { statusOf } from "./stories/image-story.ts";
import { change, createAll, rests } from "./world/story.ts";
import { World } from "./world/world.ts";

const HOUR_MS = 3_600_000;

describe("An operator whose clock jumps", function () {
  this.timeout(900_000);

  for (const [when, restart] of [
    ["while it runs", false],
    ["while nobody runs", true],
  ] as const)
    it(`tells in time of what never becomes healthy, though it began when the clock was hours ahead that is set right ${when}`, async () => {
      const world = new World({ seed: 1 });
      await world.start();
      await createAll(world, ["a"]);
      await rests(world, CLUSTERS, "one", "running");
      await rests(world, DEPLOYMENTS, "a", "running");
      world.operatorSkewMs = 3 * HOUR_MS;
      world.ails = (name) => (name.startsWith("a-") ? "Progressing" : undefined);
      await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:1.30" });
      await rests(world, DEPLOYMENTS, "a", "provisioning");
      if (restart) world.kill();
      world.operatorSkewMs = 0;
      if (restart) await world.startOperator();
      await rests(world, DEPLOYMENTS, "a", "failed");
      expect((await statusOf(world, "a")).statusReason).to.equal("HealthTimeout");
      await world.stop();
    });
});
