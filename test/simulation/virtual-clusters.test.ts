import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import {
  APPLICATIONS,
  APP_PROJECTS,
  CLUSTERS,
  DATABASE_INSTANCES,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import type { DatabaseStatus } from "../../contract/resources/database-instance.ts";
import { seededRandom, testSeed } from "../support/seeded-random.ts";
import type { Disturbance } from "./world/disturbance.ts";
import { HOST, SHARED, startHosts, virtualClusterStory } from "./stories/virtual-cluster-story.ts";
import { assertSame, assertSameAfterCrashes, play, type Played } from "./world/play.ts";
import { change, create, gone, remove, rests } from "./world/story.ts";
import { ARGOCD, ORGANIZATION, World, type WorldOptions } from "./world/world.ts";
import { clusterStatus } from "./world/status-of.ts";

/** Starts a world with hosts that run. */
async function startWorld(options: WorldOptions, hosts: readonly string[]): Promise<World> {
  const world = new World(options);
  await world.start();
  await startHosts(world, hosts);
  return world;
}

async function application(world: World, handle: string): Promise<KubeObject | undefined> {
  return world.management.get(APPLICATIONS, { namespace: ARGOCD, name: `vc-${handle}` });
}

async function setHealth(world: World, handle: string, health: string): Promise<void> {
  const body = { status: { health: { status: health } } };
  const ref = { namespace: ARGOCD, name: `vc-${handle}` };
  await world.management.patch(APPLICATIONS, ref, { kind: "merge", body }, { fieldManager: "argocd" });
}

async function assertReason(world: World, name: string, reason: string): Promise<void> {
  await world.until(async () => expect((await clusterStatus(world, name)).statusReason).to.equal(reason));
}

describe("Shared clusters on hosts", function () {
  this.timeout(900_000);

  it("live on a host with room, in a namespace and a project of their own, and are registered", async () => {
    const world = await startWorld({ seed: 1 }, ["h1"]);
    await create(world, CLUSTERS, "a", { ...SHARED, kubernetesVersion: "1.36" });
    await rests(world, CLUSTERS, "a", "running");
    const { handle = "", host, endpoint } = await clusterStatus(world, "a");
    expect([host, endpoint]).to.deep.equal([(await clusterStatus(world, "h1")).handle, `https://${handle}.vc.test`]);
    const { spec, metadata } = (await application(world, handle)) as unknown as {
      spec: { project: string; destination: object; source: { helm: { releaseName: string; valuesObject: unknown } } };
      metadata: KubeObject["metadata"];
    };
    expect([spec.project, spec.destination, spec.source.helm.releaseName]).to.deep.equal([
      "berth-virtual-clusters",
      { name: host, namespace: `vc-${handle}` },
      handle,
    ]);
    expect(JSON.stringify(spec.source.helm.valuesObject)).to.contain('"tag":"v1.36.3"');
    expect(metadata.finalizers).to.deep.equal(["resources-finalizer.argocd.argoproj.io"]);
    const project = await world.management.get(APP_PROJECTS, { namespace: ARGOCD, name: "berth-virtual-clusters" });
    expect((project?.["spec"] as { destinations: unknown }).destinations).to.deep.equal([
      { name: host, namespace: "vc-*" },
    ]);
    const secret = await world.management.get(SECRETS, { namespace: ARGOCD, name: `cluster-${handle}` });
    const data = secret?.["data"] as Record<string, string>;
    expect(Buffer.from(data["server"] ?? "", "base64").toString()).to.equal(endpoint);
    await world.stop();
  });

  it("wait without a deadline while no host has room, say so, and begin as soon as there is one", async () => {
    const world = await startWorld({ seed: 2 }, ["h1"]);
    for (const name of ["a", "b"]) await create(world, CLUSTERS, name, SHARED);
    for (const name of ["a", "b"]) await rests(world, CLUSTERS, name, "running");
    await create(world, CLUSTERS, "late", SHARED);
    await create(world, CLUSTERS, "elsewhere", { ...SHARED, region: "nbg1" });
    for (const name of ["late", "elsewhere"]) await assertReason(world, name, "NoHostAvailable");
    expect((await clusterStatus(world, "late")).errorMessage).to.contain("hetzner/fsn1 has room");
    const effects = world.effects.length;
    await world.clock.advance(3_600_000);
    expect((await clusterStatus(world, "late")).phase).to.equal("pending");
    expect(world.effects.slice(effects), "waiting costs no writes").to.deep.equal([]);
    await remove(world, CLUSTERS, "a");
    await rests(world, CLUSTERS, "late", "running");
    expect((await clusterStatus(world, "late")).errorMessage).to.equal(undefined);
    await create(world, CLUSTERS, "h2", { ...HOST, region: "nbg1" });
    await rests(world, CLUSTERS, "elsewhere", "running");
    await world.stop();
  });

  it("follow what Argo CD says within a second, and remember since when", async () => {
    const world = await startWorld({ seed: 3 }, ["h1"]);
    await create(world, CLUSTERS, "a", SHARED);
    await rests(world, CLUSTERS, "a", "running");
    const { handle = "" } = await clusterStatus(world, "a");
    for (const [health, words] of [
      ["Progressing", "is starting again"],
      ["Degraded", "is degraded"],
      ["Missing", "is missing on its host"],
      ["Unknown", "cannot be seen"],
    ] as const) {
      await setHealth(world, handle, health);
      await world.clock.advance(1_000);
      const bad = await clusterStatus(world, "a");
      expect([bad.phase, bad.errorMessage], health).to.deep.equal([
        "degraded",
        `The virtual control plane ${words}, says Argo CD.`,
      ]);
      await setHealth(world, handle, "Healthy");
      await world.clock.advance(1_000);
      expect((await clusterStatus(world, "a")).phase, health).to.equal("running");
    }
    await world.stop();
  });

  it("are put back when somebody deletes their Application, and registered anew under another authority", async () => {
    const world = await startWorld({ seed: 4 }, ["h1"]);
    await create(world, CLUSTERS, "a", SHARED);
    await rests(world, CLUSTERS, "a", "running");
    const { handle = "", host = "" } = await clusterStatus(world, "a");
    const before = (await application(world, handle))?.metadata.uid;
    await world.management.delete(APPLICATIONS, { namespace: ARGOCD, name: `vc-${handle}` });
    await world.until(async () => expect((await application(world, handle))?.metadata.uid).to.not.equal(before));
    await rests(world, CLUSTERS, "a", "running");
    const data = { "certificate-authority": Buffer.from("another").toString("base64") };
    const ref = { namespace: `vc-${handle}`, name: `vc-${handle}` };
    await world.tenant(host)?.patch(SECRETS, ref, { kind: "merge", body: { data } }, { fieldManager: "vcluster" });
    await world.until(async () => {
      const secret = await world.management.get(SECRETS, { namespace: ARGOCD, name: `cluster-${handle}` });
      const config = Buffer.from((secret?.["data"] as Record<string, string>)["config"] ?? "", "base64").toString();
      expect(config).to.contain(data["certificate-authority"]);
    });
    await world.stop();
  });

  it("run no databases: one there waits and says why, makes nothing, and goes when it is deleted", async () => {
    const world = await startWorld({ seed: 6 }, ["h1"]);
    await create(world, CLUSTERS, "a", SHARED);
    await rests(world, CLUSTERS, "a", "running");
    await create(world, DATABASE_INSTANCES, "orders", { cluster: "a", engine: "postgresql" });
    const statusOfDatabase = async (): Promise<DatabaseStatus> => {
      const found = await world.management.get(DATABASE_INSTANCES, { namespace: ORGANIZATION, name: "orders" });
      return found?.["status"] ?? {};
    };
    await world.until(async () => expect((await statusOfDatabase()).statusReason).to.equal("NoEngine"));
    await world.clock.advance(3_600_000);
    const { phase, errorMessage, conditions = [] } = await statusOfDatabase();
    expect([phase, errorMessage]).to.deep.equal([
      "pending",
      "Shared clusters of a real provider run no databases; use a dedicated, a production or an imported cluster.",
    ]);
    const stalled = conditions.find(({ type }) => type === "Stalled");
    expect([stalled?.status, stalled?.reason]).to.deep.equal(["True", "NoEngine"]);
    expect(world.repository.list("clusters/").filter((path) => path.includes("/databases/"))).to.deep.equal([]);
    await remove(world, DATABASE_INSTANCES, "orders");
    await gone(world, DATABASE_INSTANCES, "orders");
    await world.stop();
  });

  it("end in error when the chart cannot be installed; a retry begins clean", async () => {
    const world = await startWorld({ seed: 5 }, ["h1"]);
    world.failing = (name) => name.startsWith("vc-");
    await create(world, CLUSTERS, "a", SHARED);
    await world.until(async () => expect((await clusterStatus(world, "a")).phase).to.equal("error"));
    const { handle = "", errorMessage } = await clusterStatus(world, "a");
    expect(errorMessage).to.contain("could not be installed");
    const failed = (await application(world, handle))?.metadata.uid;
    world.failing = () => false;
    await change(world, CLUSTERS, "a", { retryAttempt: 1 });
    await rests(world, CLUSTERS, "a", "running");
    expect((await application(world, handle))?.metadata.uid).to.not.equal(failed);
    expect(world.monitor.violations).to.deep.equal([]);
    await world.stop();
  });

  it("are refused a Kubernetes version that the chart does not have", async () => {
    const world = await startWorld({ seed: 6 }, ["h1"]);
    await create(world, CLUSTERS, "a", { ...SHARED, kubernetesVersion: "1.29.0" });
    await rests(world, CLUSTERS, "a", "error");
    expect((await clusterStatus(world, "a")).errorMessage).to.contain("1.36, 1.35, 1.34");
    await remove(world, CLUSTERS, "a");
    await gone(world, CLUSTERS, "a");
    await world.stop();
  });

  it("keep their host: it goes only after them, whatever its deletion is told", async () => {
    const world = await startWorld({ seed: 7 }, ["h1"]);
    await create(world, CLUSTERS, "a", SHARED);
    await rests(world, CLUSTERS, "a", "running");
    await remove(world, CLUSTERS, "h1", { [ANNOTATIONS.cascade]: "true" });
    await assertReason(world, "h1", "HostInUse");
    expect((await clusterStatus(world, "h1")).errorMessage).to.contain(`${ORGANIZATION}/a`);
    await create(world, CLUSTERS, "late", SHARED);
    await assertReason(world, "late", "NoHostAvailable");
    await remove(world, CLUSTERS, "a");
    await gone(world, CLUSTERS, "h1");
    await world.stop();
  });

  it("never get more than a host has room for when many come at once", async () => {
    const world = await startWorld({ seed: 8 }, ["h1", "h2"]);
    const names = Array.from({ length: 10 }, (_, index) => `c${index}`);
    await Promise.all(names.map((name) => create(world, CLUSTERS, name, SHARED)));
    await world.clock.advance(120_000);
    const all = await Promise.all(names.map((name) => clusterStatus(world, name)));
    expect(all.filter(({ phase }) => phase === "running").length).to.equal(4);
    expect(all.filter(({ statusReason }) => statusReason === "NoHostAvailable").length).to.equal(6);
    await world.stop();
  });

  describe("in a life that is disturbed", () => {
    let calm: Played;
    before(async () => {
      calm = await play(virtualClusterStory);
    });

    it("end the same after a crash at each kind of effect", async () => {
      const more = (at: number): Disturbance => ({ staleEvents: at % 5 });
      await assertSameAfterCrashes(virtualClusterStory, calm, { sides: "either", more });
    });

    it("end the same with late, lost, contested and slow calls", async () => {
      const seed = testSeed();
      const random = seededRandom(seed);
      for (let run = 0; run < 4; run += 1) {
        const crashes = [{ at: 20 + Math.floor(random() * 60), when: "after" as const }];
        const disturbance = { crashes, staleMs: 1_500, lost: 0.05, conflicts: 0.2, latencyMs: 200 };
        await assertSame(virtualClusterStory, calm, { seed: seed + run, disturbance }, `seed ${seed + run}`);
      }
    });
  });
});
