import { expect } from "chai";
import type { ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, DEPLOYMENTS, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { KubernetesSecretStore } from "../../adapters/kubernetes/secret-store.ts";
import { ANNOTATIONS, LABELS } from "../../contract/identity.ts";
import { SecretText } from "../../contract/secret-text.ts";
import type { Disturbance } from "./world/disturbance.ts";
import { change, create, createAll, gone, rests, settle } from "./world/story.ts";
import { ORGANIZATION, World } from "./world/world.ts";

type Ended = Readonly<{ world: World; begin: number }>;
const ORG = ORGANIZATION.replace(/^org-/, "");

async function idOf(world: World, name: string): Promise<string> {
  const object = await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name });
  return object?.metadata.labels?.[LABELS.id] ?? "";
}

async function handleOf(world: World, type: ResourceType, name: string): Promise<string> {
  const object = await world.management.get(type, { namespace: ORGANIZATION, name });
  return ((object?.["status"] ?? {}) as { handle?: string }).handle ?? "";
}

/** Promotes a deployment that has a secret of its own, and holds the end to what was asked for. */
async function promote(
  deleteSource: boolean,
  disturbance: Disturbance = {},
  [from, to]: readonly [string, string] = ["shared", "dedicated"],
): Promise<Ended> {
  const world = new World({ seed: 7, disturbance });
  await world.start();
  try {
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
    const begin = world.effects.length;
    const promotion = { sourceId, ...(deleteSource && { deleteSource }) };
    const spec = { cluster: "two", appType: "web_app", dockerImage: "nginx:1.29", environmentVariables, promotion };
    await create(world, DEPLOYMENTS, "b", spec);
    await rests(world, DEPLOYMENTS, "b", "running");
    if (deleteSource) await gone(world, DEPLOYMENTS, "a");
    await settle(world);
    await assertEnd(world, store, { sourceId, deleteSource });
    return { world, begin };
  } finally {
    await world.stop();
  }
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
  expect(world.monitor.violations).to.deep.equal([]);
}

describe("Promotions in a simulated world", function () {
  this.timeout(240_000);

  it("leave the source running when nobody asked for its end, and let it say where it was promoted to", async () => {
    await promote(false);
  });

  it("end the same after a crash at every effect boundary: the source goes once the new one runs, never before", async () => {
    const { world, begin } = await promote(true);
    const { length } = world.effects;
    expect(length - begin).to.be.at.least(10);
    for (let at = begin + 1; at <= length; at += 1)
      for (const when of ["before", "after"] as const) {
        await promote(true, { crashes: [{ at, when }] }).catch((error: unknown) => {
          throw new Error(`crash ${when} effect ${at} (${world.effects[at - 1] ?? ""}): ${String(error)}`, {
            cause: error,
          });
        });
      }
  });

  for (const tiers of [
    ["dedicated", "dedicated"],
    ["dedicated", "shared"],
  ] as const)
    it(`go from ${tiers[0]} to ${tiers[1]}, also with late observations and conflicts`, async () => {
      await promote(true, {}, tiers);
      await promote(true, { staleMs: 2_000, conflicts: 0.3 }, tiers);
    });

  it("end the same with late observations, conflicts and pushes that fail", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { pushFaults: 0.4, lost: 0.05, latencyMs: 200 }])
      await promote(true, disturbance);
  });

  it("leave the source untouched when they fail", async () => {
    const world = new World({ seed: 7 });
    await world.start();
    try {
      await createAll(world, ["a"]);
      await create(world, CLUSTERS, "two", { provider: "local", region: "local-1", tier: "dedicated" });
      await rests(world, CLUSTERS, "two", "running");
      await rests(world, DEPLOYMENTS, "a", "running");
      const before = await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name: "a" });
      const promotion = { sourceId: await idOf(world, "a"), deleteSource: true };
      const spec = { cluster: "two", appType: "web_app", dockerImage: "nginx:1.29", customValuesYaml: "- a list" };
      await create(world, DEPLOYMENTS, "b", { ...spec, promotion });
      await rests(world, DEPLOYMENTS, "b", "failed");
      await settle(world);
      const after = await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name: "a" });
      expect(after?.metadata.resourceVersion).to.equal(before?.metadata.resourceVersion);
      await change(world, DEPLOYMENTS, "b", { customValuesYaml: null });
      await gone(world, DEPLOYMENTS, "a");
    } finally {
      await world.stop();
    }
  });
});
