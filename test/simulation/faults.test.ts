import { expect } from "chai";
import { APPLICATIONS, CLUSTERS, CONFIG_MAPS, DEPLOYMENTS, EVENTS } from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, LABELS } from "../../contract/identity.ts";
import { change, create, createAll, gone, remove, rests, settle, snapshot } from "./world/story.ts";
import { ARGOCD, ORGANIZATION, World } from "./world/world.ts";
import { clusterStatus, deploymentStatus } from "./world/status-of.ts";

async function withWorld(seed: number, play: (world: World) => Promise<void>): Promise<void> {
  const world = new World({ seed });
  await world.start();
  try {
    await play(world);
    expect(world.monitor.violations).to.deep.equal([]);
  } finally {
    await world.stop();
  }
}

async function warnings(world: World): Promise<string[]> {
  const { items } = await world.management.list(EVENTS, { namespace: ORGANIZATION });
  const found = items as unknown as { type: string; reason: string; involvedObject: { name: string } }[];
  return found.filter(({ type }) => type === "Warning").map((one) => `${one.involvedObject.name} ${one.reason}`);
}

async function uids(world: World): Promise<Record<string, string | undefined>> {
  const { items } = await world.management.list(APPLICATIONS, { namespace: ARGOCD });
  return Object.fromEntries(items.map(({ metadata }) => [metadata.name, metadata.uid]));
}

describe("The operator when others interfere", function () {
  this.timeout(900_000);

  it("rebuilds Git after a force-push of an empty tree, and loses no Application", async () => {
    await withWorld(1, async (world) => {
      await createAll(world, ["a", "b"]);
      for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
      await settle(world);
      const [files, before] = [world.repository.files(), await uids(world)];
      world.repository.force(undefined, new Map(), world.clock.nowMs());
      await world.refreshGit();
      await settle(world);
      expect(world.repository.files()).to.deep.equal(files);
      expect(await uids(world)).to.deep.equal(before);
      // People hear of it once, at the cluster; the statuses name the commit that holds their content now.
      expect(await warnings(world)).to.deep.equal(["one BranchRewritten"]);
      const heads = world.repository.history().map(({ id }) => id);
      for (const name of ["a", "b"]) expect(heads).to.include((await deploymentStatus(world, name)).git?.commit);
      for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
    });
  });

  it("removes what a force-push of an older tree brings back, and keeps what lives", async () => {
    await withWorld(2, async (world) => {
      await createAll(world, ["a", "b"]);
      for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
      await settle(world);
      const older = new Map(Object.entries(world.repository.files()));
      await remove(world, DEPLOYMENTS, "a");
      await gone(world, DEPLOYMENTS, "a");
      await change(world, DEPLOYMENTS, "b", { replicas: 3 });
      await rests(world, DEPLOYMENTS, "b", "running");
      await settle(world);
      const before = await snapshot(world);
      world.repository.force(undefined, older, world.clock.nowMs());
      await world.refreshGit();
      await world.clock.advance(120_000);
      expect(await snapshot(world)).to.deep.equal(before);
    });
  });

  it("touches nothing when so much is without an object that our own objects must be missing", async () => {
    await withWorld(3, async (world) => {
      await createAll(world, ["a"]);
      await rests(world, DEPLOYMENTS, "a", "running");
      const files = new Map(Object.entries(world.repository.files()));
      for (let index = 0; index < 25; index += 1)
        files.set(`clusters/lost/deployments/d${index}/values.yaml`, "x: 1\n");
      const head = world.repository.head();
      world.repository.force(head, files, world.clock.nowMs());
      await world.refreshGit();
      await world.clock.advance(120_000);
      expect(world.repository.list("clusters/lost/")).to.have.length(25);
    });
  });

  it("puts a file right that somebody else changed, and follows its new commit", async () => {
    await withWorld(4, async (world) => {
      await createAll(world, ["a"]);
      await rests(world, DEPLOYMENTS, "a", "running");
      await settle(world);
      const files = world.repository.files();
      const path = Object.keys(files).find((one) => one.endsWith("/values.yaml")) ?? "";
      const first = (await deploymentStatus(world, "a")).git?.commit;
      world.repository.force(
        world.repository.head(),
        new Map(Object.entries({ ...files, [path]: "hacked: true\n" })),
        world.clock.nowMs(),
      );
      await world.refreshGit();
      await settle(world);
      expect(world.repository.files()).to.deep.equal(files);
      expect((await deploymentStatus(world, "a")).git?.commit).to.not.equal(first);
      await rests(world, DEPLOYMENTS, "a", "running");
    });
  });

  it("lets the older of two namesakes run, and the newer when the older has gone", async () => {
    await withWorld(5, async (world) => {
      await createAll(world, []);
      const spec = { cluster: "one", appType: "container", dockerImage: "nginx", name: "shop" };
      await create(world, DEPLOYMENTS, "older", spec);
      await world.clock.advance(2_000);
      await create(world, DEPLOYMENTS, "newer", spec);
      await rests(world, DEPLOYMENTS, "older", "running");
      await world.until(async () =>
        expect((await deploymentStatus(world, "newer")).statusReason).to.equal("NameTaken"),
      );
      await remove(world, DEPLOYMENTS, "older");
      await rests(world, DEPLOYMENTS, "newer", "running");
    });
  });

  it("errs when the provider refuses, starts anew on a retry, and the waiting deployment then runs", async () => {
    await withWorld(6, async (world) => {
      world.cloud.refusing = "sold_out";
      await createAll(world, ["a"]);
      await rests(world, CLUSTERS, "one", "error");
      expect((await clusterStatus(world, "one")).errorMessage)
        .to.contain("sold out")
        .and.to.contain("Retry");
      world.cloud.refusing = undefined;
      await change(world, CLUSTERS, "one", { retryAttempt: 1, region: "local-2" });
      await rests(world, CLUSTERS, "one", "running");
      await rests(world, DEPLOYMENTS, "a", "running");
    });
  });

  it("waits with a cluster's deletion while it is in use, and says by whom", async () => {
    await withWorld(7, async (world) => {
      await createAll(world, ["a"]);
      await rests(world, DEPLOYMENTS, "a", "running");
      await remove(world, CLUSTERS, "one");
      await world.until(async () => {
        const { statusReason, errorMessage } = await clusterStatus(world, "one");
        expect([statusReason, errorMessage]).to.deep.equal([
          "ClusterInUse",
          "The cluster still carries a; delete them, or annotate the cluster with hosting.berth.dev/cascade=true.",
        ]);
      });
      await world.clock.advance(60_000);
      await rests(world, DEPLOYMENTS, "a", "running");
      await world.management.patch(
        CLUSTERS,
        { namespace: ORGANIZATION, name: "one" },
        { kind: "merge", body: { metadata: { annotations: { [ANNOTATIONS.cascade]: "true" } } } },
        { fieldManager: "kubectl" },
      );
      await gone(world, CLUSTERS, "one");
      expect(world.cloud.handles()).to.deep.equal([]);
    });
  });

  it("fails a deployment whose sync fails, and runs it again after its next change", async () => {
    await withWorld(8, async (world) => {
      world.failing = (name) => name.startsWith("a-");
      await createAll(world, ["a"]);
      await rests(world, DEPLOYMENTS, "a", "failed");
      expect((await deploymentStatus(world, "a")).errorMessage).to.contain("The sync failed");
      world.failing = () => false;
      await change(world, DEPLOYMENTS, "a", { replicas: 2 });
      await rests(world, DEPLOYMENTS, "a", "running");
    });
  });

  it("brings a newer commit at once where Argo CD tries an older one again and again, and says why that fails", async () => {
    await withWorld(11, async (world) => {
      await createAll(world, ["a"]);
      await rests(world, DEPLOYMENTS, "a", "running");
      world.retrying = (name) => name.startsWith("a-");
      await change(world, DEPLOYMENTS, "a", { replicas: 2 });
      await world.until(async () => {
        const { conditions = [] } = await deploymentStatus(world, "a");
        expect(conditions.find(({ type }) => type === "Synced")).to.include({ reason: "SyncFailed" });
      });
      world.retrying = () => false;
      await change(world, DEPLOYMENTS, "a", { replicas: 3 });
      await rests(world, DEPLOYMENTS, "a", "running");
    });
  });

  it("deletes what Argo CD tries to sync again and again, and what a root in that state delivers", async () => {
    await withWorld(12, async (world) => {
      await createAll(world, ["a", "b"]);
      for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
      await settle(world);
      world.retrying = (name) => /^(a-|root-)/.test(name);
      await change(world, DEPLOYMENTS, "a", { replicas: 2 });
      await create(world, DEPLOYMENTS, "c", { cluster: "one", appType: "container", dockerImage: "nginx" });
      await world.clock.advance(10_000);
      const waiting = (await world.management.list(APPLICATIONS, { namespace: ARGOCD })).items.filter(
        ({ operation }) => operation !== undefined && operation !== null,
      );
      expect(waiting.map(({ metadata }) => metadata.name.split("-")[0])).to.have.members(["a", "root"]);
      for (const name of ["a", "b"]) await remove(world, DEPLOYMENTS, name);
      for (const name of ["a", "b"]) await gone(world, DEPLOYMENTS, name);
    });
  });

  it("refuses values that cannot be rendered without a commit, and runs once they are mended", async () => {
    await withWorld(9, async (world) => {
      await createAll(world, []);
      await rests(world, CLUSTERS, "one", "running");
      const pushes = world.repository.pushes;
      await create(world, DEPLOYMENTS, "a", {
        cluster: "one",
        appType: "web_app",
        dockerImage: "nginx",
        customValuesYaml: "- a list",
      });
      await rests(world, DEPLOYMENTS, "a", "failed");
      expect(world.repository.pushes).to.equal(pushes);
      await change(world, DEPLOYMENTS, "a", { customValuesYaml: null });
      await rests(world, DEPLOYMENTS, "a", "running");
    });
  });

  it("stays with a cluster that is not there, and starts when it comes", async () => {
    await withWorld(10, async (world) => {
      await create(world, DEPLOYMENTS, "a", { cluster: "one", appType: "container", dockerImage: "nginx" });
      await world.until(async () =>
        expect((await deploymentStatus(world, "a")).statusReason).to.equal("ClusterNotFound"),
      );
      await createAll(world, []);
      await rests(world, DEPLOYMENTS, "a", "running");
    });
  });

  it("writes down what a forced deletion leaves at a provider that is away, and removes it later", async () => {
    const leftovers = async (world: World): Promise<string[]> =>
      (
        await world.management.list(CONFIG_MAPS, { namespace: "berth-system", labelSelector: LABELS.leftover })
      ).items.map(({ metadata }) => metadata.name);
    await withWorld(20, async (world) => {
      await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "dedicated" });
      await rests(world, CLUSTERS, "one", "running");
      const [handle = ""] = world.cloud.handles();
      world.cloud.away = true;
      await remove(world, CLUSTERS, "one");
      await world.until(async () => {
        expect(await clusterStatus(world, "one")).to.include({ statusReason: "ProviderUnavailable" });
      });
      await remove(world, CLUSTERS, "one", { [ANNOTATIONS.force]: "true" });
      await gone(world, CLUSTERS, "one");
      expect([await leftovers(world), world.cloud.handles()]).to.deep.equal([[`leftover-${handle}`], [handle]]);
      world.kill();
      await world.startOperator();
      world.cloud.away = false;
      await world.until(async () => {
        expect([await leftovers(world), world.cloud.handles()]).to.deep.equal([[], []]);
      });
    });
  });
});
