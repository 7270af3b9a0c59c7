import { CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import { change, create, gone, remove, rests, settle } from "../world/story.ts";
import type { World } from "../world/world.ts";

/** A cluster whose server type is sold out where it was wanted; it runs in another region, and goes. */
export async function retryStory(world: World): Promise<void> {
  world.cloud.refusing = "sold_out";
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "dedicated" });
  await rests(world, CLUSTERS, "one", "error");
  await settle(world);
  world.cloud.refusing = undefined;
  await change(world, CLUSTERS, "one", { retryAttempt: 1, region: "local-2" });
  await rests(world, CLUSTERS, "one", "running");
  await settle(world);
  await remove(world, CLUSTERS, "one");
  await gone(world, CLUSTERS, "one");
}
