import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import {
  APPLICATIONS,
  CLUSTERS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  EVENTS,
} from "../../adapters/kubernetes/resource-types.ts";
import type { ClusterStatus } from "../../contract/resources/cluster-status.ts";
import type { SavedState } from "../support/fake-kube-client.ts";
import { CnpgDouble } from "./world/cnpg-double.ts";
import type { Misbehaviour } from "./world/disturbance.ts";
import { change, create, createAll, gone, remove, rests, settle } from "./world/story.ts";
import { ARGOCD, ORGANIZATION, World } from "./world/world.ts";

const SPEC = { cluster: "one", appType: "container", dockerImage: "nginx" };
const HOUR_MS = 3_600_000;

type Scene = Readonly<{ world: World; saved: SavedState; cnpg: CnpgDouble }>;

/** Lets a deployment, a database and a cluster come after a backup of etcd. */
async function backedUp(seed: number, misbehaves?: Misbehaviour): Promise<Scene> {
  const world = new World({ seed, ...(misbehaves === undefined ? {} : { misbehaves }) });
  const cnpg = new CnpgDouble(world);
  await world.start();
  await createAll(world, ["a"]);
  await rests(world, DEPLOYMENTS, "a", "running");
  await settle(world);
  const saved = world.management.save();
  await create(world, DEPLOYMENTS, "late", SPEC);
  await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql" });
  await create(world, CLUSTERS, "two", { provider: "local", region: "local-1", tier: "shared" });
  await rests(world, DEPLOYMENTS, "late", "running");
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  await rests(world, CLUSTERS, "two", "running");
  await world.clock.advance(HOUR_MS);
  return { world, saved, cnpg };
}

async function end({ world, cnpg }: Scene): Promise<void> {
  cnpg.stop();
  await world.stop();
}

async function statusOfOne(world: World): Promise<ClusterStatus> {
  const found = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" });
  return found?.["status"] ?? {};
}

/** Removes what `remove-orphans` removes: the folder and the manifest, in a commit that says so. */
function removeByHand(world: World, folder: string): void {
  const handle = folder.slice(folder.lastIndexOf("/") + 1);
  const kept = Object.entries(world.repository.files()).filter(
    ([path]) => !path.startsWith(`${folder}/`) && !path.endsWith(`/applications/${handle}.yaml`),
  );
  const message = `Remove\n\nBerth-Resource: Orphan/${handle}\nBerth-Generation: 1\nBerth-Removed: ${folder}\n`;
  world.repository.push(world.repository.head(), new Map(kept), world.clock.nowMs(), message);
}

describe("After a restore of etcd", function () {
  this.timeout(900_000);

  for (const [how, restart] of [
    ["that starts on it", true],
    ["that was running", false],
  ] as const) {
    it(`an operator ${how} removes nothing that the backup did not know, and tells what it is`, async () => {
      const scene = await backedUp(1);
      const { world, saved } = scene;
      const [files, machines] = [world.repository.files(), world.cloud.handles()];
      if (restart) world.kill();
      world.management.restore(saved);
      if (restart) await world.startOperator();
      await world.clock.advance(HOUR_MS);
      expect(world.repository.files()).to.deep.equal(files);
      expect(world.cloud.handles()).to.deep.equal(machines);
      expect(world.orphans).to.include({ deployment: 1, database: 1, cluster: 1 });
      const told = (await statusOfOne(world)).conditions?.find(({ type }) => type === "Orphans");
      expect(told?.message).to.match(/deployment late-.*database orders-.*berthctl reapply-git/s);
      const { items } = await world.management.list(EVENTS);
      expect(items.filter(({ reason }) => reason === "OrphansFound").length).to.be.at.least(2);
      await rests(world, DEPLOYMENTS, "a", "running");
      expect(world.monitor.violations).to.deep.equal([]);
      await end(scene);
    });
  }

  it("an operator whose watches went on where etcd has gone another way and passed them finds out", async () => {
    const scene = await backedUp(5);
    const { world, saved } = scene;
    const valuesOfA = (): string | undefined =>
      Object.entries(world.repository.files()).find(([path]) => /\/a-[^/]+\/values\.yaml$/.test(path))?.[1];
    const before = valuesOfA();
    await change(world, DEPLOYMENTS, "a", { replicas: 3 });
    await settle(world);
    expect(valuesOfA()).to.not.equal(before);
    world.management.restore(saved, { version: 1_000_000, isTold: false });
    await world.clock.advance(2 * HOUR_MS);
    expect(valuesOfA()).to.equal(before);
    await rests(world, DEPLOYMENTS, "a", "running");
    expect(world.orphans).to.include({ deployment: 1, database: 1, cluster: 1 });
    expect(world.monitor.violations).to.deep.equal([]);
    await end(scene);
  });

  it("an operator that takes them for deleted is caught", async () => {
    const scene = await backedUp(2, "sweeps-unseen");
    const { world, saved } = scene;
    world.kill();
    world.management.restore(saved);
    await world.startOperator();
    await world.clock.advance(120_000);
    expect(world.monitor.violations.join("\n")).to.contain("nobody has deleted late-");
    await end(scene);
  });

  for (const restart of [true, false])
    it(`what a commit then says to be removed goes, with its Application${restart ? "" : ", also by an operator that was running"}`, async () => {
      const scene = await backedUp(3);
      const { world, saved } = scene;
      if (restart) world.kill();
      world.management.restore(saved);
      if (restart) await world.startOperator();
      await world.clock.advance(60_000);
      const folders = new Set(world.repository.list("clusters/").map((path) => path.slice(0, path.lastIndexOf("/"))));
      const late = [...folders].find((path) => path.includes("/deployments/late-")) ?? "";
      removeByHand(world, late);
      await world.refreshGit();
      await settle(world);
      const { items } = await world.management.list(APPLICATIONS, { namespace: ARGOCD });
      expect(items.filter(({ metadata }) => metadata.name.startsWith("late-"))).to.deep.equal([]);
      expect(world.orphans).to.include({ deployment: 0, application: 0, database: 1 });
      await end(scene);
    });

  it("what was deleted before the operator started, and came back by force, still goes", async () => {
    const world = new World({ seed: 4 });
    await world.start();
    await createAll(world, ["a", "b"]);
    for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
    await settle(world);
    const older = new Map(Object.entries(world.repository.files()));
    await remove(world, DEPLOYMENTS, "a");
    await gone(world, DEPLOYMENTS, "a");
    world.kill();
    await world.startOperator();
    await settle(world);
    world.repository.force(undefined, older, world.clock.nowMs());
    await world.refreshGit();
    await world.clock.advance(60_000);
    expect(world.repository.list("clusters/").filter((path) => path.includes("/a-"))).to.deep.equal([]);
    await world.stop();
  });

  it("what it forgot begins anew: the monitor takes that for no way back, and still notices one", () => {
    const { monitor } = new World({ seed: 6 });
    const cluster = (phase?: string): KubeObject => ({
      metadata: { name: "one", uid: "1" },
      ...(phase === undefined ? {} : { status: { phase } }),
    });
    const sees = (...phases: string[]): void => {
      for (const phase of phases) monitor.onEvent(CLUSTERS, "MODIFIED", cluster(phase));
    };
    sees("pending", "provisioning");
    monitor.goOn([cluster()]);
    sees("pending", "provisioning");
    expect(monitor.violations).to.deep.equal([]);
    monitor.goOn([cluster("provisioning")]);
    sees("pending");
    expect(monitor.violations).to.deep.equal(["Cluster one: provisioning → pending is no arrow"]);
  });
});
