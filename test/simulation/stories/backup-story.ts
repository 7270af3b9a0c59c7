import { expect } from "chai";
import { CLUSTERS, DATABASE_BACKUPS, DATABASE_INSTANCES } from "../../../adapters/kubernetes/resource-types.ts";
import { CnpgDouble } from "../world/cnpg-double.ts";
import { create, gone, remove, rests, settle } from "../world/story.ts";
import { ORGANIZATION, type World } from "../world/world.ts";
import { statusOf } from "../world/status-of.ts";

/** Makes a cluster with a database that runs. */
export async function startDatabase(world: World): Promise<Readonly<{ cnpg: CnpgDouble; handle: string; id: string }>> {
  const cnpg = new CnpgDouble(world);
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql" });
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  const { handle = "" } = await statusOf(world, DATABASE_INSTANCES, "orders");
  const object = await world.management.get(DATABASE_INSTANCES, { namespace: ORGANIZATION, name: "orders" });
  return { cnpg, handle, id: object?.metadata.labels?.["hosting.berth.dev/id"] ?? "" };
}

/** One backup that ends well, one that does not, one that waits for its database; then one is deleted. */
export async function backupStory(world: World): Promise<unknown> {
  const { cnpg, handle, id } = await startDatabase(world);
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
