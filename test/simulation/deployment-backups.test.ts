import { expect } from "chai";
import {
  CLUSTERS,
  DEPLOYMENTS,
  VELERO_BACKUPS,
  VELERO_LOCATIONS,
  VELERO_SCHEDULES,
} from "../../adapters/kubernetes/resource-types.ts";
import { reasonOf, statusOf } from "./stories/image-story.ts";
import { play } from "./world/play.ts";
import { change, create, rests, settle } from "./world/story.ts";
import type { World } from "./world/world.ts";

const BACKUPS = { enabled: true, schedule: "daily", retentionDays: 7 };
const BY = { fieldManager: "test" };

async function becomes(world: World, reason: string): Promise<void> {
  await world.until(async () => expect(await reasonOf(world, "a", "BackedUp")).to.equal(reason));
}

describe("Backups of deployments in a simulated world", function () {
  this.timeout(900_000);

  it("are told as they are, from a cluster without a place for them to the newest that can be restored", async () => {
    await play(async (world) => {
      await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "dedicated" });
      const spec = { cluster: "one", appType: "web_app", dockerImage: "nginx:1.27" };
      await create(world, DEPLOYMENTS, "a", { ...spec, backups: BACKUPS });
      await create(world, DEPLOYMENTS, "b", spec);
      await rests(world, DEPLOYMENTS, "a", "running");
      await becomes(world, "NoLocation");
      const [cluster = ""] = world.tenantHandles();
      const tenant = world.tenant(cluster);
      const { handle = "" } = await statusOf(world, "a");
      const namespace = "velero";
      const location = { metadata: { namespace, name: "default" }, spec: { default: true } };
      await tenant?.create(VELERO_LOCATIONS, { ...location, status: { phase: "Available" } }, BY);
      await becomes(world, "NotScheduled");
      await tenant?.create(VELERO_SCHEDULES, { metadata: { namespace, name: handle } }, BY);
      await becomes(world, "NoneYet");
      const labels = { "velero.io/schedule-name": handle };
      const make = async (name: string): Promise<string> => {
        const startTimestamp = new Date(world.clock.nowMs()).toISOString();
        const status = { phase: "Completed", startTimestamp };
        await tenant?.create(VELERO_BACKUPS, { metadata: { namespace, name, labels }, status }, BY);
        return startTimestamp;
      };
      for (const name of ["first", "second"]) {
        const startTimestamp = await make(`${handle}-${name}`);
        const told = async (): Promise<string | undefined> =>
          (await statusOf(world, "a")).conditions?.find(({ type }) => type === "BackedUp")?.message;
        await world.until(async () => expect(await told()).to.contain(startTimestamp));
      }
      await change(world, DEPLOYMENTS, "a", { backups: { ...BACKUPS, enabled: false } });
      await rests(world, DEPLOYMENTS, "a", "running");
      await settle(world);
      for (const name of ["a", "b"]) expect(await reasonOf(world, name, "BackedUp")).to.equal(undefined);
    });
  });
});
