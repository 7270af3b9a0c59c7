import { CLUSTERS, NODES, PODS } from "../../../adapters/kubernetes/resource-types.ts";
import { change, create, rests, settle, snapshot } from "../world/story.ts";
import { ORGANIZATION, type World } from "../world/world.ts";

const DEDICATED = { provider: "local", region: "local-1", tier: "dedicated", nodeCount: 2, serverType: "small" };
const TEST = { fieldManager: "test" };

async function handleOf(world: World): Promise<string> {
  const object = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" });
  return (object?.["status"] as { handle?: string } | undefined)?.handle ?? "";
}

/** Puts the cloud's machines into the cluster, a pod on each. */
async function join(world: World, handle: string): Promise<void> {
  const tenant = world.tenant(handle);
  for (const number of [1, 2]) {
    const name = `${handle}-small-${number}`;
    await tenant?.create(NODES, { metadata: { name }, spec: {} }, TEST);
    const pod = { metadata: { name: `pod-${number}`, namespace: "shop" }, spec: { nodeName: name } };
    await tenant?.create(PODS, pod, TEST);
  }
}

/** What comes of a change of the server type. */
export type ServerTypeEnd = Readonly<{ machines: readonly string[]; pods: readonly string[]; end: unknown }>;

/** Changes the server type of a cluster whose nodes carry pods. */
export async function serverTypeStory(world: World): Promise<ServerTypeEnd> {
  await create(world, CLUSTERS, "one", DEDICATED);
  await rests(world, CLUSTERS, "one", "running");
  await settle(world);
  const handle = await handleOf(world);
  await join(world, handle);
  world.setUpEffects = world.effects.length;
  await change(world, CLUSTERS, "one", { serverType: "medium" });
  await rests(world, CLUSTERS, "one", "running");
  // A cluster at rest is looked at every half minute: its nodes are shown as they are then.
  await world.clock.advance(120_000);
  const machines = (await world.cloud.getCluster(handle))?.nodes.map(({ name }) => name) ?? [];
  const pods = (await world.tenant(handle)?.list(PODS))?.items.map(({ metadata }) => metadata.name) ?? [];
  return { machines, pods, end: await snapshot(world) };
}
