import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, DEPLOYMENTS, DNS_ENDPOINTS, GATEWAYS, SERVICES } from "../../adapters/kubernetes/resource-types.ts";
import type { ClusterStatus } from "../../contract/resources/cluster-status.ts";
import { Looks } from "../../operator/controllers/shared/looks.ts";
import { GATEWAY } from "../../render/charts/gateway-names.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { change, create, gone, remove, rests, settle } from "./world/story.ts";
import { ORGANIZATION, type World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

const SERVICE = { namespace: "ingress-nginx", name: "ingress-nginx-controller" };
const BY = { fieldManager: "test" };

const clusterStatus = async (world: World): Promise<ClusterStatus> =>
  ((await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" }))?.["status"] ?? {}) as ClusterStatus;
const toldAs = async (world: World, type: string, reason: string): Promise<void> =>
  world.until(async () => {
    const { conditions = [] } = await clusterStatus(world);
    expect(conditions.find((one) => one.type === type)?.reason).to.equal(reason);
  });
const pointsAs = (world: World, reason: string): Promise<void> => toldAs(world, "NamesPoint", reason);
const targets = async (world: World): Promise<readonly unknown[]> => {
  const { items } = await world.management.list(DNS_ENDPOINTS, { namespace: ORGANIZATION });
  return items.flatMap(({ spec }) =>
    (spec as { endpoints: { dnsName: string; targets: string[] }[] }).endpoints.map((one) => [
      one.dnsName,
      ...one.targets,
    ]),
  );
};

/** Gives a cluster an address, another one, and takes it apart. */
async function namesStory(world: World): Promise<unknown> {
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared", namesUnder: "cluster" });
  await create(world, DEPLOYMENTS, "a", {
    cluster: "one",
    appType: "web_app",
    dockerImage: "nginx:1.29",
    containerPort: 80,
  });
  await rests(world, DEPLOYMENTS, "a", "running");
  await pointsAs(world, "AddressUnknown");
  const { handle = "" } = await clusterStatus(world);
  const { endpointUrl, handle: own = "" } = await deploymentStatus(world, "a");
  expect(endpointUrl).to.equal(`https://${own}.${handle}.apps.test`);
  const tenant = world.tenant(handle);
  const at = (ip: string): object => ({ status: { loadBalancer: { ingress: [{ ip }] } } });
  await tenant?.create(SERVICES, { metadata: SERVICE, ...at("203.0.113.7") }, BY);
  await pointsAs(world, "RecordAwaited");
  await world.until(async () => expect(await targets(world)).to.deep.equal([[`*.${handle}.apps.test`, "203.0.113.7"]]));
  world.records.set(`berth.${handle}.apps.test`, { alias: undefined, addresses: ["203.0.113.7"] });
  await pointsAs(world, "Points");
  await tenant?.patch(SERVICES, SERVICE, { kind: "merge", body: at("203.0.113.9") }, BY);
  await pointsAs(world, "RecordAwaited");
  await world.until(async () => expect(await targets(world)).to.deep.equal([[`*.${handle}.apps.test`, "203.0.113.9"]]));
  await settle(world);
  const middle = await targets(world);
  await remove(world, DEPLOYMENTS, "a");
  await gone(world, DEPLOYMENTS, "a");
  await remove(world, CLUSTERS, "one");
  await gone(world, CLUSTERS, "one");
  expect(await targets(world), "the double has no garbage collector").to.deep.equal([]);
  return middle;
}

/** Says of the Gateway what its controller would, of its newest generation or of the one before. */
async function gatewaySays(world: World, certified: boolean, of: "newest" | "before" = "newest"): Promise<void> {
  const { handle = "" } = await clusterStatus(world);
  const tenant = world.tenant(handle);
  const { generation = 0 } = (await tenant?.get(GATEWAYS, GATEWAY))?.metadata ?? {};
  // The double counts statuses among what makes a generation.
  const observedGeneration = generation + (of === "newest" ? 1 : 0);
  const said = (type: string, is: boolean, reason: string): object => ({
    type,
    status: is ? "True" : "False",
    reason,
    observedGeneration,
  });
  const conditions = certified
    ? [said("Programmed", true, "Programmed"), said("ResolvedRefs", true, "ResolvedRefs")]
    : [said("Programmed", false, "Invalid"), said("ResolvedRefs", false, "InvalidCertificateRef")];
  const status = { addresses: [{ value: "203.0.113.20" }], listeners: [{ name: "https", conditions }] };
  await tenant?.patch(GATEWAYS, GATEWAY, { kind: "apply", body: { metadata: GATEWAY, status } }, BY);
}

/** Moves a cluster from the Ingress to the Gateway, whose certificate comes late. */
async function gatewayStory(world: World): Promise<unknown> {
  await create(world, CLUSTERS, "one", {
    provider: "local",
    region: "local-1",
    tier: "dedicated",
    namesUnder: "cluster",
    routing: "both",
  });
  await rests(world, CLUSTERS, "one", "running");
  const { handle = "" } = await clusterStatus(world);
  const status = { loadBalancer: { ingress: [{ ip: "203.0.113.7" }] } };
  await world.tenant(handle)?.create(SERVICES, { metadata: SERVICE, status }, BY);
  await toldAs(world, "GatewayListens", "Preparing");
  const lead = async (address: string): Promise<void> => {
    const expectAll = async (): Promise<void> => {
      expect(await targets(world)).to.deep.equal([[`*.${handle}.apps.test`, address]]);
      expect((await clusterStatus(world)).gatewayAddress).to.equal(address);
    };
    await world.until(expectAll);
    await world.clock.advance(180_000);
    await expectAll();
  };
  await lead("203.0.113.7");
  await gatewaySays(world, false);
  await toldAs(world, "GatewayListens", "CertificateMissing");
  await lead("203.0.113.7");
  await gatewaySays(world, true);
  await toldAs(world, "GatewayListens", "Listens");
  await lead("203.0.113.20");
  await gatewaySays(world, false, "before");
  await lead("203.0.113.20");
  await toldAs(world, "GatewayListens", "Listens");
  await gatewaySays(world, false);
  await toldAs(world, "GatewayListens", "CertificateMissing");
  await lead("203.0.113.7");
  const { conditions = [] } = await clusterStatus(world);
  return [await targets(world), conditions.find(({ type }) => type === "GatewayListens")?.message];
}

/** Loses a cluster that has an address, and has it made anew; tells where its names lead before and after. */
async function lostStory(world: World): Promise<unknown> {
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared", namesUnder: "cluster" });
  await rests(world, CLUSTERS, "one", "running");
  const { handle = "" } = await clusterStatus(world);
  const tenant = world.tenant(handle);
  const status = { loadBalancer: { ingress: [{ ip: "203.0.113.7" }] } };
  await tenant?.create(SERVICES, { metadata: SERVICE, status } as KubeObject, BY);
  await pointsAs(world, "RecordAwaited");
  await world.until(async () => expect(await targets(world)).to.have.length(1));
  await settle(world);
  await world.cloud.deleteCluster(handle);
  world.hanging.add(handle);
  await rests(world, CLUSTERS, "one", "error");
  const lost = [(await targets(world)).length, (await clusterStatus(world)).gatewayAddress];
  await tenant?.delete(SERVICES, SERVICE);
  world.setUpEffects = world.effects.length;
  await change(world, CLUSTERS, "one", { retryAttempt: 1 });
  await world.until(async () => expect(await targets(world)).to.deep.equal([]));
  world.hanging.delete(handle);
  await rests(world, CLUSTERS, "one", "running");
  await pointsAs(world, "AddressUnknown");
  await settle(world);
  return [...lost, (await targets(world)).length, (await clusterStatus(world)).gatewayAddress];
}

describe("Names of clusters in a simulated world", function () {
  this.timeout(900_000);

  it("lead where the cluster takes requests, follow it, and go with it", async () => {
    const calm = await play(namesStory);
    await assertSameAfterCrashes(namesStory, calm);
  });

  it("move to a Gateway only once it takes HTTPS, whatever the operator dies of", async () => {
    const calm = await play(gatewayStory);
    await assertSameAfterCrashes(gatewayStory, calm);
    await play(gatewayStory, { seed: 7, disturbance: { staleMs: 2_000, conflicts: 0.3 } });
  });

  it("lead nowhere any more once a cluster was lost and is made anew", async () => {
    const calm = await play(lostStory);
    expect(calm.result).to.deep.equal([1, "203.0.113.7", 0, undefined]);
    const { effects } = calm.world;
    const [withdrawn, made] = ["delete DNSEndpoint", "cloud"].map((part) =>
      effects.findIndex((effect, at) => at >= calm.world.setUpEffects && effect.startsWith(part)),
    );
    expect(withdrawn, effects.slice(calm.world.setUpEffects).join("\n")).to.be.within(0, made ?? -1);
    await assertSameAfterCrashes(lostStory, calm);
  });

  it("are looked at no more once their cluster is gone: no look keeps its answer", async () => {
    const kept = new Set<string>();
    const { look, forget } = Looks.prototype;
    const numbers = new Map<unknown, number>();
    const known = (looks: unknown, handle: string): string => {
      numbers.set(looks, numbers.get(looks) ?? numbers.size);
      return `${String(numbers.get(looks))} ${handle}`;
    };
    Looks.prototype.look = function (client, subject) {
      kept.add(known(this, subject.handle));
      return look.call(this, client, subject);
    };
    Looks.prototype.forget = function (handle) {
      kept.delete(known(this, handle));
      forget.call(this, handle);
    };
    try {
      await play(namesStory);
    } finally {
      Object.assign(Looks.prototype, { look, forget });
    }
    expect(numbers.size, "looks at gateway and names, at the least").to.be.greaterThan(1);
    expect([...kept].filter((one) => one.includes(" one-"))).to.deep.equal([]);
  });

  it("end the same with late observations and answers that are lost", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { lost: 0.05 }])
      await play(namesStory, { seed: 7, disturbance });
  });
});
