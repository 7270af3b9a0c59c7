import { expect } from "chai";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import {
  APPLICATIONS,
  APP_PROJECTS,
  CLUSTERS,
  DEPLOYMENTS,
  SECRETS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, FINALIZER } from "../../../contract/identity.ts";
import { ARGOCD, ORGANIZATION, type World } from "./world.ts";

const USER = { fieldManager: "kubectl" } as const;

/** Creates a cluster and deployments as kubectl would. */
export async function createAll(world: World, names: readonly string[]): Promise<void> {
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  for (const name of names)
    await create(world, DEPLOYMENTS, name, {
      cluster: "one",
      appType: "web_app",
      dockerImage: "nginx:1.29",
      replicas: 1,
      containerPort: 80,
    });
}

export async function create(world: World, type: ResourceType, name: string, spec: object): Promise<void> {
  const apiVersion = `${type.group}/${type.version}`;
  await world.management.create(
    type,
    { apiVersion, kind: type.kind, metadata: { name, namespace: ORGANIZATION }, spec },
    USER,
  );
}

export async function change(world: World, type: ResourceType, name: string, spec: object): Promise<void> {
  await world.management.patch(type, { namespace: ORGANIZATION, name }, { kind: "merge", body: { spec } }, USER);
}

export async function remove(
  world: World,
  type: ResourceType,
  name: string,
  annotations: Record<string, string> = {},
): Promise<void> {
  const ref = { namespace: ORGANIZATION, name };
  if (Object.keys(annotations).length > 0)
    await world.management.patch(type, ref, { kind: "merge", body: { metadata: { annotations } } }, USER);
  await world.management.delete(type, ref);
}

/** Waits until an object rests in a phase at its newest generation. */
export async function rests(world: World, type: ResourceType, name: string, phase: string): Promise<void> {
  await world.until(async () => {
    const object = await world.management.get(type, { namespace: ORGANIZATION, name });
    const status = object?.["status"] as
      { phase?: string; observedGeneration?: number; errorMessage?: string } | undefined;
    expect(
      `${status?.phase ?? "none"} ${status?.observedGeneration ?? 0}`,
      `${name}: ${status?.errorMessage ?? ""}`,
    ).to.equal(`${phase} ${object?.metadata.generation ?? 1}`);
  });
}

export async function gone(world: World, type: ResourceType, name: string): Promise<void> {
  await world.until(async () => {
    expect(await world.management.get(type, { namespace: ORGANIZATION, name }), name).to.equal(undefined);
  });
}

/** Is the main story: create, change, stop, start, delete one, delete the cluster with the rest. */
export async function mainStory(world: World): Promise<unknown> {
  await createAll(world, ["a", "b"]);
  for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
  await rests(world, CLUSTERS, "one", "running");
  await change(world, DEPLOYMENTS, "a", { replicas: 2 });
  await change(world, DEPLOYMENTS, "b", { stopped: true });
  await rests(world, DEPLOYMENTS, "a", "running");
  await rests(world, DEPLOYMENTS, "b", "stopped");
  await change(world, DEPLOYMENTS, "b", { stopped: false });
  await rests(world, DEPLOYMENTS, "b", "running");
  await settle(world);
  const middle = await snapshot(world);
  await remove(world, DEPLOYMENTS, "a");
  await gone(world, DEPLOYMENTS, "a");
  await remove(world, CLUSTERS, "one", { [ANNOTATIONS.cascade]: "true" });
  await gone(world, CLUSTERS, "one");
  await settle(world);
  return { middle, end: await snapshot(world) };
}

/** Lets everything that is under way come to rest. */
export async function settle(world: World): Promise<void> {
  await world.clock.advance(30_000);
}

/** Takes down all that is wanted and observed, without times, versions and commit ids. */
export async function snapshot(world: World): Promise<unknown> {
  const list = async (type: ResourceType, namespace: string): Promise<KubeObject[]> =>
    (await world.management.list(type, { namespace })).items;
  const ours = [...(await list(CLUSTERS, ORGANIZATION)), ...(await list(DEPLOYMENTS, ORGANIZATION))];
  return {
    objects: Object.fromEntries(
      ours.map((object) => [`${object.kind ?? ""} ${object.metadata.name}`, plainObject(object)]),
    ),
    applications: Object.fromEntries(
      (await list(APPLICATIONS, ARGOCD)).map((object) => [object.metadata.name, plainApplication(object)]),
    ),
    projects: Object.fromEntries(
      (await list(APP_PROJECTS, ARGOCD)).map((object) => [object.metadata.name, object["spec"]]),
    ),
    secrets: (await list(SECRETS, ARGOCD)).map(({ metadata }) => [metadata.name, metadata.labels]),
    files: world.repository.files(),
    cloud: world.cloud.specs(),
  };
}

function plainObject({ metadata, spec, ...rest }: KubeObject): unknown {
  const status = JSON.parse(JSON.stringify(rest["status"] ?? {}), plain) as unknown;
  const { labels, generation, finalizers } = metadata;
  return { labels, generation, hasFinalizer: finalizers?.includes(FINALIZER), spec, status };
}

function plainApplication({ metadata, spec, ...rest }: KubeObject): unknown {
  const { sync, health } = rest["status"] as { sync?: { status?: string }; health?: { status?: string } };
  return { labels: metadata.labels, finalizers: metadata.finalizers, spec, sync: sync?.status, health: health?.status };
}

/** Hides what differs from run to run: times, commits. */
function plain(name: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return "time";
  return name !== "contentHash" && /^[0-9a-f]{40}$/.test(value) ? "commit" : value;
}
