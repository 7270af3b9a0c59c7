import { expect } from "chai";
import { DEPLOYMENTS, EVENTS, PODS } from "../../adapters/kubernetes/resource-types.ts";
import type { ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { ListOptions } from "../../adapters/kubernetes/kube-port.ts";
import type { FakeKubeClient } from "../support/fake-kube-client.ts";
import { AILMENTS, type AilmentName } from "../support/ailing-workloads.ts";
import { EXPECTED_TROUBLES } from "../support/expected-troubles.ts";
import { readRecordedPods } from "../support/recorded-pods.ts";
import { change, createAll, rests, settle } from "./world/story.ts";
import { ORGANIZATION, World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

const MANAGER = { fieldManager: "kubelet" } as const;
const TOLD_WITHIN_MS = 30_000;

/** Puts the pods of an ailment into a namespace, as a real node had them; their times are the world's. */
async function ail(world: World, server: FakeKubeClient, namespace: string, name: AilmentName): Promise<void> {
  const { seen, at, log } = readRecordedPods(name);
  const lateMs = world.clock.nowMs() - Date.parse(at);
  const moved = JSON.parse(JSON.stringify(seen), (_key, value: unknown) => {
    const isTime = typeof value === "string" && /^2\d{3}-\d\d-\d\dT/.test(value);
    return isTime ? new Date(Date.parse(value) + lateMs).toISOString() : value;
  }) as typeof seen;
  for (const { metadata, ...pod } of moved.pods) {
    const made = await server.create(PODS, { ...pod, metadata: { name: metadata.name, namespace } }, MANAGER);
    for (const [index, event] of moved.events.entries()) {
      const isOfPod = event.involvedObject.uid === metadata.uid;
      const involvedObject = { ...event.involvedObject, ...(isOfPod ? { uid: made.metadata.uid } : {}) };
      const lastTimestamp = new Date(world.clock.nowMs() - index).toISOString();
      const named = { metadata: { name: `${metadata.name}.${index}`, namespace } };
      await server.create(EVENTS, { ...event, ...named, involvedObject, lastTimestamp }, MANAGER);
    }
  }
  world.onPodAsked = (path) => (path.includes("/log?") ? log : undefined);
}

async function heal(server: FakeKubeClient, namespace: string): Promise<void> {
  for (const type of [PODS, EVENTS])
    for (const { metadata } of (await server.list(type, { namespace })).items)
      await server.delete(type, { namespace, name: metadata.name });
}

/** A deployment whose pods ail from its next change on. */
async function ailing(name: AilmentName): Promise<World> {
  const world = new World({ seed: 1 });
  const places: (readonly [FakeKubeClient, string])[] = [];
  world.onDeployed = async (server, namespace) => {
    if (namespace.startsWith("a-") && places.length === 0) places.push([server, namespace]);
    return Promise.resolve();
  };
  await world.start();
  await createAll(world, ["a"]);
  await rests(world, DEPLOYMENTS, "a", "running");
  const [[server, namespace] = []] = places;
  if (server === undefined || namespace === undefined) throw new Error("Nothing was deployed");
  world.ails = (application) => (application.startsWith("a-") ? "Progressing" : undefined);
  await ail(world, server, namespace, name);
  await change(world, DEPLOYMENTS, "a", { replicas: 2 });
  await world.until(async () => expect((await deploymentStatus(world, "a")).observedGeneration).to.equal(2));
  await told(world, name);
  await heal(server, namespace);
  world.ails = () => undefined;
  await rests(world, DEPLOYMENTS, "a", "running");
  expect((await deploymentStatus(world, "a")).errorMessage ?? "").to.equal("");
  await settle(world);
  return world;
}

async function told(world: World, name: AilmentName): Promise<void> {
  const expected = EXPECTED_TROUBLES[name];
  if (expected === undefined) {
    await world.clock.advance(TOLD_WITHIN_MS);
    expect((await deploymentStatus(world, "a")).conditions?.find(({ type }) => type === "Stalled")?.status).to.equal(
      "False",
    );
    return;
  }
  const [reason, isFinal, sentence] = expected;
  await world.until(async () => {
    const status = await deploymentStatus(world, "a");
    expect([status.phase, status.statusReason]).to.deep.equal([isFinal ? "failed" : "provisioning", reason]);
    expect(status.errorMessage).to.contain(sentence);
    const stalled = status.conditions?.find(({ type }) => type === "Stalled");
    expect([stalled?.status, stalled?.reason]).to.deep.equal(["True", reason]);
  }, TOLD_WITHIN_MS);
  const { items } = await world.management.list(EVENTS, { namespace: ORGANIZATION });
  const warnings = items.filter((event) => event["type"] === "Warning" && event["reason"] === reason);
  expect(warnings, "it is an event, too").to.have.length(1);
  expect(warnings[0]?.["message"] ?? warnings[0]?.["note"]).to.contain(sentence);
}

describe("What pods show, in a simulated world", function () {
  this.timeout(120_000);

  for (const name of Object.keys(AILMENTS) as AilmentName[])
    it(`is told within 30 s, and forgotten when it is over: ${name}`, async () => {
      const world = await ailing(name);
      expect(world.monitor.violations).to.deep.equal([]);
      await world.stop();
    });

  it("is not asked for while a deployment is well", async () => {
    const looks = new PodReads();
    const world = new World({ seed: 1 });
    world.onDeployed = async (server) => Promise.resolve(looks.count(server));
    await world.start();
    await createAll(world, ["a"]);
    await rests(world, DEPLOYMENTS, "a", "running");
    await settle(world);
    looks.reads = 0;
    await world.clock.advance(600_000);
    expect(looks.reads).to.equal(0);
    world.ails = () => "Degraded";
    await world.until(async () => Promise.resolve(expect(looks.reads).to.be.at.least(1)));
    await world.stop();
  });

  it("does not hide of a slow start that it was synced", async () => {
    const world = new World({ seed: 1 });
    await world.start();
    await createAll(world, ["a"]);
    await rests(world, DEPLOYMENTS, "a", "running");
    world.ails = () => "Progressing";
    await change(world, DEPLOYMENTS, "a", { replicas: 2 });
    await world.until(async () => {
      const { observedGeneration, conditions = [] } = await deploymentStatus(world, "a");
      const steps = conditions
        .filter(({ type }) => type === "Synced" || type === "Healthy")
        .map(({ status }) => status);
      expect([observedGeneration, ...steps]).to.deep.equal([2, "True", "False"]);
    }, 120_000);
    await world.stop();
  });
});

/** Counts how often anybody lists the pods of a cluster. */
class PodReads {
  reads = 0;

  count(server: FakeKubeClient): void {
    const list = server.list.bind(server);
    server.list = (async (type: ResourceType, options?: ListOptions) => {
      if (type === PODS) this.reads += 1;
      return list(type, options);
    }) as typeof server.list;
  }
}
