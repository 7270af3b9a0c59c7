import { expect } from "chai";
import {
  CLUSTERS,
  DEPLOYMENTS,
  VELERO_BACKUPS,
  VELERO_LOCATIONS,
  VELERO_SCHEDULES,
} from "../../adapters/kubernetes/resource-types.ts";
import type { FakeKubeClient } from "../support/fake-kube-client.ts";
import { reasonOf } from "./stories/image-story.ts";
import { assertSame, assertSameAfterCrashes, play } from "./world/play.ts";
import { change, create, gone, remove, rests, settle } from "./world/story.ts";
import type { World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

const BACKUPS = { enabled: true, schedule: "daily", retentionDays: 7 };
const BY = { fieldManager: "test" };
const STORE = { destination: "s3://backups", endpoint: undefined, access: "role" } as const;
const LOCATION = { metadata: { namespace: "velero", name: "default" }, spec: { default: true } };

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
      const { handle = "" } = await deploymentStatus(world, "a");
      const namespace = "velero";
      await tenant?.create(VELERO_LOCATIONS, { ...LOCATION, status: { phase: "Available" } }, BY);
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
          (await deploymentStatus(world, "a")).conditions?.find(({ type }) => type === "BackedUp")?.message;
        await world.until(async () => expect(await told()).to.contain(startTimestamp));
      }
      await change(world, DEPLOYMENTS, "a", { backups: { ...BACKUPS, enabled: false } });
      await rests(world, DEPLOYMENTS, "a", "running");
      await settle(world);
      for (const name of ["a", "b"]) expect(await reasonOf(world, name, "BackedUp")).to.equal(undefined);
    });
  });

  /** Argo CD's double makes no Schedule, and so deletes none: as the real one of a kind that it did not know yet. */
  async function goesWithSchedule(world: World): Promise<unknown> {
    await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "dedicated" });
    const spec = { cluster: "one", appType: "web_app", dockerImage: "nginx:1.27", backups: BACKUPS };
    await create(world, DEPLOYMENTS, "a", spec);
    await rests(world, DEPLOYMENTS, "a", "running");
    const tenant = world.tenant(world.tenantHandles()[0] ?? "");
    const { handle = "" } = await deploymentStatus(world, "a");
    const labels = (of: string): object => ({
      "app.kubernetes.io/instance": of,
      "app.kubernetes.io/managed-by": "berth",
    });
    for (const name of [handle, "others"])
      await tenant?.create(
        VELERO_SCHEDULES,
        { metadata: { namespace: "velero", name, labels: labels(name) } } as never,
        BY,
      );
    await remove(world, DEPLOYMENTS, "a");
    await gone(world, DEPLOYMENTS, "a");
    return (await tenant?.list(VELERO_SCHEDULES))?.items.map(({ metadata }) => metadata.name);
  }

  it("are made no more of what is gone: a Schedule that Argo CD has left goes before its deployment, through crashes", async () => {
    const calm = await play(goesWithSchedule);
    expect(calm.result).to.deep.equal(["others"]);
    await assertSameAfterCrashes(goesWithSchedule, calm, { of: (effect) => effect.includes("delete Schedule") });
    await assertSame(goesWithSchedule, calm, { seed: 7, disturbance: { lost: 0.05 } }, "lost");
  });

  /** Has a first application on a new cluster, to which the bundle is to bring Velero and a place for backups. */
  async function begin(world: World): Promise<FakeKubeClient> {
    world.kill();
    world.backups = STORE;
    await world.startOperator();
    const spec = { provider: "hetzner", region: "fsn1", tier: "dedicated", nodeCount: 1, serverType: "cx22" };
    await create(world, CLUSTERS, "one", spec);
    await rests(world, CLUSTERS, "one", "running");
    await create(world, DEPLOYMENTS, "a", {
      cluster: "one",
      appType: "web_app",
      dockerImage: "nginx:1.27",
      backups: BACKUPS,
    });
    await rests(world, DEPLOYMENTS, "a", "running");
    await becomes(world, "Preparing");
    return world.tenant(world.tenantHandles()[0] ?? "") as FakeKubeClient;
  }

  it("are awaited on a cluster that is being made, and told seconds after the bundle has brought what makes them", async () => {
    await play(async (world) => {
      const tenant = await begin(world);
      await world.clock.advance(120_000);
      expect(await reasonOf(world, "a", "BackedUp")).to.equal("Preparing");
      await tenant.create(VELERO_LOCATIONS, { ...LOCATION, status: { phase: "Available" } }, BY);
      await world.clock.advance(20_000);
      expect(await reasonOf(world, "a", "BackedUp")).to.equal("NotScheduled");
    });
  });

  it("are told to have no place five minutes after their cluster was made, and looked at as seldom as any from then on", async () => {
    await play(async (world) => {
      let asked = 0;
      world.onAsked = (whom, _verb, what) => {
        if (whom === "tenant" && /backupstoragelocations/i.test(what)) asked += 1;
      };
      await begin(world);
      await world.clock.advance(330_000);
      expect(await reasonOf(world, "a", "BackedUp")).to.equal("NoLocation");
      expect(asked, "looks while it is being made").to.be.within(10, 40);
      asked = 0;
      await world.clock.advance(3_600_000);
      expect(asked, "looks of an hour").to.be.within(1, 20);
    });
  });
});
