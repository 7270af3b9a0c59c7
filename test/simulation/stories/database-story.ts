import { expect } from "chai";
import {
  APPLICATIONS,
  CLUSTERS,
  DATABASE_INSTANCES,
  NAMESPACES,
  POSTGRESQL_CLUSTERS,
  SECRETS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { KubernetesSecretStore } from "../../../adapters/kubernetes/secret-store.ts";
import { databaseSecret } from "../../../contract/identity.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import type { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { change, create, gone, remove, rests, settle } from "../world/story.ts";
import { ORGANIZATION, type World } from "../world/world.ts";

const NAME = "orders";
const ENGINE_MS = 3_000;
const SCOPE = { organization: "acme", deploymentId: undefined, area: "platform" } as const;
type Status = Readonly<Record<string, unknown>> & Readonly<{ handle?: string; phase?: string; clusterId?: string }>;

/** Plays CloudNativePG: what Argo CD brought is there, and ready a moment later. */
function playEngine(world: World): void {
  world.onDeployed = async (tenant, namespace) => {
    if (!namespace.startsWith(NAME)) return;
    if ((await tenant.get(POSTGRESQL_CLUSTERS, { namespace, name: "postgres" })) !== undefined) return;
    const metadata = { namespace, name: "postgres" };
    await tenant.create(POSTGRESQL_CLUSTERS, { metadata }, { fieldManager: "argocd" });
    world.clock.setTimeout(() => void says(tenant, namespace, "Cluster in healthy state", 1), ENGINE_MS);
  };
}

async function says(tenant: FakeKubeClient, namespace: string, phase: string, ready: number): Promise<void> {
  const conditions = ["Ready", "Initialized"].map((type) => ({ type, status: "True" }));
  const body = { status: { phase, readyInstances: ready, conditions } };
  const ref = { namespace, name: "postgres" };
  await tenant.patch(POSTGRESQL_CLUSTERS, ref, { kind: "merge", body }, { fieldManager: "cnpg" });
}

async function statusOf(world: World): Promise<Status> {
  const found = await world.management.get(DATABASE_INSTANCES, { namespace: ORGANIZATION, name: NAME });
  return (found?.["status"] ?? {}) as Status;
}

async function passwordAt(tenant: FakeKubeClient, handle: string): Promise<string> {
  const secret = await tenant.get(SECRETS, { namespace: handle, name: `${handle}-credentials` });
  const data = secret?.["data"] as Record<string, string> | undefined;
  return Buffer.from(data?.["password"] ?? "", "base64").toString();
}

/** A database that comes, whose password is rotated, that fails over, grows and goes. */
export async function databaseStory(world: World): Promise<unknown> {
  playEngine(world);
  const store = new KubernetesSecretStore(world.management, { fieldManager: "test" });
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  await create(world, DATABASE_INSTANCES, NAME, { cluster: "one", engine: "postgresql" });
  await rests(world, DATABASE_INSTANCES, NAME, "running");
  const { handle = "", connectionHost, connectionSecretName, engineVersion } = await statusOf(world);
  const cluster = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" });
  const tenant = world.tenant((cluster?.["status"] as Status).handle ?? "");
  if (tenant === undefined) throw new Error("no tenant cluster");
  const database = await world.management.get(DATABASE_INSTANCES, { namespace: ORGANIZATION, name: NAME });
  const secret = databaseSecret(database?.metadata.labels?.["hosting.berth.dev/id"] ?? "");
  const kept = await store.read(SCOPE, secret);
  expect(await passwordAt(tenant, handle), "the password of the store is the tenant's")
    .to.equal(kept?.reveal())
    .and.have.length(32);
  await rotates(world, { store, secret, tenant, handle });
  await says(tenant, handle, "Failing over", 1);
  await rests(world, DATABASE_INSTANCES, NAME, "degraded");
  await says(tenant, handle, "Cluster in healthy state", 1);
  await rests(world, DATABASE_INSTANCES, NAME, "running");
  await change(world, DATABASE_INSTANCES, NAME, { storageSizeGb: 20 });
  await rests(world, DATABASE_INSTANCES, NAME, "running");
  await settle(world);
  const { phase, git } = await statusOf(world);
  const middle = { phase, path: (git as { path?: string }).path, connectionHost, connectionSecretName, engineVersion };
  await remove(world, DATABASE_INSTANCES, NAME);
  await gone(world, DATABASE_INSTANCES, NAME);
  await world.until(async () => {
    expect(await tenant.get(NAMESPACES, { name: handle }), "its namespace").to.equal(undefined);
  });
  const left = await world.management.list(APPLICATIONS);
  const applications = left.items.filter(({ metadata }) => metadata.name === handle).length;
  return { middle, applications, password: (await store.read(SCOPE, secret))?.reveal() };
}

type Place = Readonly<{ store: KubernetesSecretStore; secret: string; tenant: FakeKubeClient; handle: string }>;

async function rotates(world: World, { store, secret, tenant, handle }: Place): Promise<void> {
  const seen = await store.find(SCOPE, secret);
  if (seen === undefined) throw new Error("no password");
  await store.replace(SCOPE, seen, { value: new SecretText("another"), requestId: "r" });
  await world.until(async () => {
    expect(await passwordAt(tenant, handle)).to.equal("another");
  });
}
