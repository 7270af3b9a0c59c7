import { expect } from "chai";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { FINALIZER } from "../../contract/identity.ts";
import { sleep } from "../../operator/runtime/clock.ts";
import { change, create, createAll, remove, rests } from "./world/story.ts";
import { ORGANIZATION, World } from "./world/world.ts";

const SPEC = { cluster: "one", appType: "container", dockerImage: "nginx" };

describe("A deployment that is made again as soon as it has gone, while the answer that it may go is lost", function () {
  this.timeout(300_000);
  it("is delivered", async () => {
    const world = new World({ seed: 1 });
    await world.start();
    await createAll(world, ["a"]);
    await rests(world, DEPLOYMENTS, "a", "running");
    await change(world, DEPLOYMENTS, "a", { replicas: 2 });
    await rests(world, DEPLOYMENTS, "a", "running");
    const server = world.management;
    const patch = server.patch.bind(server);
    let lost = 0;
    // The API server does what it was asked for, and the answer never comes; meanwhile somebody applies it again.
    server.patch = (async (
      type: never,
      ref: { name: string },
      body: { body: { metadata?: { finalizers?: string[] } } },
      options: never,
    ) => {
      const answer = await patch(type, ref as never, body as never, options);
      const finalizers = body.body.metadata?.finalizers;
      if (
        (type as { kind: string }).kind !== "Deployment" ||
        ref.name !== "a" ||
        finalizers === undefined ||
        finalizers.includes(FINALIZER) ||
        lost > 0
      )
        return answer;
      lost += 1;
      await create(world, DEPLOYMENTS, "a", SPEC);
      await sleep(world.clock, 4_500);
      throw new KubeError("PATCH", { status: 0, reason: "Timeout" });
    }) as never;
    await remove(world, DEPLOYMENTS, "a");
    await world.until(() => Promise.resolve(expect(lost).to.equal(1)));
    await world.clock.advance(30 * 60_000);
    const found = await server.get(DEPLOYMENTS, { namespace: ORGANIZATION, name: "a" });
    const { phase } = (found?.["status"] ?? {}) as Readonly<{ phase?: string }>;
    const paths = world.repository.list("clusters/").filter((path) => path.includes("/applications/a"));
    expect([phase, paths.length]).to.deep.equal(["running", 1]);
    await world.stop();
  });
});
