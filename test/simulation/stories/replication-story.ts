import { expect } from "chai";
import {
  CLUSTERS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  SECRETS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, LABELS } from "../../../contract/identity.ts";
import { CnpgDouble } from "../world/cnpg-double.ts";
import { change, create, gone, remove, rests, settle } from "../world/story.ts";
import { ORGANIZATION, type World } from "../world/world.ts";

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
export async function replicationStory(world: World): Promise<unknown> {
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
