import { expect } from "chai";
import { CLUSTERS, DATABASE_BACKUPS, DATABASE_INSTANCES } from "../../../adapters/kubernetes/resource-types.ts";
import { MocoDouble } from "../world/moco-double.ts";
import { create, gone, remove, rests, settle } from "../world/story.ts";
import { ORGANIZATION, type World } from "../world/world.ts";
import { statusOf } from "../world/status-of.ts";

const MINUTE_MS = 60_000;

type Shown = Readonly<{ name: string; trigger: string; phase: string; size: unknown; path: string }>;

/** Shows every backup without what differs from run to run. */
async function shown(world: World): Promise<readonly Shown[]> {
  const { items } = await world.management.list(DATABASE_BACKUPS, { namespace: ORGANIZATION });
  const all = items.map(({ metadata, ...rest }): Shown => {
    const { trigger = "manual" } = rest["spec"] as { trigger?: string };
    const { phase = "", sizeBytes: size, s3Path = "" } = (rest["status"] ?? {}) as Record<string, string>;
    const name = metadata.name.startsWith("scheduled-") ? "scheduled" : metadata.name;
    return { name, trigger, phase, size, path: s3Path.replace(/db-[0-9a-f-]{36}\/\d{8}-\d{6}$/, "db-ID/TIME") };
  });
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Makes a cluster with a MySQL database that runs, whose backups are kept for a day. */
export async function startMysql(world: World): Promise<Readonly<{ moco: MocoDouble; handle: string }>> {
  const moco = new MocoDouble(world);
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  await create(world, DATABASE_INSTANCES, "shop", { cluster: "one", engine: "mysql", backupRetentionDays: 1 });
  await rests(world, DATABASE_INSTANCES, "shop", "running");
  const { handle = "" } = await statusOf(world, DATABASE_INSTANCES, "shop");
  return { moco, handle };
}

/** A MySQL database is backed up on request, well and not well, and by its schedule. */
export async function mysqlStory(world: World): Promise<unknown> {
  const { moco, handle } = await startMysql(world);
  moco.fails = (job) => job.startsWith("bad");
  const { connectionHost, connectionPort } = await statusOf(world, DATABASE_INSTANCES, "shop");
  await create(world, DATABASE_BACKUPS, "good", { database: "shop" });
  await rests(world, DATABASE_BACKUPS, "good", "completed");
  await create(world, DATABASE_BACKUPS, "bad", { database: "shop" });
  await rests(world, DATABASE_BACKUPS, "bad", "failed");
  await world.clock.advance(MINUTE_MS);
  await moco.schedules(handle);
  await world.until(async () => {
    expect((await shown(world)).map(({ phase }) => phase)).to.deep.equal(["failed", "completed", "completed"]);
  });
  await settle(world);
  const backups = await shown(world);
  const jobs = (await moco.jobs(handle)).map(({ metadata }) => metadata.name.slice(0, -11)).sort();
  const { restorableFrom = "", restorableUntil } = await statusOf(world, DATABASE_INSTANCES, "shop");
  const window = [restorableFrom !== "", restorableFrom === restorableUntil];
  const { items } = await world.management.list(DATABASE_BACKUPS, { namespace: ORGANIZATION });
  const scheduled = items.find(({ metadata }) => metadata.name.startsWith("scheduled-"))?.metadata.name ?? "";
  await remove(world, DATABASE_BACKUPS, scheduled);
  await gone(world, DATABASE_BACKUPS, scheduled);
  // Longer than it takes to ask the engine again, which still tells of it.
  await world.clock.advance(15 * MINUTE_MS);
  const left = (await shown(world)).map(({ name }) => name);
  await remove(world, DATABASE_INSTANCES, "shop");
  await gone(world, DATABASE_INSTANCES, "shop");
  moco.stop();
  const reached = `${String(connectionHost).replace(/db-[0-9a-f-]{36}/, "db-ID")}:${String(connectionPort)}`;
  return { reached: reached.replace(handle, "HANDLE"), backups, jobs, window, left };
}
