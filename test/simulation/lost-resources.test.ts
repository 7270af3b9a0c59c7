import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import {
  CLUSTERS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  NAMESPACES,
  PERSISTENT_VOLUME_CLAIMS,
} from "../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../contract/identity.ts";
import { HOST, SHARED } from "./stories/virtual-cluster-story.ts";
import { CnpgDouble } from "./world/cnpg-double.ts";
import type { Misbehaviour } from "./world/disturbance.ts";
import { loseResources, loseStatuses, reapply } from "./world/losses.ts";
import { create, rests, settle } from "./world/story.ts";
import { chartOf } from "./world/chart-of.ts";
import { ORGANIZATION, World } from "./world/world.ts";

const HOUR_MS = 3_600_000;
const CLUSTER_NAMES = ["h1", "h2", "a", "b", "c", "one"];
const DATABASE_NAMES = ["orders", "copy"];

type Scene = Readonly<{ world: World; cnpg: CnpgDouble }>;

async function read(world: World, type: typeof CLUSTERS, name: string): Promise<KubeObject> {
  return (await world.management.get(type, { namespace: ORGANIZATION, name })) ?? expect.fail(`no ${name}`);
}

/** Shared clusters on two hosts, a deployment whose image was found, a database of an older version, one that was restored. */
async function livingWorld(seed: number, misbehaves?: Misbehaviour): Promise<Scene> {
  const world = new World({ seed, ...(misbehaves === undefined ? {} : { misbehaves }) });
  const cnpg = new CnpgDouble(world);
  await world.start();
  // Two lie on the first host since there was no other: chosen anew they would be given to both.
  for (const name of ["h1", "a", "b", "h2", "c"]) {
    await create(world, CLUSTERS, name, name.startsWith("h") ? HOST : SHARED);
    await rests(world, CLUSTERS, name, "running");
  }
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  await automatedDeployment(world);
  await databases(world, cnpg);
  await world.clock.advance(HOUR_MS);
  return { world, cnpg };
}

async function automatedDeployment(world: World): Promise<void> {
  const spec = { cluster: "one", appType: "api", dockerImage: "nginx:1.27", imageUpdateStrategy: "semver" };
  await create(world, DEPLOYMENTS, "web", spec);
  await rests(world, DEPLOYMENTS, "web", "running");
  await settle(world);
  const { git } = (await read(world, DEPLOYMENTS, "web"))["status"] as { git: { path: string } };
  const path = git.path.replace("values.yaml", "image.yaml");
  const files = new Map(Object.entries(world.repository.files())).set(path, "image:\n  reference: nginx:1.27.9\n");
  world.repository.push(world.repository.head(), files, world.clock.nowMs());
}

async function databases(world: World, cnpg: CnpgDouble): Promise<void> {
  await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql" });
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  const { metadata, status } = (await read(world, DATABASE_INSTANCES, "orders")) as KubeObject & {
    status: { handle: string };
  };
  // As one that was made when another version was the default.
  const older = { kind: "merge", body: { status: { engineVersion: "16" } } } as const;
  const ref = { namespace: ORGANIZATION, name: "orders" };
  await world.management.patch(DATABASE_INSTANCES, ref, older, { fieldManager: "test", subresource: "status" });
  await cnpg.schedules(status.handle, "scheduled-1");
  const window = new Date(world.clock.nowMs()).toISOString();
  await world.clock.advance(10_000);
  await cnpg.window(status.handle, metadata.labels?.[LABELS.id] ?? "", { firstRecoverabilityPoint: window });
  await world.until(async () => {
    expect((await world.management.list(DATABASE_BACKUPS)).items).to.have.length(1);
  });
  const [backup] = (await world.management.list(DATABASE_BACKUPS)).items;
  await rests(world, DATABASE_BACKUPS, backup?.metadata.name ?? "", "completed");
  const sourceId = metadata.labels?.[LABELS.id] ?? "";
  const backupId = (await read(world, DATABASE_BACKUPS, backup?.metadata.name ?? "")).metadata.labels?.[LABELS.id];
  const spec = { cluster: "one", engine: "postgresql", engineVersion: "16", restore: { sourceId, backupId } };
  await create(world, DATABASE_INSTANCES, "copy", spec);
  await rests(world, DATABASE_INSTANCES, "copy", "running");
  await settle(world);
}

/** Names what stands on all clusters: with another uid it was made anew, and what was in it is gone. */
async function standing(world: World): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const handle of world.tenantHandles())
    for (const type of [NAMESPACES, PERSISTENT_VOLUME_CLAIMS])
      for (const { metadata } of (await world.tenant(handle)?.list(type))?.items ?? [])
        found[`${handle} ${type.plural} ${metadata.namespace ?? ""} ${metadata.name}`] = metadata.uid;
  return found;
}

/** Names the files that differ, with the lines that came. A backup that the engine shows is taken down again, under another id. */
function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const paths = all.filter((path) => !path.includes("/backups/"));
  return paths
    .filter((path) => before[path] !== after[path])
    .map((path) => {
      const old = new Set((before[path] ?? "").split("\n"));
      return `${path}: ${(after[path] ?? "(gone)")
        .split("\n")
        .filter((line) => !old.has(line))
        .join(" | ")}`;
    });
}

async function allRuns(world: World): Promise<void> {
  for (const name of CLUSTER_NAMES) await rests(world, CLUSTERS, name, "running");
  for (const name of DATABASE_NAMES) await rests(world, DATABASE_INSTANCES, name, "running");
  await rests(world, DEPLOYMENTS, "web", "running");
}

async function end({ world, cnpg }: Scene): Promise<void> {
  cnpg.stop();
  await world.stop();
}

describe("Resources that were lost and made anew from Git", function () {
  this.timeout(900_000);

  for (const applications of [false, true]) {
    it(`meet what runs: nothing is written to Git, made anew or moved${applications ? ", though Argo CD lost its part too" : ""}`, async () => {
      const scene = await livingWorld(1);
      const { world } = scene;
      const [files, stood] = [world.repository.files(), await standing(world)];
      loseResources(world, { applications });
      expect(await reapply(world)).to.equal(0);
      await world.startOperator();
      await allRuns(world);
      await settle(world);
      expect(differences(files, world.repository.files())).to.deep.equal([]);
      expect(await standing(world)).to.deep.equal(stood);
      expect(world.monitor.violations).to.deep.equal([]);
      await end(scene);
    });
  }

  it("keep the charts that they had under a newer release; it comes by its waves", async () => {
    const scene = await livingWorld(2);
    const { world } = scene;
    const pathOf = (): string =>
      Object.entries(world.repository.files()).find(([path]) => /applications\/web-/.test(path))?.[1] ?? "";
    expect(pathOf()).to.contain("platform/charts/workload/0.1.0");
    loseResources(world);
    world.charts = { workload: chartOf("workload", "0.2.0"), database: chartOf("database", "0.2.0") };
    await reapply(world);
    await world.startOperator();
    // The first wave comes two seconds later, and says that it did.
    await world.clock.advance(1_000);
    expect(pathOf()).to.contain("platform/charts/workload/0.1.0");
    await world.until(async () => {
      expect(pathOf()).to.contain("platform/charts/workload/0.2.0");
      const { items } = await world.management.list<KubeObject & { status?: { delivery?: { movedAt?: string } } }>(
        DEPLOYMENTS,
      );
      expect(items.find(({ metadata }) => metadata.name === "web")?.status?.delivery?.movedAt).to.be.a("string");
    });
    await end(scene);
  });

  it("find their hosts by what stands there where Git does not say them, as that of an older release", async () => {
    const scene = await livingWorld(3);
    const { world } = scene;
    const stood = await standing(world);
    loseResources(world, { applications: true });
    await reapply(world, { withStatus: false });
    await world.startOperator();
    for (const name of CLUSTER_NAMES) await rests(world, CLUSTERS, name, "running");
    await settle(world);
    expect(await standing(world)).to.deep.equal(stood);
    expect(world.monitor.violations).to.deep.equal([]);
    await end(scene);
  });

  it("keep their hosts and what runs on them when the statuses alone are lost", async () => {
    const scene = await livingWorld(4);
    const { world } = scene;
    const stood = await standing(world);
    await loseStatuses(world);
    await world.startOperator();
    for (const name of CLUSTER_NAMES) await rests(world, CLUSTERS, name, "running");
    await rests(world, DEPLOYMENTS, "web", "running");
    await settle(world);
    expect(await standing(world)).to.deep.equal(stood);
    expect(Object.keys(world.repository.files()).filter((path) => path.endsWith("/image.yaml"))).to.have.length(1);
    expect(world.monitor.violations.filter((text) => !text.endsWith("is no arrow"))).to.deep.equal([]);
    await end(scene);
  });

  it("are caught by the monitor when they are given to another host", async () => {
    const scene = await livingWorld(5, "looks-nowhere");
    const { world } = scene;
    loseResources(world);
    await reapply(world, { withStatus: false });
    await world.startOperator();
    await world.clock.advance(120_000);
    expect(world.monitor.violations.join("\n")).to.match(/Virtual cluster vc-\w+-\w+ moves from/);
    await end(scene);
  });
});
