import { expect } from "chai";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import {
  APPLICATIONS,
  APP_PROJECTS,
  CLUSTERS,
  DEPLOYMENTS,
  SECRETS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { KubernetesSecretStore } from "../../../adapters/kubernetes/secret-store.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { ANNOTATIONS, FINALIZER, LABELS } from "../../../contract/identity.ts";
import { ARGOCD, ORGANIZATION, type World } from "./world.ts";
import { deploymentStatus } from "./status-of.ts";

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

type Rested = Readonly<{ phase?: string; observedGeneration?: number; errorMessage?: string }>;

/** Waits until an object rests in a phase at its newest generation. */
export async function rests(world: World, type: ResourceType, name: string, phase: string): Promise<void> {
  await world.until(async () => {
    const object = await world.management.get(type, { namespace: ORGANIZATION, name });
    const { phase: at = "none", observedGeneration = 0, errorMessage = "" } = (object?.["status"] ?? {}) as Rested;
    const [found, wanted] = [`${at} ${observedGeneration}`, `${phase} ${object?.metadata.generation ?? 1}`];
    // Asked four times a simulated second: an assertion's error would take longer than the world itself.
    if (found !== wanted) throw new Error(`${name}: ${errorMessage}: ${found} instead of ${wanted}`);
  });
}

export async function gone(world: World, type: ResourceType, name: string): Promise<void> {
  await world.until(async () => {
    const found = await world.management.get(type, { namespace: ORGANIZATION, name });
    if (found !== undefined)
      throw new Error(`${name} is still there, held by ${found.metadata.finalizers?.join(", ")}`);
  });
}

/** Plays the main story: create, change, stop, start, delete one, delete the cluster with the rest. */
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
  await useSecret(world, "a");
  await settle(world);
  const middle = await snapshot(world);
  await remove(world, DEPLOYMENTS, "a");
  await gone(world, DEPLOYMENTS, "a");
  // Its own secrets went with it, the organization's stay.
  const kept = await secretStore(world).list(SCOPE, "all");
  expect(kept.map(({ name, deploymentId }) => [name, deploymentId])).to.deep.equal([["token", undefined]]);
  await remove(world, CLUSTERS, "one", { [ANNOTATIONS.cascade]: "true" });
  await gone(world, CLUSTERS, "one");
  await settle(world);
  return { middle, end: await snapshot(world) };
}

/** Gives a deployment a secret that comes late, changes it, and has pods that know each change. */
async function useSecret(world: World, name: string): Promise<void> {
  const store = secretStore(world);
  await change(world, DEPLOYMENTS, name, { environmentVariables: [{ name: "TOKEN", secretRef: "token" }] });
  await world.until(async () => {
    const { statusReason } = await deploymentStatus(world, name);
    expect(statusReason).to.equal("SecretMissing");
  });
  const requestId = "r";
  const deployment = await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name });
  const own = { ...SCOPE, deploymentId: deployment?.metadata.labels?.[LABELS.id] };
  await store.create(own, "unused", { value: new SecretText("own"), requestId });
  const first = await store.create(SCOPE, "token", { value: new SecretText("one"), requestId });
  await rests(world, DEPLOYMENTS, name, "running");
  await brings(world, name, "one");
  const { secretsRevision } = await deploymentStatus(world, name);
  if (first === undefined) throw new Error("the secret was there already");
  await store.replace(SCOPE, first, { value: new SecretText("two"), requestId });
  await brings(world, name, "two");
  await world.until(async () => {
    const status = await deploymentStatus(world, name);
    expect(status.secretsRevision).to.not.equal(secretsRevision);
    expect(
      world.repository.read(`clusters/${await clusterOf(world)}/deployments/${status.handle ?? ""}/values.yaml`),
    ).to.contain(status.secretsRevision);
  });
}

const SCOPE = { organization: ORGANIZATION.replace(/^org-/, ""), deploymentId: undefined };

function secretStore(world: World): KubernetesSecretStore {
  return new KubernetesSecretStore(world.management, { fieldManager: "test", now: () => new Date(0) });
}

async function clusterOf(world: World): Promise<string> {
  const cluster = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" });
  return (cluster?.["status"] as { handle?: string } | undefined)?.handle ?? "";
}

/** Waits until the Secret on the cluster holds the value. */
async function brings(world: World, name: string, value: string): Promise<void> {
  await world.until(async () => {
    const { handle = "" } = await deploymentStatus(world, name);
    const ref = { namespace: handle, name: `${handle}-secrets` };
    const found = await world.tenant(await clusterOf(world))?.get(SECRETS, ref);
    expect(found?.["data"]).to.deep.equal({ token: Buffer.from(value).toString("base64") });
  });
}

/** Gives a deployment an image of the organization's own: it waits for the registry's login and gets it. */
export async function usesRegistry(world: World, name: string): Promise<void> {
  await change(world, DEPLOYMENTS, name, { dockerImage: `registry.test/${ORGANIZATION}/app:1` });
  await world.until(async () => {
    expect((await deploymentStatus(world, name)).errorMessage).to.contain("no registry credentials");
  });
  const scope = { ...SCOPE, area: "platform" } as const;
  await secretStore(world).create(scope, "registry", { value: new SecretText('{"auths":{}}'), requestId: "r" });
  await rests(world, DEPLOYMENTS, name, "running");
  const { handle = "" } = await deploymentStatus(world, name);
  const cluster = await clusterOf(world);
  const found = await world.tenant(cluster)?.get(SECRETS, { namespace: handle, name: `${handle}-registry` });
  expect([found?.["type"], found?.["data"]]).to.deep.equal([
    "kubernetes.io/dockerconfigjson",
    { ".dockerconfigjson": Buffer.from('{"auths":{}}').toString("base64") },
  ]);
  expect(world.repository.read(`clusters/${cluster}/deployments/${handle}/values.yaml`)).to.contain(
    `pullSecret: "${handle}-registry"`,
  );
}

/** Lets everything that is under way come to rest. */
export async function settle(world: World): Promise<void> {
  await world.clock.advance(30_000);
  await world.onRest();
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
