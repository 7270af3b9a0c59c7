import { expect } from "chai";
import { CLUSTERS, DATABASE_BACKUPS, DATABASE_INSTANCES } from "../../adapters/kubernetes/resource-types.ts";
import { BACKUP_MAX_MS } from "../../operator/machines/backup/state.ts";
import { CnpgDouble } from "./world/cnpg-double.ts";
import { create, gone, remove, rests, settle } from "./world/story.ts";
import { ORGANIZATION, World, type WorldOptions } from "./world/world.ts";

type Status = Readonly<Record<string, unknown>> & Readonly<{ handle?: string; phase?: string }>;

async function statusOf(world: World, type: typeof DATABASE_BACKUPS, name: string): Promise<Status> {
  const found = await world.management.get(type, { namespace: ORGANIZATION, name });
  return (found?.["status"] ?? {}) as Status;
}

async function start(world: World): Promise<Readonly<{ cnpg: CnpgDouble; handle: string; id: string }>> {
  const cnpg = new CnpgDouble(world);
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql" });
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  const { handle = "" } = await statusOf(world, DATABASE_INSTANCES, "orders");
  const object = await world.management.get(DATABASE_INSTANCES, { namespace: ORGANIZATION, name: "orders" });
  return { cnpg, handle, id: object?.metadata.labels?.["hosting.berth.dev/id"] ?? "" };
}

/** One backup that ends well, one that does not, one that waits for its database; then one is deleted. */
async function story(world: World): Promise<unknown> {
  const { cnpg, handle, id } = await start(world);
  cnpg.fate = (name) => (name.startsWith("bad") ? "fails" : "completes");
  await create(world, DATABASE_BACKUPS, "good", { database: "orders" });
  await create(world, DATABASE_BACKUPS, "bad", { database: "orders" });
  await create(world, DATABASE_BACKUPS, "early", { database: "later" });
  await rests(world, DATABASE_BACKUPS, "good", "completed");
  await rests(world, DATABASE_BACKUPS, "bad", "failed");
  await create(world, DATABASE_INSTANCES, "later", { cluster: "one", engine: "postgresql" });
  await rests(world, DATABASE_BACKUPS, "early", "completed");
  await settle(world);
  const good = await statusOf(world, DATABASE_BACKUPS, "good");
  expect(good["s3Path"]).to.equal(`s3://archive/${ORGANIZATION}/${id}/${id}/base/20260101T000000`);
  expect(good["databaseId"]).to.equal(id);
  const made = (await cnpg.backups(handle)).map(({ metadata }) => metadata.name.slice(0, -11)).sort();
  const files = world.repository.list("clusters/").filter((path) => path.includes("/backups/"));
  const inGit = files.map((path) => path.split("/").slice(-2).join("/")).sort();
  await remove(world, DATABASE_BACKUPS, "good");
  await gone(world, DATABASE_BACKUPS, "good");
  const left = (await cnpg.backups(handle)).map(({ metadata }) => metadata.name.slice(0, -11));
  const leftInGit = world.repository.list("clusters/").filter((path) => path.endsWith("/backups/good.yaml"));
  await remove(world, DATABASE_INSTANCES, "orders");
  await gone(world, DATABASE_INSTANCES, "orders");
  await settle(world);
  const { phase, errorMessage } = await statusOf(world, DATABASE_BACKUPS, "bad");
  await remove(world, DATABASE_BACKUPS, "bad");
  await gone(world, DATABASE_BACKUPS, "bad");
  cnpg.stop();
  return { made, inGit, left, leftInGit, bad: [phase, errorMessage] };
}

async function play(options: WorldOptions, tell = story): Promise<Readonly<{ world: World; result: unknown }>> {
  const world = new World(options);
  await world.start();
  try {
    const result = await tell(world);
    expect(world.monitor.violations).to.deep.equal([]);
    return { world, result };
  } finally {
    await world.stop();
  }
}

describe("Backups in the simulated world", function () {
  this.timeout(300_000);
  let undisturbed: Awaited<ReturnType<typeof play>>;
  before(async () => {
    undisturbed = await play({ seed: 1 });
  });

  it("are made once each, told in Git, kept when their database goes, and taken away with what was made", () => {
    expect(undisturbed.result).to.deep.equal({
      made: ["bad", "good"],
      inGit: ["backups/bad.yaml", "backups/early.yaml", "backups/good.yaml"],
      left: ["bad"],
      leftInGit: [],
      bad: ["failed", "The engine could not make it: no space left."],
    });
  });

  it("end the same after a crash at every effect of theirs", async () => {
    const { effects } = undisturbed.world;
    for (let at = 1; at <= effects.length; at += 1) {
      if (!effects[at - 1]?.includes("Backup")) continue;
      const when = at % 2 === 0 ? "before" : "after";
      const why = `crash ${when} effect ${at} (${undisturbed.world.effects[at - 1] ?? ""})`;
      const { result } = await play({ seed: 1, disturbance: { crashes: [{ at, when }] } }).catch((error: unknown) => {
        throw new Error(`${why}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      });
      expect(result, why).to.deep.equal(undisturbed.result);
    }
  });

  it("end the same with lost events, conflicts and pushes that fail", async () => {
    for (const seed of [21, 22]) {
      const disturbance = { staleMs: 1_000, lost: 0.05, conflicts: 0.15, latencyMs: 200, pushFaults: 0.2 };
      expect((await play({ seed, disturbance })).result, `seed ${seed}`).to.deep.equal(undisturbed.result);
    }
  });

  it("fail at their deadline when the engine never ends, as after a node is gone", async () => {
    await play({ seed: 1 }, async (world) => {
      const { cnpg } = await start(world);
      cnpg.fate = () => "hangs";
      await create(world, DATABASE_BACKUPS, "stuck", { database: "orders" });
      await rests(world, DATABASE_BACKUPS, "stuck", "running");
      cnpg.stop();
      await world.clock.advance(BACKUP_MAX_MS + 60_000);
      const { statusReason, errorMessage } = await statusOf(world, DATABASE_BACKUPS, "stuck");
      expect([statusReason, errorMessage]).to.deep.equal([
        "BackupTimeout",
        "It did not end within 6 hours: the engine says running.",
      ]);
    });
  });
});
