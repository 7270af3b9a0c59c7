import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import {
  CERTIFICATES,
  CLUSTERS,
  DEPLOYMENTS,
  LISTENER_SETS,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import { hostObjectName } from "../../operator/provisioners/vcluster/host-object-name.ts";
import type { FakeKubeClient } from "../support/fake-kube-client.ts";
import { HOST, SHARED, startHosts } from "./stories/virtual-cluster-story.ts";
import { assertSame, assertSameAfterCrashes, play } from "./world/play.ts";
import { create, gone, remove, rests, settle } from "./world/story.ts";
import type { World } from "./world/world.ts";
import { clusterStatus, deploymentStatus } from "./world/status-of.ts";

const APP = { appType: "web_app", dockerImage: "nginx:1.29", containerPort: 8080 };
const BY = { fieldManager: "cert-manager" };
const LOOK_MS = 11 * 60_000;
const SOON_MS = 40_000;
const SYNCED = { "vcluster.loft.sh/managed-by": "vcluster" };
type Scene = Readonly<{ host: FakeKubeClient; namespace: string; named: (secret: string) => string }>;

async function begin(world: World, routing: "gateway" | "ingress"): Promise<Scene> {
  if (routing === "ingress") await startHosts(world, ["h1"]);
  else {
    await create(world, CLUSTERS, "h1", { ...HOST, routing });
    await rests(world, CLUSTERS, "h1", "running");
  }
  await create(world, CLUSTERS, "a", SHARED);
  await rests(world, CLUSTERS, "a", "running");
  await create(world, DEPLOYMENTS, "web", { cluster: "a", ...APP });
  await rests(world, DEPLOYMENTS, "web", "running");
  const { host: at = "", handle: a = "" } = await clusterStatus(world, "a");
  const { handle = "" } = await deploymentStatus(world, "web");
  const named = (secret: string): string => hostObjectName(a, { namespace: handle, name: `${handle}${secret}` });
  return { host: world.tenant(at) as FakeKubeClient, namespace: `vc-${a}`, named };
}

/** Has cert-manager make one, and keep its Secret as it does: one that goes before its Certificate is made anew. */
async function issue(world: World, { host, namespace }: Scene, name: string): Promise<void> {
  await host.create(CERTIFICATES, { metadata: { namespace, name } }, BY);
  const annotations = { "cert-manager.io/certificate-name": name };
  await host.create(SECRETS, { metadata: { namespace, name, annotations } }, BY);
  const remove = host.delete.bind(host);
  const list = host.list.bind(host);
  let isSeen = true;
  host.list = (async (...call: Parameters<typeof list>) => {
    const found = await list(...call);
    if (call[0] === LISTENER_SETS) isSeen = found.items.length === 0;
    return found;
  }) as typeof list;
  host.delete = async (...call: Parameters<typeof remove>): Promise<never> => {
    const [type, ref] = call;
    if (type === SECRETS && ref.name === name && (await host.get(CERTIFICATES, { namespace, name })) !== undefined)
      world.monitor.violations.push("a Secret goes before its Certificate");
    if (type === LISTENER_SETS) isSeen = false;
    if (type === CERTIFICATES && ref.name === name && !isSeen)
      world.monitor.violations.push("a Certificate goes before what asks for it was seen gone");
    return (await remove(...call)) as never;
  };
}

async function left({ host, namespace }: Scene): Promise<readonly string[]> {
  const found = await Promise.all([CERTIFICATES, SECRETS].map((type) => host.list<KubeObject>(type, { namespace })));
  const isOne = ({ metadata: { name, annotations } }: KubeObject): boolean =>
    name.includes("-tls") || annotations?.["cert-manager.io/certificate-name"] !== undefined;
  return found.flatMap(({ items }) => items.filter(isOne)).map(({ metadata: { name } }) => plain(name));
}
const plain = (text: string): string => text.replace(/-[a-z2-7]{10}(?=[.-]|$)/g, "");

/** Has an application with the certificates that it has and had, which goes; what a tenant brought is there as well. */
async function story(world: World, routing: "gateway" | "ingress" = "gateway"): Promise<unknown> {
  const scene = await begin(world, routing);
  const { host, namespace, named } = scene;
  for (const secret of ["-tls", "-domain-tls"]) await issue(world, scene, named(secret));
  await host.create(SECRETS, { metadata: { namespace, name: "others-tls-x-others-x-a" } }, BY);
  await settle(world);
  const before = (await left(scene)).length;
  await remove(world, DEPLOYMENTS, "web");
  await gone(world, DEPLOYMENTS, "web");
  const after = await left(scene);
  await settle(world);
  return { before, after, rest: await left(scene) };
}

/** Has the Certificate of an Ingress go with that, and cert-manager look at a listener when it changes and at no other time. */
async function handOver(world: World): Promise<unknown> {
  const { host, namespace, named } = await begin(world, "gateway");
  const name = named("-tls");
  const ownedBy = (kind: string): KubeObject["metadata"] => ({
    namespace,
    name,
    ownerReferences: [{ apiVersion: "v1", kind, name: "web", uid: "1", controller: true }],
  });
  await host.create(CERTIFICATES, { metadata: ownedBy("Ingress") }, BY);
  const patch = host.patch.bind(host);
  host.patch = (async (...call: Parameters<typeof patch>) => {
    const found = await patch(...call);
    if (call[0] === LISTENER_SETS && (await host.get(CERTIFICATES, { namespace, name })) === undefined)
      await host.create(CERTIFICATES, { metadata: ownedBy("ListenerSet") }, BY);
    return found;
  }) as typeof patch;
  await world.clock.advance(LOOK_MS);
  await host.delete(CERTIFICATES, { namespace, name });
  await world.clock.advance(SOON_MS);
  const { items: made } = await host.list<KubeObject>(CERTIFICATES, { namespace });
  const { items: listeners } = await host.list<KubeObject>(LISTENER_SETS, { namespace });
  return {
    owners: made.flatMap(({ metadata }) => metadata.ownerReferences?.map(({ kind }) => kind)),
    marks: listeners.map(({ metadata }) => metadata.annotations?.[ANNOTATIONS.inherits]),
  };
}

const OTHERS = ["others-tls-x-others-x-a"];

describe("Certificates of deployments that go, in a simulated world", function () {
  this.timeout(900_000);

  it("go from their host before the deployment does, and after what asks for them, through crashes", async () => {
    const calm = await play(story);
    expect(calm.result).to.deep.equal({ before: 5, after: OTHERS, rest: OTHERS });
    await assertSameAfterCrashes(story, calm, { of: (effect) => /Certificate|Secret .*-tls|ListenerSet/.test(effect) });
  });

  it("do so with late observations, conflicts and answers that are lost", async () => {
    const calm = await play(story);
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { lost: 0.05 }])
      await assertSame(story, calm, { seed: 7, disturbance }, JSON.stringify(disturbance));
  });

  it("do so where a host has Ingresses alone", async () => {
    const { result } = await play((world) => story(world, "ingress"));
    expect(result).to.deep.equal({ before: 5, after: OTHERS, rest: OTHERS });
  });

  it("are made anew for their listeners seconds after those of Ingresses went, through crashes", async () => {
    const calm = await play(handOver);
    expect(calm.result).to.deep.equal({ owners: ["ListenerSet"], marks: [undefined] });
    await assertSameAfterCrashes(handOver, calm, { of: (effect) => /patch ListenerSet/.test(effect) });
    for (const disturbance of [{ conflicts: 0.3 }, { lost: 0.05 }])
      await assertSame(handOver, calm, { seed: 7, disturbance }, JSON.stringify(disturbance));
  });

  it("stay where they are a copy of what a tenant has: that goes with the tenant's own", async () => {
    await play(async (world) => {
      const { host, namespace, named } = await begin(world, "gateway");
      const name = named("-tls");
      const annotations = { "cert-manager.io/certificate-name": name };
      await host.create(SECRETS, { metadata: { namespace, name, annotations, labels: SYNCED } }, BY);
      await remove(world, DEPLOYMENTS, "web");
      await gone(world, DEPLOYMENTS, "web");
      expect(await host.get(SECRETS, { namespace, name })).not.to.equal(undefined);
    });
  });
});
