import { expect } from "chai";
import type { ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import {
  CLUSTERS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  OBJECT_STORES,
  POSTGRESQL_CLUSTERS,
  SECRETS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../contract/identity.ts";
import { CnpgDouble } from "../world/cnpg-double.ts";
import { change, create, gone, remove, rests, settle } from "../world/story.ts";
import { ORGANIZATION, type World } from "../world/world.ts";

type Status = Readonly<Record<string, unknown>> & Readonly<{ handle?: string; statusReason?: string; source?: object }>;
const MINUTE_MS = 60_000;

async function read(
  world: World,
  type: ResourceType,
  name: string,
): Promise<Readonly<{ id: string; version: string; status: Status }>> {
  const found = await world.management.get(type, { namespace: ORGANIZATION, name });
  const status = (found?.["status"] ?? {}) as Status;
  return { id: found?.metadata.labels?.[LABELS.id] ?? "", version: found?.metadata.resourceVersion ?? "", status };
}

async function backupNames(world: World): Promise<string[]> {
  const { items } = await world.management.list(DATABASE_BACKUPS, { namespace: ORGANIZATION });
  return items.map(({ metadata }) => metadata.name.slice(0, -11)).sort();
}

async function says(world: World, name: string, reason: string): Promise<void> {
  await world.until(async () => {
    expect((await read(world, DATABASE_INSTANCES, name)).status.statusReason).to.equal(reason);
  });
}

function values(world: World, handle: string): string {
  const path = world.repository.list("clusters/").find((one) => one.endsWith(`/databases/${handle}/values.yaml`));
  return world.repository.read(path ?? "") ?? "";
}

/** Takes down the versions of everything that is the source's. */
async function versionsOf(world: World, handle: string): Promise<unknown> {
  const cluster = (await read(world, CLUSTERS, "one")).status.handle ?? "";
  const tenant = world.tenant(cluster) ?? expect.fail("no tenant cluster");
  const refs = [
    [POSTGRESQL_CLUSTERS, "postgres"],
    [OBJECT_STORES, "backups"],
    [SECRETS, `${handle}-credentials`],
  ] as const;
  const found = await Promise.all(refs.map(([type, name]) => tenant.get(type, { namespace: handle, name })));
  const versions = found.map((object) => object?.metadata.resourceVersion ?? "none");
  return [...versions, (await read(world, DATABASE_INSTANCES, "orders")).version, values(world, handle)];
}

async function restore(world: World, name: string, target: Readonly<Record<string, string>>): Promise<void> {
  const { id } = await read(world, DATABASE_INSTANCES, "orders");
  const spec = { cluster: "one", engine: "postgresql", restore: { sourceId: id, ...target } };
  await create(world, DATABASE_INSTANCES, name, spec);
}

/**
 * A source whose schedule made two backups; restores by backup, by a moment that comes into the archive later, to a wrong moment, to one
 * after which nothing was changed, one that fails; the source goes.
 */
export async function restoreStory(world: World): Promise<unknown> {
  const cnpg = new CnpgDouble(world);
  const ago = (ms: number): string => new Date(world.clock.nowMs() - ms).toISOString();
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  await create(world, DATABASE_INSTANCES, "orders", {
    cluster: "one",
    engine: "postgresql",
    storageSizeGb: 30,
    engineVersion: "17",
  });
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  const { id, status } = await read(world, DATABASE_INSTANCES, "orders");
  const { handle = "" } = status;
  const from = ago(0);
  for (const name of ["scheduled-1", "scheduled-2"]) await cnpg.schedules(handle, name);
  await world.clock.advance(10_000);
  await cnpg.window(handle, id, { firstRecoverabilityPoint: from, lastSuccessfulBackupTime: ago(0) });
  await world.until(async () => {
    expect(await backupNames(world)).to.deep.equal(["scheduled-1", "scheduled-2"]);
  });
  const second = (await world.management.list(DATABASE_BACKUPS, { namespace: ORGANIZATION })).items.at(-1);
  const mirrored = second?.metadata.name ?? "";
  await rests(world, DATABASE_BACKUPS, mirrored, "completed");
  await world.clock.advance(5 * MINUTE_MS);
  await settle(world);
  await restore(world, "early", { pointInTime: ago(60 * MINUTE_MS) });
  await says(world, "early", "OutsideWindow");
  await restore(world, "moment", { pointInTime: ago(MINUTE_MS) });
  await says(world, "moment", "OutsideWindow");
  const archived = ago(0);
  await cnpg.archives(handle, archived);
  await world.until(async () => {
    expect((await read(world, DATABASE_INSTANCES, "orders")).status["restorableUntil"]).to.equal(archived);
  });
  const before = await versionsOf(world, handle);
  await rests(world, DATABASE_INSTANCES, "moment", "running");
  cnpg.fills = (namespace) => !namespace.startsWith("idle-");
  const askedMs = world.clock.nowMs();
  await restore(world, "idle", { pointInTime: archived });
  await rests(world, DATABASE_INSTANCES, "idle", "error");
  const idle = (await read(world, DATABASE_INSTANCES, "idle")).status;
  const soon = world.clock.nowMs() - askedMs < 10 * MINUTE_MS;
  await restore(world, "copy", { backupId: (await read(world, DATABASE_BACKUPS, mirrored)).id });
  await rests(world, DATABASE_INSTANCES, "copy", "running");
  const copy = (await read(world, DATABASE_INSTANCES, "copy")).status;
  await cnpg.says(copy.handle ?? "", "Cluster is unrecoverable and needs manual intervention", 0);
  await rests(world, DATABASE_INSTANCES, "copy", "error");
  await settle(world);
  const untouched = JSON.stringify(await versionsOf(world, handle)) === JSON.stringify(before);
  const rendered = values(world, copy.handle ?? "");
  await restore(world, "late", { backupId: (await read(world, DATABASE_BACKUPS, mirrored)).id });
  await remove(world, DATABASE_INSTANCES, "orders");
  await gone(world, DATABASE_INSTANCES, "orders");
  await rests(world, DATABASE_INSTANCES, "late", "running");
  cnpg.stop();
  const lines = rendered.split("\n").map((line) => line.trim());
  return {
    untouched,
    copy: [
      copy["databaseName"],
      copy["engineVersion"],
      lines.includes("storageGb: 30"),
      lines.includes('backup: "20260101T000000"'),
    ],
    idle: [idle.statusReason, idle["errorMessage"], soon],
    kept: await backupNames(world),
    refused: (await read(world, DATABASE_INSTANCES, "early")).status.source,
  };
}

/** A source that gets another major version after its only backup; what is restored then, and what its archive promises. */
export async function upgradedSourceStory(world: World): Promise<unknown> {
  const cnpg = new CnpgDouble(world);
  const now = (): string => new Date(world.clock.nowMs()).toISOString();
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  const spec = { cluster: "one", engine: "postgresql", engineVersion: "16" };
  await create(world, DATABASE_INSTANCES, "orders", spec);
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  const { id, status } = await read(world, DATABASE_INSTANCES, "orders");
  const { handle = "" } = status;
  await cnpg.schedules(handle, "scheduled-1");
  await world.clock.advance(10_000);
  const from = now();
  await cnpg.window(handle, id, { firstRecoverabilityPoint: from, lastSuccessfulBackupTime: from });
  await world.until(async () => expect(await backupNames(world)).to.deep.equal(["scheduled-1"]));
  const [backup] = (await world.management.list(DATABASE_BACKUPS, { namespace: ORGANIZATION })).items;
  const name = backup?.metadata.name ?? "";
  await rests(world, DATABASE_BACKUPS, name, "completed");
  await world.clock.advance(5 * MINUTE_MS);
  const until = now();
  await cnpg.archives(handle, until);
  const restorableUntil = async (): Promise<unknown> =>
    (await read(world, DATABASE_INSTANCES, "orders")).status["restorableUntil"];
  await world.until(async () => expect(await restorableUntil()).to.equal(until));
  await change(world, DATABASE_INSTANCES, "orders", { engineVersion: "17" });
  await world.clock.advance(10 * MINUTE_MS);
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  await cnpg.archives(handle, now());
  await world.clock.advance(10 * MINUTE_MS);
  await settle(world);
  const promised = (await restorableUntil()) === until;
  await restore(world, "backup", { backupId: (await read(world, DATABASE_BACKUPS, name)).id });
  await restore(world, "moment", { pointInTime: until });
  const versions: unknown[] = [];
  for (const one of ["orders", "backup", "moment"]) {
    await rests(world, DATABASE_INSTANCES, one, "running");
    versions.push((await read(world, DATABASE_INSTANCES, one)).status["engineVersion"]);
  }
  cnpg.stop();
  return { promised, versions };
}
