import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS, GATEWAYS, LISTENER_SETS, SERVICES } from "../../adapters/kubernetes/resource-types.ts";
import type { ClusterStatus } from "../../contract/resources/cluster-status.ts";
import type { DeploymentObject } from "../../operator/resources/objects.ts";
import { GATEWAY } from "../../render/charts/gateway-names.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { create, rests, settle } from "./world/story.ts";
import { ORGANIZATION, type World } from "./world/world.ts";

const BY = { fieldManager: "envoy-gateway" };
const APP = { cluster: "one", appType: "web_app", dockerImage: "web:1", containerPort: 8080 };
const CLUSTER = { provider: "hetzner", region: "fsn1", tier: "dedicated", routing: "gateway" };

const said = (type: string, status: string, reason: string): object => ({
  type,
  status,
  reason,
  // Of the newest generation, whichever that is.
  observedGeneration: 99,
});
/** What Envoy Gateway says of its two listeners. */
const listeners = (isCertified: boolean): object[] => [
  { name: "http", conditions: [said("Programmed", "True", "Programmed")] },
  {
    name: "https",
    conditions: isCertified
      ? [said("Programmed", "True", "Programmed")]
      : [said("ResolvedRefs", "False", "InvalidCertificateRef"), said("Programmed", "False", "Invalid")],
  },
];

async function clusterStatus(world: World): Promise<ClusterStatus> {
  const found = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" });
  return (found?.["status"] ?? {}) as ClusterStatus;
}

/** What the cluster says of its Gateway, who has the certificates, and whether the deployment's files say the same. */
async function seen(world: World): Promise<unknown[]> {
  const { certifiesEachName, conditions = [] } = await clusterStatus(world);
  const app = await world.management.get<DeploymentObject>(DEPLOYMENTS, { namespace: ORGANIZATION, name: "a" });
  const values = world.repository.read(app?.status?.git?.path ?? "") ?? "";
  const listens = conditions.find(({ type }) => type === "GatewayListens")?.reason;
  return [listens, certifiesEachName, values.includes("ownCertificate: true")];
}
const says = (world: World, ...wanted: unknown[]): Promise<void> =>
  world.until(async () => expect(await seen(world)).to.deep.equal(wanted));

/** Has the controller of the cluster's Gateway say how it stands. */
async function tell(world: World, isCertified: boolean): Promise<void> {
  const tenant = world.tenant(world.tenantHandles()[0] ?? "");
  const status = { addresses: [{ type: "IPAddress", value: "203.0.113.9" }], listeners: listeners(isCertified) };
  const found = await tenant?.get(GATEWAYS, GATEWAY);
  if (found === undefined) await tenant?.create(GATEWAYS, { metadata: GATEWAY, status }, BY);
  else await tenant?.patch(GATEWAYS, GATEWAY, { kind: "merge", body: { status } }, BY);
}

async function begin(world: World, more: object = {}): Promise<void> {
  await create(world, CLUSTERS, "one", { ...CLUSTER, ...more });
  await create(world, DEPLOYMENTS, "a", APP);
  await rests(world, DEPLOYMENTS, "a", "running");
}

describe("Names of the platform's at a cluster's Gateway", function () {
  this.timeout(300_000);

  /** Nobody has a certificate for all names; then somebody brings one, and takes it away again. */
  async function story(world: World): Promise<unknown> {
    await begin(world);
    await says(world, "Preparing", true, true);
    await tell(world, false);
    await says(world, "Listens", true, true);
    await tell(world, true);
    await says(world, "Listens", false, false);
    await tell(world, false);
    await says(world, "Listens", true, true);
    await settle(world);
    return seen(world);
  }

  it("have certificates of their own where nobody has one for all, as long as that is so, through crashes", async () => {
    await assertSameAfterCrashes(story, await play(story));
  });

  it("end the same with late observations, conflicts and answers that are lost", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { lost: 0.05 }])
      await play(story, { seed: 7, disturbance });
  });

  it("wait for the one for all that an issuer promises, and are not moved by it once it is there", async () => {
    await play(async (world) => {
      await begin(world, { namesUnder: "cluster" });
      await tell(world, false);
      await says(world, "CertificateMissing", undefined, false);
      await tell(world, true);
      await says(world, "Listens", false, false);
    });
  });
});

/** Has Argo CD bring the listener of a deployment's name, and Envoy Gateway say how that stands. */
async function bringListener(world: World, name: string, isProgrammed: boolean): Promise<void> {
  const app = await world.management.get<DeploymentObject>(DEPLOYMENTS, { namespace: ORGANIZATION, name });
  const handle = app?.status?.handle ?? "";
  const tenant = world.tenant(world.tenantHandles()[0] ?? "");
  const conditions = ["Accepted", "ResolvedRefs", "Programmed"].map((type) =>
    said(type, isProgrammed ? "True" : "False", type),
  );
  const place = { namespace: handle, name: handle };
  const status = { listeners: [{ name: "https", attachedRoutes: isProgrammed ? 1 : 0, conditions }] };
  const labels = { "app.kubernetes.io/managed-by": "berth" };
  await tenant?.patch(LISTENER_SETS, place, { kind: "apply", body: { metadata: { ...place, labels }, status } }, BY);
}

describe("A cluster that is moved to its Gateway, where each name has its certificate", function () {
  this.timeout(300_000);
  const [INGRESS, GATEWAYS_OWN] = ["203.0.113.7", "203.0.113.9"];

  async function leads(world: World, address: string): Promise<void> {
    const isSo = async (): Promise<unknown> => expect((await clusterStatus(world)).gatewayAddress).to.equal(address);
    await world.until(isSo);
    await world.clock.advance(180_000);
    await isSo();
  }

  /** The names' listeners come one after the other, and that of what nobody reaches never does. */
  async function story(world: World): Promise<unknown> {
    world.failing = (name) => name.startsWith("broken");
    await begin(world, { routing: "both" });
    await create(world, DEPLOYMENTS, "b", APP);
    await rests(world, DEPLOYMENTS, "b", "running");
    await create(world, DEPLOYMENTS, "broken", APP);
    await rests(world, DEPLOYMENTS, "broken", "failed");
    const ingress = { namespace: "ingress-nginx", name: "ingress-nginx-controller" };
    const status = { loadBalancer: { ingress: [{ ip: INGRESS }] } };
    await world.tenant(world.tenantHandles()[0] ?? "")?.create(SERVICES, { metadata: ingress, status }, BY);
    await leads(world, INGRESS);
    await tell(world, false);
    await says(world, "NamesAwaited", true, true);
    await leads(world, INGRESS);
    await bringListener(world, "a", true);
    await bringListener(world, "b", false);
    await leads(world, INGRESS);
    await bringListener(world, "b", true);
    await says(world, "Listens", true, true);
    await leads(world, GATEWAYS_OWN);
    // Names are led there by now: what is new, or fails, leads none of them back.
    await bringListener(world, "b", false);
    await leads(world, GATEWAYS_OWN);
    return seen(world);
  }

  it("leads no name there before that is served, whatever the operator dies of", async () => {
    await assertSameAfterCrashes(story, await play(story));
    await play(story, { seed: 7, disturbance: { staleMs: 2_000, conflicts: 0.3 } });
  });
});

/** What is told within it was looked for soon: a minute is how long an answer is kept of a cluster at rest. */
const SOON_MS = 20_000;

describe("The Gateway of a new cluster", function () {
  this.timeout(300_000);

  /** Makes a cluster whose Gateway comes a while after it runs; tells what was said of it until it listened. */
  async function gatewayComes(world: World, afterMs: number): Promise<readonly string[]> {
    const said = new Set<string>();
    world.onSeen = (type, _event, object) => {
      const { conditions = [] } = (object["status"] ?? {}) as ClusterStatus;
      const listens = type === CLUSTERS && conditions.find((one) => one.type === "GatewayListens");
      if (listens) said.add(`${listens.status} ${listens.reason}`);
    };
    await create(world, CLUSTERS, "one", CLUSTER);
    await rests(world, CLUSTERS, "one", "running");
    await world.clock.advance(afterMs);
    await tell(world, true);
    await world.until(async () => {
      const { gatewayAddress, conditions = [] } = await clusterStatus(world);
      const listens = conditions.find(({ type }) => type === "GatewayListens");
      expect([gatewayAddress, listens?.status]).to.deep.equal(["203.0.113.9", "True"]);
    }, SOON_MS);
    return [...said];
  }

  it("is told soon after it listens, and nothing false of it before", async () => {
    for (const afterMs of [0, 5_000, 70_000, 240_000])
      await play(async (world) => {
        expect(await gatewayComes(world, afterMs), String(afterMs)).to.have.members([
          "Unknown Looking",
          "Unknown Preparing",
          "True Listens",
        ]);
      });
  });

  it("is told as missing once it has had its time", async () => {
    await play(async (world) => {
      await create(world, CLUSTERS, "one", CLUSTER);
      await rests(world, CLUSTERS, "one", "running");
      await says(world, "Preparing", true, false);
      await world.clock.advance(4 * 60_000);
      await says(world, "Preparing", true, false);
      await world.clock.advance(90_000);
      await says(world, "GatewayMissing", true, false);
    });
  });

  it("has its names seen to lead there soon after their record was made", async () => {
    await play(async (world) => {
      await create(world, CLUSTERS, "one", { ...CLUSTER, namesUnder: "cluster" });
      await rests(world, CLUSTERS, "one", "running");
      await tell(world, true);
      const points = (reason: string, withinMs?: number): Promise<void> =>
        world.until(async () => {
          const { conditions = [] } = await clusterStatus(world);
          expect(conditions.find(({ type }) => type === "NamesPoint")?.reason).to.equal(reason);
        }, withinMs);
      await points("RecordAwaited");
      await world.clock.advance(5_000);
      const { handle = "" } = await clusterStatus(world);
      world.records.set(`berth.${handle}.apps.test`, { alias: undefined, addresses: ["203.0.113.9"] });
      await points("Points", SOON_MS);
    });
  });
});
