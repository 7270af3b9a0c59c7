import { expect } from "chai";
import {
  CLUSTERS,
  DEPLOYMENTS,
  GATEWAYS,
  HTTP_ROUTES,
  LISTENER_SETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { newRouting } from "../../api/clusters/new-routing.ts";
import type { ClusterStatus } from "../../contract/resources/cluster-status.ts";
import { domainRecordName, domainRecordValue } from "../../render/custom-domain.ts";
import { GATEWAY } from "../../render/charts/gateway-names.ts";
import type { FakeKubeClient } from "../support/fake-kube-client.ts";
import { HOST, SHARED } from "./stories/virtual-cluster-story.ts";
import { assertSame, assertSameAfterCrashes, play } from "./world/play.ts";
import { change, create, gone, remove, rests, settle } from "./world/story.ts";
import { ORGANIZATION, type World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

const BY = { fieldManager: "envoy-gateway" };
const APP = { appType: "web_app", dockerImage: "nginx:1.29", containerPort: 8080 };
type Route = Readonly<{ spec: Readonly<{ parentRefs: readonly Readonly<{ kind: string }>[] }> }>;
type Listeners = Readonly<{ spec: Readonly<{ listeners: readonly Readonly<{ hostname: string }>[] }> }>;
type Sides = Readonly<{ host: FakeKubeClient; a: string; b: string }>;

const plain = (text: string): string => text.replace(/-[a-z2-7]{10}(?=[.-]|$)/g, "");
const said = (type: string, status: string, reason: string): object => ({
  type,
  status,
  reason,
  // Of the newest generation, whichever that is.
  observedGeneration: 99,
});

/** Has the controller of the host's Gateway say how it stands: with a certificate for all names, or without. */
async function tell(host: FakeKubeClient, isCertified: boolean): Promise<void> {
  const https = isCertified
    ? [said("Programmed", "True", "Programmed")]
    : [said("ResolvedRefs", "False", "InvalidCertificateRef"), said("Programmed", "False", "Invalid")];
  const http = { name: "http", conditions: [said("Programmed", "True", "Programmed")] };
  const addresses = [{ type: "IPAddress", value: "203.0.113.9" }];
  const status = { addresses, listeners: [http, { name: "https", conditions: https }] };
  if ((await host.get(GATEWAYS, GATEWAY)) === undefined) await host.create(GATEWAYS, { metadata: GATEWAY, status }, BY);
  else await host.patch(GATEWAYS, GATEWAY, { kind: "merge", body: { status } }, BY);
}

/** How the names of one virtual cluster are served on its host. */
async function served(host: FakeKubeClient, cluster: string): Promise<readonly string[]> {
  const where = { namespace: `vc-${cluster}` };
  const [{ items: sets }, { items: routes }] = await Promise.all([
    host.list<Listeners & FakeObject>(LISTENER_SETS, where),
    host.list<Route & FakeObject>(HTTP_ROUTES, where),
  ]);
  return [
    ...sets.map(({ spec }) => `listener ${spec.listeners.map(({ hostname }) => plain(hostname)).join(" ")}`),
    ...routes.map(
      ({ metadata, spec }) => `${plain(metadata.name)} of ${spec.parentRefs.map(({ kind }) => kind).join(", ")}`,
    ),
  ];
}
type FakeObject = Awaited<ReturnType<FakeKubeClient["list"]>>["items"][number];

async function says(world: World, name: string): Promise<unknown[]> {
  const found = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name });
  const { certifiesEachName, routing, gatewayAddress } = (found?.["status"] ?? {}) as ClusterStatus;
  return [routing, gatewayAddress, certifiesEachName];
}
const listens = async (world: World): Promise<unknown> => {
  const found = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "h1" });
  const { conditions = [] } = (found?.["status"] ?? {}) as ClusterStatus;
  return conditions.find(({ type }) => type === "GatewayListens")?.reason;
};

/** Has two tenants on a host as REST makes it, each with an application. */
async function begin(world: World): Promise<Sides> {
  await create(world, CLUSTERS, "h1", { ...HOST, ...newRouting(HOST, "gateway") });
  await rests(world, CLUSTERS, "h1", "running");
  for (const name of ["a", "b"]) await create(world, CLUSTERS, name, SHARED);
  for (const name of ["a", "b"]) await rests(world, CLUSTERS, name, "running");
  for (const name of ["a", "b"]) await create(world, DEPLOYMENTS, `web-${name}`, { cluster: name, ...APP });
  for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, `web-${name}`, "running");
  const handle = async (name: string): Promise<ClusterStatus> =>
    ((await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name }))?.["status"] ?? {}) as ClusterStatus;
  const { host = "", handle: a = "" } = await handle("a");
  const { handle: b = "" } = await handle("b");
  return { host: world.tenant(host) as FakeKubeClient, a, b };
}

/** Holds that no route lets go of a listener that is there: that would go on taking requests, and lead them nowhere. */
function watchListeners(world: World, host: FakeKubeClient): void {
  const patch = host.patch.bind(host);
  host.patch = async (...call: Parameters<typeof patch>): Promise<never> => {
    const [type, ref, { body }] = call;
    if (type === HTTP_ROUTES && !JSON.stringify(body).includes("ListenerSet")) {
      const left = await host.get(LISTENER_SETS, ref);
      if (left !== undefined)
        world.monitor.violations.push(`a listener of ${plain(ref.name)} is left without its route`);
    }
    return (await patch(...call)) as never;
  };
}

const OWN = (name: string): string[] => [`listener ${name}.apps.test`, `${name} of Gateway, ListenerSet`];
const COMMON = (name: string): string[] => [`${name} of Gateway`];

/** Nobody has a certificate for all names; then somebody brings one, and takes it away; an application goes. */
async function story(world: World): Promise<unknown> {
  const { host, a, b } = await begin(world);
  watchListeners(world, host);
  const both = async (): Promise<unknown> => [await served(host, a), await served(host, b)];
  const are = (wanted: (name: string) => string[]): Promise<void> =>
    world.until(async () => expect(await both()).to.deep.equal([wanted("web-a"), wanted("web-b")]));
  await tell(host, false);
  await are(OWN);
  await world.until(async () => expect(await listens(world)).to.equal("Listens"));
  await world.until(async () => expect(await says(world, "a")).to.deep.equal(["gateway", "203.0.113.9", true]));
  await tell(host, true);
  await are(COMMON);
  await world.until(async () => expect(await says(world, "a")).to.deep.equal(["gateway", "203.0.113.9", false]));
  await tell(host, false);
  await are(OWN);
  await remove(world, DEPLOYMENTS, "web-b");
  await gone(world, DEPLOYMENTS, "web-b");
  const end = await both();
  await settle(world);
  return { end, rest: await both() };
}

describe("Names of the platform's at the Gateway of a new host", function () {
  this.timeout(900_000);

  it("have certificates of their own where nobody has one for all, as long as that is so, through crashes", async () => {
    const calm = await play(story);
    expect(calm.result).to.deep.equal({ end: [OWN("web-a"), []], rest: [OWN("web-a"), []] });
    await assertSameAfterCrashes(story, calm, { of: (effect) => /HTTPRoute|ListenerSet/.test(effect) });
  });

  it("end the same with late observations, conflicts and answers that are lost", async () => {
    const calm = await play(story);
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { lost: 0.05 }])
      await assertSame(story, calm, { seed: 7, disturbance }, JSON.stringify(disturbance));
  });

  it("are found where an operator leaves a listener without its route", async () => {
    const moves = async (world: World): Promise<void> => {
      const { host, a } = await begin(world);
      watchListeners(world, host);
      await tell(host, false);
      await world.until(async () => expect(await served(host, a)).to.deep.equal(OWN("web-a")));
      await tell(host, true);
      await world.until(async () => expect((await says(world, "a"))[2]).to.equal(false));
      await settle(world);
    };
    await play(moves);
    const bad = play(moves, { seed: 1, misbehaves: "leaves-names" });
    expect(await bad.then(() => "nothing", String)).to.contain("a listener of web-a is left without its route");
  });

  it("are no other tenant's, who proves one as its own, or writes a listener for it", async () => {
    await play(async (world) => {
      const { host, a, b } = await begin(world);
      await tell(host, false);
      await world.until(async () => expect(await served(host, b)).to.deep.equal(OWN("web-b")));
      const { handle = "" } = await deploymentStatus(world, "web-a");
      const name = `${handle}.apps.test`;
      world.txtRecords.set(domainRecordName(name), [domainRecordValue(ORGANIZATION)]);
      await change(world, DEPLOYMENTS, "web-b", { customDomain: name });
      const spec = { listeners: [{ name: "https", hostname: name, port: 443, protocol: "HTTPS" }] };
      const tenant = world.tenant(b) as FakeKubeClient;
      await tenant.create(LISTENER_SETS, { metadata: { namespace: handle, name: handle }, spec }, BY);
      await settle(world);
      expect([await served(host, a), await served(host, b)]).to.deep.equal([OWN("web-a"), OWN("web-b")]);
    });
  });

  it("stay with Ingress on hosts that were made before, whatever the installation's default", async () => {
    await play(async (world) => {
      await create(world, CLUSTERS, "h1", HOST);
      await rests(world, CLUSTERS, "h1", "running");
      await create(world, CLUSTERS, "a", SHARED);
      await create(world, DEPLOYMENTS, "web-a", { cluster: "a", ...APP });
      await rests(world, DEPLOYMENTS, "web-a", "running");
      await settle(world);
      const [routing, , isEach] = await says(world, "a");
      expect([routing, isEach]).to.deep.equal(["ingress", false]);
    });
  });

  it("under a shared cluster's own domain have theirs, whatever the Gateway has", async () => {
    await play(async (world) => {
      await create(world, CLUSTERS, "h1", { ...HOST, routing: "gateway" });
      await rests(world, CLUSTERS, "h1", "running");
      await create(world, CLUSTERS, "a", { ...SHARED, namesUnder: "cluster" });
      await create(world, DEPLOYMENTS, "web-a", { cluster: "a", ...APP });
      await rests(world, DEPLOYMENTS, "web-a", "running");
      const found = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "a" });
      const { host = "", handle = "" } = found?.["status"] as ClusterStatus;
      const at = world.tenant(host) as FakeKubeClient;
      await tell(at, true);
      const own = [`listener web-a.a.apps.test`, "web-a of ListenerSet"];
      await world.until(async () => expect(await served(at, handle)).to.deep.equal(own));
      await world.until(async () => expect(await says(world, "a")).to.deep.equal(["gateway", "203.0.113.9", true]));
      await tell(at, false);
      await settle(world);
      expect(await served(at, handle)).to.deep.equal(own);
    });
  });
});
