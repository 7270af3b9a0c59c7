import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS, GATEWAYS } from "../../adapters/kubernetes/resource-types.ts";
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
    await says(world, "AddressMissing", true, true);
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
