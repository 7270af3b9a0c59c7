import { expect } from "chai";
import type { ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import {
  CLUSTERS,
  DATABASE_INSTANCES,
  PERSISTENT_VOLUME_CLAIMS,
  STORAGE_CLASSES,
} from "../../adapters/kubernetes/resource-types.ts";
import { databaseImage } from "../../render/database/database-images.ts";
import { databaseStory } from "./stories/database-story.ts";
import { assertSame, assertSameAfterCrashes, play, type Played } from "./world/play.ts";
import { CnpgDouble } from "./world/cnpg-double.ts";
import { change, create, rests } from "./world/story.ts";
import { ORGANIZATION } from "./world/world.ts";

const USER = { fieldManager: "user" } as const;

describe("A database in the simulated world", function () {
  this.timeout(900_000);
  let calm: Played;
  before(async () => {
    calm = await play(databaseStory);
  });

  it("is made, serves, fails over, grows and goes, with its password and its files", () => {
    const { middle, ...end } = calm.result as { middle: Record<string, string> };
    expect(end).to.deep.equal({ applications: 0, password: undefined });
    expect(middle).to.include({ phase: "running", engineVersion: "18" });
    expect(middle["path"]).to.match(/^clusters\/one-[a-z2-7]{10}\/databases\/orders-[a-z2-7]{10}\/values\.yaml$/);
    expect(middle["connectionHost"]).to.match(/^postgres-rw\.orders-[a-z2-7]{10}\.svc$/);
  });

  it("gets its minor version by the channel of its cluster, at once when that is another, and its major on request", async () => {
    await play(async (world) => {
      const cnpg = new CnpgDouble(world);
      const shared = { provider: "local", region: "local-1", tier: "shared" };
      await create(world, CLUSTERS, "one", { ...shared, componentBundleVersion: "stable" });
      await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql", engineVersion: "16" });
      await rests(world, DATABASE_INSTANCES, "orders", "running");
      const image = (): string => {
        const path = world.repository.list("clusters/").find((one) => /databases\/.*\/values.yaml$/.test(one)) ?? "";
        return /^image: "?([^"\n]*)/m.exec(world.repository.read(path) ?? "")?.[1] ?? "";
      };
      expect(image()).to.equal(databaseImage("postgresql", "16", "stable"));
      await change(world, CLUSTERS, "one", { componentBundleVersion: "latest" });
      await world.clock.advance(60_000);
      expect(image()).to.equal(databaseImage("postgresql", "16", "latest"));
      expect(databaseImage("postgresql", "16", "latest")).to.not.equal(databaseImage("postgresql", "16", "stable"));
      await change(world, CLUSTERS, "one", { componentBundleVersion: null });
      await change(world, DATABASE_INSTANCES, "orders", { engineVersion: "17" });
      await rests(world, DATABASE_INSTANCES, "orders", "running");
      expect(image(), "latest where the cluster names none").to.equal(databaseImage("postgresql", "17", "latest"));
      cnpg.stop();
    });
  });

  it("says that its volumes cannot grow where their class does not let them, and is well again once it does", async () => {
    await play(async (world) => {
      const cnpg = new CnpgDouble(world);
      await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
      await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql" });
      await rests(world, DATABASE_INSTANCES, "orders", "running");
      const statusOf = async (type: ResourceType, name: string): Promise<Record<string, string>> =>
        ((await world.management.get(type, { namespace: ORGANIZATION, name }))?.["status"] ?? {}) as never;
      const { handle = "" } = await statusOf(DATABASE_INSTANCES, "orders");
      const tenant = world.tenant((await statusOf(CLUSTERS, "one"))["handle"] ?? "")!;
      const metadata = { namespace: handle, name: "postgres-1", labels: { "cnpg.io/cluster": "postgres" } };
      const spec = { storageClassName: "plain", resources: { requests: { storage: "10Gi" } } };
      await tenant.create(STORAGE_CLASSES, { metadata: { name: "plain" } }, USER);
      await tenant.create(PERSISTENT_VOLUME_CLAIMS, { metadata, spec }, USER);
      await change(world, DATABASE_INSTANCES, "orders", { storageSizeGb: 20 });
      await rests(world, DATABASE_INSTANCES, "orders", "degraded");
      const told = await statusOf(DATABASE_INSTANCES, "orders");
      expect(told["statusReason"]).to.equal("StorageCannotGrow");
      expect(told["errorMessage"]).to.match(
        /^Its volumes have 10 GB and cannot get 20: .*class plain lets no volume grow/,
      );
      const allowed = { kind: "merge", body: { allowVolumeExpansion: true } } as const;
      await tenant.patch(STORAGE_CLASSES, { name: "plain" }, allowed, USER);
      await rests(world, DATABASE_INSTANCES, "orders", "running");
      cnpg.stop();
    });
  });

  it("ends the same after a crash at every effect boundary", async () => {
    await assertSameAfterCrashes(databaseStory, calm, { sides: "either" });
  });

  it("ends the same with lost events, conflicts and pushes that fail", async () => {
    for (const seed of [11, 12, 13]) {
      const disturbance = { staleMs: 1_000, lost: 0.05, conflicts: 0.15, latencyMs: 200, pushFaults: 0.2 };
      await assertSame(databaseStory, calm, { seed, disturbance }, `seed ${seed}`);
    }
  });
});
