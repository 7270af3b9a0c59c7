import { expect } from "chai";
import { CERTIFICATES, CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { hostObjectName } from "../../operator/provisioners/vcluster/host-object-name.ts";
import { domainCertificateName, domainRecordName, domainRecordValue } from "../../render/custom-domain.ts";
import type { FakeKubeClient } from "../support/fake-kube-client.ts";
import { SHARED, startHosts } from "./stories/virtual-cluster-story.ts";
import { play } from "./world/play.ts";
import { create, rests } from "./world/story.ts";
import { ORGANIZATION, type World } from "./world/world.ts";
import { clusterStatus, deploymentStatus } from "./world/status-of.ts";

const DOMAIN = "shop.example.com";
const READY = { type: "Ready", status: "True", reason: "Ready" };
const WAITS = { type: "Ready", status: "False", reason: "DoesNotExist", message: "Issuing certificate" };
const END = "2126-01-01T00:00:00Z";

type Place = Readonly<{ client: FakeKubeClient; namespace: string; name: string }>;
/** Where a certificate may lie: where the host's cert-manager makes it, where the tenant can, and beside it at another tenant's. */
type Places = Readonly<{ hostHandle: string; made: Place; forged: Place; others: Place }>;

async function say({ client, namespace, name }: Place, condition: object): Promise<void> {
  const status = { conditions: [condition], notAfter: END };
  const ref = { namespace, name };
  if ((await client.get(CERTIFICATES, ref)) === undefined)
    await client.create(CERTIFICATES, { metadata: ref, status }, { fieldManager: "cert-manager" });
  else await client.patch(CERTIFICATES, ref, { kind: "merge", body: { status } }, { fieldManager: "cert-manager" });
}

async function certifiedAs(world: World, ...expected: readonly [status: string, reason: string]): Promise<void> {
  await world.until(async () => {
    const { conditions = [] } = await deploymentStatus(world, "web");
    const found = conditions.find(({ type }) => type === "CertificateReady");
    expect([found?.status, found?.reason]).to.deep.equal(expected);
  });
}

/** Has an application with a proven domain on one of two shared clusters of a host. */
async function begin(world: World): Promise<Places> {
  await startHosts(world, ["h1"]);
  for (const name of ["a", "b"]) await create(world, CLUSTERS, name, SHARED);
  for (const name of ["a", "b"]) await rests(world, CLUSTERS, name, "running");
  world.txtRecords.set(domainRecordName(DOMAIN), [domainRecordValue(ORGANIZATION)]);
  const spec = { cluster: "a", appType: "web_app", dockerImage: "nginx:1.29", customDomain: DOMAIN };
  await create(world, DEPLOYMENTS, "web", spec);
  await rests(world, DEPLOYMENTS, "web", "running");
  const { handle: deployment = "" } = await deploymentStatus(world, "web");
  const { host: hostHandle = "", handle: a = "" } = await clusterStatus(world, "a");
  const { handle: b = "" } = await clusterStatus(world, "b");
  const own = { namespace: deployment, name: domainCertificateName(deployment) };
  const host = world.tenant(hostHandle) as FakeKubeClient;
  return {
    hostHandle,
    made: { client: host, namespace: `vc-${a}`, name: hostObjectName(a, own) },
    forged: { client: world.tenant(a) as FakeKubeClient, ...own },
    others: { client: host, namespace: `vc-${b}`, name: hostObjectName(a, own) },
  };
}

describe("Certificates on hosts in a simulated world", function () {
  this.timeout(900_000);

  it("are read where the host's cert-manager makes them, and then looked at as seldom as any", async () => {
    await play(async (world) => {
      const { made } = await begin(world);
      await certifiedAs(world, "False", "NotRequested");
      let asked = 0;
      world.onAsked = (whom, _verb, what) => {
        if (whom === "tenant" && /certificates$/i.test(what)) asked += 1;
      };
      await say(made, WAITS);
      await certifiedAs(world, "False", "DoesNotExist");
      await world.clock.advance(240_000);
      expect(asked, "looks in four minutes").to.be.at.least(12);
      await say(made, READY);
      await certifiedAs(world, "True", "Issued");
      await world.clock.advance(30_000);
      asked = 0;
      await world.clock.advance(240_000);
      expect(asked, "looks in four minutes").to.be.at.most(3);
    });
  });

  it("are believed of no tenant: neither what it writes in its virtual cluster nor what is another's on the host", async () => {
    await play(async (world) => {
      const { made, forged, others } = await begin(world);
      await say(forged, READY);
      await say(others, READY);
      await certifiedAs(world, "False", "NotRequested");
      await world.clock.advance(120_000);
      await certifiedAs(world, "False", "NotRequested");
      await say(made, WAITS);
      await certifiedAs(world, "False", "DoesNotExist");
    });
  });

  it("are not known while the host is silent, whatever the virtual cluster says", async () => {
    await play(async (world) => {
      const { made, forged, hostHandle } = await begin(world);
      await say(made, WAITS);
      await say(forged, READY);
      await certifiedAs(world, "False", "DoesNotExist");
      world.hanging.add(hostHandle);
      await certifiedAs(world, "Unknown", "ClusterUnreachable");
      world.hanging.clear();
      await certifiedAs(world, "False", "DoesNotExist");
    });
  });
});
