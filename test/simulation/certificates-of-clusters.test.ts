import { expect } from "chai";
import { CERTIFICATES, CLUSTERS, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { ClusterStatus } from "../../contract/resources/cluster-status.ts";
import { CertManagerDouble } from "../support/cert-manager-double.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { create, gone, remove, rests, settle } from "./world/story.ts";
import { ORGANIZATION, type World } from "./world/world.ts";

const GATEWAYS_OWN = { namespace: "berth-gateway", name: "apps-tls" };
const WAITS = { type: "Ready", status: "False", reason: "DoesNotExist", message: "Issuing" };

const clusterStatus = async (world: World): Promise<ClusterStatus> =>
  ((await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" }))?.["status"] ?? {}) as ClusterStatus;
const certifiedAs = async (world: World, reason: string, withinMs?: number): Promise<void> =>
  world.until(async () => {
    const { conditions = [] } = await clusterStatus(world);
    expect(conditions.find(({ type }) => type === "CertificateReady")?.reason).to.equal(reason);
  }, withinMs);
const placeOf = async (world: World): Promise<{ namespace: string; name: string }> => ({
  namespace: "berth-system",
  name: `wildcard-${(await clusterStatus(world)).handle ?? ""}`,
});
/** What of certificates and their keys lies on the management cluster, by its namespace. */
const left = async ({ management }: World): Promise<string[]> => {
  const of = async (type: typeof SECRETS): Promise<string[]> => {
    const { items } = await management.list<KubeObject>(type);
    const isTls = (one: KubeObject): boolean => type === CERTIFICATES || one["type"] === "kubernetes.io/tls";
    return items.filter(isTls).map(({ metadata }) => `${type.kind} ${metadata.namespace ?? ""}/${metadata.name}`);
  };
  return [...(await of(CERTIFICATES)), ...(await of(SECRETS))];
};

describe("Certificates of clusters in a simulated world", function () {
  this.timeout(900_000);
  let certManager: CertManagerDouble;
  before(async () => {
    certManager = await CertManagerDouble.open();
  });
  after(() => certManager.close());

  const begin = async (world: World): Promise<{ namespace: string; name: string }> => {
    const spec = { provider: "local", region: "local-1", tier: "shared", namesUnder: "cluster", routing: "gateway" };
    await create(world, CLUSTERS, "one", spec);
    await rests(world, CLUSTERS, "one", "running");
    const place = await placeOf(world);
    await world.until(async () => expect(await world.management.get(CERTIFICATES, place)).not.to.equal(undefined));
    return place;
  };
  const end = async (world: World): Promise<void> => {
    await remove(world, CLUSTERS, "one");
    await gone(world, CLUSTERS, "one");
    expect(await left(world), "left of what was made").to.deep.equal([]);
  };

  /** Has a certificate made, refused, given, renewed, and takes the cluster apart. */
  async function story(world: World): Promise<unknown> {
    const place = await begin(world);
    const { handle = "" } = await clusterStatus(world);
    await certManager.say(world.management, place, { conditions: [WAITS] });
    await certifiedAs(world, "DoesNotExist");
    const brought = async (certificate: string): Promise<void> =>
      world.until(async () => {
        const found = await world.tenant(handle)?.get(SECRETS, GATEWAYS_OWN);
        const data = found?.["data"] as Record<string, string> | undefined;
        expect(Buffer.from(data?.["tls.crt"] ?? "", "base64").toString()).to.equal(certificate);
      });
    await brought((await certManager.issue(world.management, place)).certificate);
    await certifiedAs(world, "Issued");
    await brought((await certManager.issue(world.management, place)).certificate);
    await settle(world);
    await certifiedAs(world, "Issued");
    const middle = await left(world);
    await end(world);
    return middle;
  }

  /** Has it made and takes the cluster apart. */
  async function shortStory(world: World): Promise<void> {
    await certManager.issue(world.management, await begin(world));
    await end(world);
  }

  it("are made beside the operator, brought, renewed, and go with their keys", async () => {
    const calm = await play(story);
    const { result, world } = calm;
    const [handle] = world.tenantHandles();
    const place = `berth-system/wildcard-${handle ?? ""}`;
    expect(result, "none in an organization's namespace").to.deep.equal([`Certificate ${place}`, `Secret ${place}`]);
    await assertSameAfterCrashes(story, calm);
  });

  it("are seen and brought soon after they were made for a new cluster", async () => {
    await play(async (world) => {
      const place = await begin(world);
      await world.clock.advance(5_000);
      await certManager.issue(world.management, place);
      // A minute is how long an answer is kept of a cluster at rest.
      await certifiedAs(world, "Issued", 20_000);
      const { handle = "" } = await clusterStatus(world);
      expect(await world.tenant(handle)?.get(SECRETS, GATEWAYS_OWN)).not.to.equal(undefined);
    });
  });

  it("end the same with late observations and answers that are lost", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { lost: 0.05 }])
      await play(story, { seed: 7, disturbance });
  });

  it("are found where an operator leaves the key of a cluster that is gone", async () => {
    await play(shortStory);
    const bad = play(shortStory, { seed: 1, misbehaves: "leaves-keys" });
    const told = await bad.then(() => "nothing", String);
    expect(told).to.contain("left of what was made");
  });
});
