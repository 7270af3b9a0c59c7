import { expect } from "chai";
import type { ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, DEPLOYMENTS, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import { KubernetesSecretStore } from "../../../adapters/kubernetes/secret-store.ts";
import { ANNOTATIONS, LABELS } from "../../../contract/identity.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { change, create, gone, rests, settle } from "../world/story.ts";
import type { Story } from "../world/play.ts";
import { ORGANIZATION, type World } from "../world/world.ts";

/** Which promotion it is. */
type Promotion = Readonly<{ deleteSource?: boolean; from?: string; to?: string }>;
const ORG = ORGANIZATION.replace(/^org-/, "");

/** Reads the id of a deployment. */
export async function idOf(world: World, name: string): Promise<string> {
  const object = await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name });
  return object?.metadata.labels?.[LABELS.id] ?? "";
}

async function handleOf(world: World, type: ResourceType, name: string): Promise<string> {
  const object = await world.management.get(type, { namespace: ORGANIZATION, name });
  return ((object?.["status"] ?? {}) as { handle?: string }).handle ?? "";
}

/** Promotes a deployment that has a secret of its own, and holds the end to what was asked for. */
export function promotionStory({
  deleteSource = true,
  from = "shared",
  to = "dedicated",
}: Promotion = {}): Story<void> {
  return async (world) => {
    const store = new KubernetesSecretStore(world.management, { fieldManager: "test", now: () => new Date(0) });
    await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: from });
    await create(world, CLUSTERS, "two", { provider: "local", region: "local-1", tier: to });
    await create(world, DEPLOYMENTS, "a", { cluster: "one", appType: "web_app", dockerImage: "nginx:1.29" });
    for (const cluster of ["one", "two"]) await rests(world, CLUSTERS, cluster, "running");
    await rests(world, DEPLOYMENTS, "a", "running");
    const sourceId = await idOf(world, "a");
    const secret = { value: new SecretText("one"), requestId: "r" };
    await store.create({ organization: ORG, deploymentId: sourceId }, "token", secret);
    const environmentVariables = [{ name: "TOKEN", secretRef: "token" }];
    await change(world, DEPLOYMENTS, "a", { environmentVariables });
    await rests(world, DEPLOYMENTS, "a", "running");
    world.setUpEffects = world.effects.length;
    const promotion = { sourceId, ...(deleteSource && { deleteSource }) };
    const spec = { cluster: "two", appType: "web_app", dockerImage: "nginx:1.29", environmentVariables, promotion };
    await create(world, DEPLOYMENTS, "b", spec);
    await rests(world, DEPLOYMENTS, "b", "running");
    if (deleteSource) await gone(world, DEPLOYMENTS, "a");
    await settle(world);
    await assertEnd(world, store, { sourceId, deleteSource });
  };
}

async function assertEnd(
  world: World,
  store: KubernetesSecretStore,
  { sourceId, deleteSource }: Readonly<{ sourceId: string; deleteSource: boolean }>,
): Promise<void> {
  const id = await idOf(world, "b");
  const owners = (await store.list({ organization: ORG, deploymentId: undefined }, "all")).map(
    (one) => one.deploymentId,
  );
  expect(owners.toSorted()).to.deep.equal((deleteSource ? [id] : [id, sourceId]).toSorted());
  const own = await handleOf(world, DEPLOYMENTS, "b");
  const tenant = world.tenant(await handleOf(world, CLUSTERS, "two"));
  const there = await tenant?.get(SECRETS, { namespace: own, name: `${own}-secrets` });
  expect(there?.["data"]).to.deep.equal({ token: Buffer.from("one").toString("base64") });
  const source = await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name: "a" });
  expect(source?.metadata.annotations?.[ANNOTATIONS.promotedTo]).to.equal(deleteSource ? undefined : id);
}
