import { expect } from "chai";
import { DATABASE_INSTANCES, DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import { CnpgDouble } from "../world/cnpg-double.ts";
import { create, createAll, rests, settle } from "../world/story.ts";
import { chartOf } from "../world/chart-of.ts";
import { ORGANIZATION, type World } from "../world/world.ts";

type Delivered = Readonly<{ delivery?: { version?: string }; chartVersion?: string }>;

async function versionOf(world: World, type: ResourceType, name: string): Promise<string | undefined> {
  const found = await world.management.get(type, { namespace: ORGANIZATION, name });
  const { delivery, chartVersion } = (found?.["status"] ?? {}) as Delivered;
  return delivery?.version ?? chartVersion;
}

/** A release of both charts reaches deployments and databases by itself; nobody asked for anything. */
export async function releaseStory(world: World): Promise<void> {
  const cnpg = new CnpgDouble(world);
  const names = ["a", "b", "c"];
  await createAll(world, names);
  await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql" });
  for (const name of names) await rests(world, DEPLOYMENTS, name, "running");
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  await settle(world);
  world.kill();
  world.charts = { workload: chartOf("workload", "0.2.0"), database: chartOf("database", "0.2.0") };
  await world.startOperator();
  await world.until(async () => {
    for (const name of names) expect(await versionOf(world, DEPLOYMENTS, name)).to.equal("0.2.0");
    expect(await versionOf(world, DATABASE_INSTANCES, "orders")).to.equal("0.2.0");
  });
  for (const name of names) await rests(world, DEPLOYMENTS, name, "running");
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  await settle(world);
  cnpg.stop();
}
