import { expect } from "chai";
import { CLUSTERS, DATABASE_BACKUPS, DATABASE_INSTANCES, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, LABELS } from "../../contract/identity.ts";
import { CnpgDouble } from "./world/cnpg-double.ts";
import { change, create, gone, remove, rests, settle } from "./world/story.ts";
import { ORGANIZATION, World, type WorldOptions } from "./world/world.ts";

type Status = Readonly<Record<string, unknown>> & Readonly<{ handle?: string }>;
type Read = Readonly<{ id: string; status: Status }>;

async function read(world: World, type: typeof CLUSTERS, name: string): Promise<Read> {
  const found = await world.management.get(type, { namespace: ORGANIZATION, name });
  return { id: found?.metadata.labels?.[LABELS.id] ?? "", status: (found?.["status"] ?? {}) as Status };
}

async function shows(world: World, name: string, member: string, value: string): Promise<void> {
  await world.until(async () => {
    expect((await read(world, DATABASE_INSTANCES, name)).status[member]).to.equal(value);
  });
}

async function passwordOf(world: World, cluster: string, handle: string): Promise<string> {
  const tenant = world.tenant((await read(world, CLUSTERS, cluster)).status.handle ?? "");
  const secret = await tenant?.get(SECRETS, { namespace: handle, name: `${handle}-credentials` });
  return (secret?.["data"] as Record<string, string> | undefined)?.["password"] ?? "";
}

function values(world: World, handle: string): string {
  const path = world.repository.list("clusters/").find((one) => one.endsWith(`/databases/${handle}/values.yaml`));
  return world.repository.read(path ?? "") ?? "";
}

/** A replica in another cluster waits for its source's first backup, follows, holds the source's deletion up, is promoted. */
async function story(world: World): Promise<unknown> {
  const cnpg = new CnpgDouble(world);
  for (const name of ["one", "two"])
    await create(world, CLUSTERS, name, { provider: "local", region: "local-1", tier: "shared" });
  await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql" });
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  const source = await read(world, DATABASE_INSTANCES, "orders");
  const handle = source.status.handle ?? "";
  await create(world, DATABASE_INSTANCES, "copy", {
    cluster: "two",
    engine: "postgresql",
    replicationSourceId: source.id,
  });
  await shows(world, "copy", "statusReason", "NoBackupYet");
  const now = new Date(world.clock.nowMs()).toISOString();
  await cnpg.window(handle, source.id, { firstRecoverabilityPoint: now, lastSuccessfulBackupTime: now });
  await rests(world, DATABASE_INSTANCES, "copy", "running");
  await settle(world);
  const copy = await read(world, DATABASE_INSTANCES, "copy");
  const place = copy.status.handle ?? "";
  const password = await passwordOf(world, "one", handle);
  const following = [
    copy.status["replicationRole"],
    copy.status["replicationStatus"],
    (await passwordOf(world, "two", place)) === password,
    /follow: true/.test(values(world, place)) && !/promoted/.test(values(world, place)),
  ];
  await remove(world, DATABASE_INSTANCES, "orders", { [ANNOTATIONS.finalBackup]: "true" });
  await shows(world, "orders", "statusReason", "ReplicasFollow");
  const held = (await read(world, DATABASE_INSTANCES, "orders")).status["errorMessage"];
  await change(world, DATABASE_INSTANCES, "copy", { promoted: true });
  await gone(world, DATABASE_INSTANCES, "orders");
  await shows(world, "copy", "replicationStatus", "promoted");
  await settle(world);
  const after = await read(world, DATABASE_INSTANCES, "copy");
  const own = await passwordOf(world, "two", place);
  const { items } = await world.management.list(DATABASE_BACKUPS, { namespace: ORGANIZATION });
  const kept = items.map(({ metadata, ...rest }) => {
    const { phase, expiresAt } = (rest["status"] ?? {}) as { phase?: string; expiresAt?: string };
    return [metadata.name.slice(0, 6), phase, expiresAt];
  });
  cnpg.stop();
  const promoted = [
    after.status["replicationRole"],
    own !== "" && own !== password,
    /promoted: true/.test(values(world, place)),
  ];
  return { following, held, promoted, kept };
}

async function play(options: WorldOptions): Promise<Readonly<{ world: World; result: unknown }>> {
  const world = new World(options);
  await world.start();
  try {
    const result = await story(world);
    expect(world.monitor.violations).to.deep.equal([]);
    return { world, result };
  } finally {
    await world.stop();
  }
}

describe("Replicas in the simulated world", function () {
  this.timeout(300_000);
  let undisturbed: Awaited<ReturnType<typeof play>>;
  before(async () => {
    undisturbed = await play({ seed: 1 });
  });

  it("follow, hold the deletion of their source up, and have credentials of their own once promoted", () => {
    expect(undisturbed.result).to.deep.equal({
      following: ["replica", "following", true, true],
      held: "It is followed by copy; promote or delete them first, the deletion goes on by itself.",
      promoted: ["primary", true, true],
      kept: [["final-", "completed", undefined]],
    });
  });

  it("end the same after a crash at an effect around the deletion", async () => {
    const { effects } = undisturbed.world;
    for (let at = 1; at <= effects.length; at += 1) {
      if (!/Backup/.test(effects[at - 1] ?? "")) continue;
      const when = at % 2 === 0 ? "before" : "after";
      const { result } = await play({ seed: 1, disturbance: { crashes: [{ at, when }] } });
      expect(result, `crash ${when} effect ${at} (${effects[at - 1] ?? ""})`).to.deep.equal(undisturbed.result);
    }
  });

  it("end the same with lost events, conflicts and pushes that fail", async () => {
    const disturbance = { staleMs: 1_000, lost: 0.05, conflicts: 0.15, latencyMs: 200, pushFaults: 0.2 };
    expect((await play({ seed: 31, disturbance })).result).to.deep.equal(undisturbed.result);
  });
});
