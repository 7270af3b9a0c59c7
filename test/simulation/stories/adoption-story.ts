import { expect } from "chai";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import {
  APPLICATIONS,
  CLUSTERS,
  DEPLOYMENTS,
  NAMESPACES,
  SECRETS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { change, create, createAll, gone, remove, rests, settle } from "../world/story.ts";
import { ARGOCD, ORGANIZATION, type World } from "../world/world.ts";
import { WORKLOADS } from "../../support/workloads.ts";
import { deploymentStatus } from "../world/status-of.ts";

/** Marks what a customer writes. */
export const CUSTOMER = { fieldManager: "customer" } as const;

type Status = Readonly<{
  handle?: string;
  phase?: string;
  statusReason?: string;
  errorMessage?: string;
  importReview?: { objects: readonly { action: string; diff: string }[] };
}>;
type Tenant = NonNullable<ReturnType<World["tenant"]>>;

/** Makes the cluster with workloads of its customer's in it. */
export async function beginAdoption(world: World): Promise<Tenant> {
  await createAll(world, []);
  await rests(world, CLUSTERS, "one", "running");
  const cluster = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" });
  const tenant = world.tenant((cluster?.["status"] as Status).handle ?? "");
  if (tenant === undefined) throw new Error("there is no tenant");
  await tenant.create(NAMESPACES, { metadata: { name: "live" } }, CUSTOMER);
  const containers = [{ name: "shop", image: "nginx:1.28" }];
  for (const name of ["shop", "other"]) {
    const spec = { replicas: 1, template: { spec: { containers: [{ ...containers[0], name }] } } };
    await tenant.create(WORKLOADS, { apiVersion: "apps/v1", metadata: { name, namespace: "live" }, spec }, CUSTOMER);
  }
  return tenant;
}

/** Stages the import of a live workload. */
export async function adopt(world: World, name: string, workloadName: string): Promise<void> {
  const adoption = { namespace: "live", kind: "Deployment", workloadName };
  const spec = { cluster: "one", appType: "container", dockerImage: "nginx:1.29", adoption };
  await create(world, DEPLOYMENTS, name, {
    ...spec,
    environmentVariables: [{ name: "TOKEN", secretRef: "nobody-has-it" }],
  });
}

async function untouched(world: World, tenant: Tenant, before: readonly KubeObject[]): Promise<void> {
  expect((await tenant.list(WORKLOADS)).items).to.deep.equal(before);
  expect((await tenant.list(SECRETS, { namespace: "live" })).items).to.deep.equal([]);
  const { items } = await world.management.list(APPLICATIONS, { namespace: ARGOCD });
  const staged = items.filter(
    ({ spec }) => (spec as { destination: { namespace?: string } }).destination.namespace === "live",
  );
  for (const one of staged)
    expect([one["operation"] ?? null, (one["status"] as { operationState?: unknown }).operationState]).to.deep.equal([
      null,
      undefined,
    ]);
}

/** Plays the story of two staged imports: one is let go as it is, the other is changed, taken over, and deleted. */
export async function adoptionStory(world: World): Promise<void> {
  const tenant = await beginAdoption(world);
  const before = (await tenant.list(WORKLOADS)).items;
  world.setUpEffects = world.effects.length;
  await adopt(world, "a", "shop");
  await adopt(world, "b", "other");
  await rests(world, DEPLOYMENTS, "a", "stopped");
  await rests(world, DEPLOYMENTS, "b", "stopped");
  await adopt(world, "twin", "shop");
  await world.until(async () => {
    expect((await deploymentStatus(world, "twin")).errorMessage).to.contain("was taken over already, by a");
  });
  await change(world, DEPLOYMENTS, "a", { replicas: 2, environmentVariables: null });
  await rests(world, DEPLOYMENTS, "a", "stopped");
  await settle(world);
  const { statusReason, importReview } = await deploymentStatus(world, "a");
  expect([statusReason, importReview?.objects.map(({ action }) => action)]).to.deep.equal([
    "StagedForImport",
    ["update"],
  ]);
  expect(importReview?.objects[0]?.diff).to.contain("spec.replicas: 1 → 2");
  await untouched(world, tenant, before);
  for (const name of ["b", "twin"]) {
    await remove(world, DEPLOYMENTS, name);
    await gone(world, DEPLOYMENTS, name);
  }
  await untouched(world, tenant, before);
  await change(world, DEPLOYMENTS, "a", { syncRequestedAt: "2026-01-01T00:00:00Z" });
  await rests(world, DEPLOYMENTS, "a", "running");
  expect((await deploymentStatus(world, "a")).importReview).to.equal(undefined);
  await remove(world, DEPLOYMENTS, "a");
  await gone(world, DEPLOYMENTS, "a");
  await settle(world);
  expect((await tenant.get(NAMESPACES, { name: "live" }))?.metadata.deletionTimestamp).to.equal(undefined);
}
