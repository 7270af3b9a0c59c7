import { expect } from "chai";
import { CLUSTERS, DATABASE_INSTANCES, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { Condition } from "../../contract/resources/conditions.ts";
import type { Spoiling } from "../support/spoil-source.ts";
import { CnpgDouble } from "./world/cnpg-double.ts";
import { OLD_DECISIONS } from "./world/old-decisions.ts";
import { spoiledWorld } from "./world/spoiled-world.ts";
import { change, create, createAll, rests, settle } from "./world/story.ts";
import { ORGANIZATION, World } from "./world/world.ts";

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const AWAY = "rpc error: code = Unavailable desc = connection refused";
const NAMES = ["a", "b"];

type Shown = Readonly<{ phase?: string; statusReason?: string; conditions?: readonly Condition[] }>;

async function statusOf(world: World, type: ResourceType, name: string): Promise<Shown> {
  const object = await world.management.get<KubeObject>(type, { namespace: ORGANIZATION, name });
  return object?.["status"] ?? {};
}

async function phases(world: World): Promise<readonly string[]> {
  const all = NAMES.map((name) => statusOf(world, DEPLOYMENTS, name));
  return [...(await Promise.all(all)), await statusOf(world, DATABASE_INSTANCES, "orders")].map(
    ({ phase = "none" }) => phase,
  );
}

/** Two deployments and a database that run. */
async function running(WorldClass: typeof World): Promise<Readonly<{ world: World; cnpg: CnpgDouble }>> {
  const world = new WorldClass({ seed: 1 });
  const cnpg = new CnpgDouble(world);
  await world.start();
  await createAll(world, NAMES);
  await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql" });
  for (const name of NAMES) await rests(world, DEPLOYMENTS, name, "running");
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  await settle(world);
  return { world, cnpg };
}

/** Argo CD cannot compare for an hour: Git, its repo server or the cluster is away, and what runs is healthy. */
async function incomparable(WorldClass: typeof World): Promise<World> {
  const { world, cnpg } = await running(WorldClass);
  world.incomparable = () => AWAY;
  await world.clock.advance(10 * MINUTE_MS);
  expect(await phases(world)).to.deep.equal(["running", "running", "running"]);
  const { conditions = [] } = await statusOf(world, DEPLOYMENTS, "a");
  expect(conditions.find(({ type }) => type === "Synced")?.status, "the condition tells it").to.equal("Unknown");
  const writes = world.effects.length;
  await world.clock.advance(20 * MINUTE_MS);
  const between = world.effects.slice(writes).filter((effect) => /(Deployment|DatabaseInstance) .*status/.test(effect));
  expect(between, "it is told once").to.deep.equal([]);
  await change(world, DEPLOYMENTS, "a", { replicas: 2 });
  await world.clock.advance(20 * MINUTE_MS);
  expect((await statusOf(world, DEPLOYMENTS, "a")).phase, "what is not delivered in time").to.equal("error");
  world.incomparable = () => undefined;
  for (const name of NAMES) await rests(world, DEPLOYMENTS, name, "running");
  await settle(world);
  cnpg.stop();
  return world;
}

/** The resources are made anew from a branch whose newest commit is a week old. */
async function staleCommits(WorldClass: typeof World): Promise<World> {
  const { world, cnpg } = await running(WorldClass);
  world.kill();
  world.repository.age(WEEK_MS);
  // Its pods come up for a while, so that it is not healthy at once; Argo CD looks every three minutes.
  world.ails = (name) => (name.startsWith("a-") ? "Progressing" : undefined);
  await world.clock.advance(4 * MINUTE_MS);
  for (const [type, names] of [
    [CLUSTERS, ["one"]],
    [DEPLOYMENTS, NAMES],
  ] as const)
    for (const name of names) {
      const ref = { namespace: ORGANIZATION, name };
      const { handle } = (await statusOf(world, type, name)) as { handle?: string };
      const body = [{ op: "replace", path: "/status", value: { handle } }];
      await world.management.patch(type, ref, { kind: "json", body }, { fieldManager: "test", subresource: "status" });
    }
  world.monitor.beginAnew();
  await world.startOperator();
  await world.clock.advance(10_000);
  expect(await phases(world), "nobody is blamed for the age of a commit").to.not.include("failed");
  world.ails = () => undefined;
  for (const name of NAMES) await rests(world, DEPLOYMENTS, name, "running");
  await settle(world);
  cnpg.stop();
  return world;
}

/** An application that crashes is its owner's. */
async function crashes(WorldClass: typeof World): Promise<World> {
  const { world, cnpg } = await running(WorldClass);
  world.ails = (name) => (name.startsWith("a-") ? "Degraded" : undefined);
  await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:broken" });
  await rests(world, DEPLOYMENTS, "a", "failed");
  world.ails = () => undefined;
  await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:mended" });
  await rests(world, DEPLOYMENTS, "a", "running");
  cnpg.stop();
  return world;
}

async function verdict(tale: (WorldClass: typeof World) => Promise<World>, decision: Spoiling): Promise<string> {
  const Spoiled = await spoiledWorld(decision);
  return tale(Spoiled).then(
    (world) => world.monitor.violations.join(),
    (error: unknown) => String(error),
  );
}

describe("Whose fault it is, in a simulated world", function () {
  this.timeout(900_000);

  const tales = { incomparable, staleCommits, crashes };
  for (const [name, tale] of Object.entries(tales))
    it(`is told rightly: ${name}`, async () => {
      const world = await tale(World);
      expect(world.monitor.violations).to.deep.equal([]);
      await world.stop();
    });

  it("is told wrongly by the decisions of before, which is seen", async () => {
    expect(await verdict(incomparable, OLD_DECISIONS.comparison)).to.contain("failed");
    expect(await verdict(staleCommits, OLD_DECISIONS.deadline)).to.contain("failed");
  });
});
