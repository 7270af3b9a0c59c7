import { expect } from "chai";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { APPLICATIONS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { change, create, createAll, rests, settle } from "./world/story.ts";
import { ARGOCD, World } from "./world/world.ts";

const WEB = { cluster: "one", appType: "web_app", dockerImage: "nginx:1.29", replicas: 1, containerPort: 80 };
const SOON_MS = 60_000;

type Patch = Readonly<{ body: unknown }>;

/** One deployment runs, so that its cluster and root are there. */
async function running(): Promise<World> {
  const world = new World({ seed: 7 });
  await world.start();
  await createAll(world, ["a"]);
  await rests(world, DEPLOYMENTS, "a", "running");
  await settle(world);
  return world;
}

async function within(world: World, limitMs: number, during: () => Promise<void>): Promise<void> {
  const startedMs = world.clock.nowMs();
  await during();
  expect(world.clock.nowMs() - startedMs, "how long it took").to.be.below(limitMs);
}

async function end(world: World): Promise<void> {
  expect(world.monitor.violations).to.deep.equal([]);
  await world.stop();
}

const isRoot = (name: string): boolean => name.startsWith("root-");

describe("An Application that Argo CD leaves out of sync", function () {
  this.timeout(900_000);

  it("is synced when it is a root and others wait for it, and nothing goes by that", async () => {
    const world = await running();
    world.argo.leaves = isRoot;
    await within(world, SOON_MS, async () => {
      await create(world, DEPLOYMENTS, "b", WEB);
      await rests(world, DEPLOYMENTS, "b", "running");
    });
    const { items } = await world.management.list(APPLICATIONS, { namespace: ARGOCD });
    const root = items.find(({ metadata }) => isRoot(metadata.name)) as unknown as {
      status: { operationState: { operation: { sync: { prune: boolean } } } };
    };
    expect(root.status.operationState.operation.sync.prune).to.equal(false);
    await end(world);
  });

  it("is asked for once more when it moved as it was asked for (known bad: the first refusal was remembered as done)", async () => {
    const world = await running();
    world.argo.leaves = (name) => !isRoot(name);
    const { management } = world;
    const patch = management.patch.bind(management);
    let refused = 0;
    management.patch = (type, ref, wanted, options) => {
      const { operation } = (wanted as Patch).body as { operation?: { info?: unknown } };
      if (type.kind !== APPLICATIONS.kind || operation?.info === undefined || refused > 0)
        return patch(type, ref, wanted, options);
      refused += 1;
      return Promise.reject(new KubeError(`PATCH ${ref.name}`, { status: 409, reason: "Conflict" }));
    };
    await within(world, SOON_MS, async () => {
      await change(world, DEPLOYMENTS, "a", { replicas: 2 });
      await rests(world, DEPLOYMENTS, "a", "running");
    });
    expect(refused).to.equal(1);
    await end(world);
  });
});
