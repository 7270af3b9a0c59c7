import { expect } from "chai";
import {
  APPLICATIONS,
  CLUSTERS,
  DEPLOYMENTS,
  GATEWAYS,
  HTTP_ROUTES,
  INGRESSES,
  LISTENER_SETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { domainRecordName, domainRecordValue } from "../../render/custom-domain.ts";
import { GATEWAY } from "../../render/charts/gateway-names.ts";
import { imageStory, reasonOf } from "./stories/image-story.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { change, create, rests, settle } from "./world/story.ts";
import { ARGOCD, ORGANIZATION, type World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

/** Reads what is said of both domains. */
const toldOf = async (world: World): Promise<unknown> =>
  Promise.all(["a", "b"].map(async (name) => (await deploymentStatus(world, name)).conditions));
const DOMAIN = "shop.example.org";

describe("Image automation and own domains in a simulated world", function () {
  this.timeout(900_000);

  it("take what was found away with the choice that it was found for, whatever the operator dies of", async () => {
    const calm = await play(imageStory);
    expect(calm.world.effects.length - calm.world.setUpEffects).to.be.at.least(4);
    await assertSameAfterCrashes(imageStory, calm);
  });

  it("end the same with late observations and pushes that fail", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { pushFaults: 0.4, lost: 0.05 }])
      await play(imageStory, { seed: 11, disturbance });
  });

  it("leave an autoscaler's number to it before they rest", async () => {
    await play(async (world) => {
      await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
      await create(world, DEPLOYMENTS, "a", { cluster: "one", appType: "api", dockerImage: "nginx:1.27" });
      await rests(world, DEPLOYMENTS, "a", "running");
      for (const config of [{ autoscaling: { max_replicas: 4 } }, null]) {
        await change(world, DEPLOYMENTS, "a", { config });
        await rests(world, DEPLOYMENTS, "a", "running");
        const ref = { namespace: ARGOCD, name: (await deploymentStatus(world, "a")).handle ?? "" };
        const spec = (await world.management.get(APPLICATIONS, ref))?.["spec"] as { ignoreDifferences?: unknown };
        expect(spec.ignoreDifferences !== undefined, JSON.stringify(spec)).to.equal(config !== null);
      }
    });
  });

  it("say whether a domain leads to its cluster, and which record does", async () => {
    await play(async (world) => {
      await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
      const spec = { cluster: "one", appType: "web_app", dockerImage: "nginx:1.27", customDomain: DOMAIN };
      await create(world, DEPLOYMENTS, "a", spec);
      await rests(world, DEPLOYMENTS, "a", "running");
      const points = async (reason: string): Promise<void> =>
        world.until(async () => expect(await reasonOf(world, "a", "DomainPoints")).to.equal(reason));
      await points("AddressUnknown");
      const { handle = "" } = await deploymentStatus(world, "a");
      const [cluster = ""] = world.tenantHandles();
      const status = { loadBalancer: { ingress: [{ ip: "203.0.113.7" }] } };
      const metadata = { name: handle, namespace: handle };
      await world.tenant(cluster)?.create(INGRESSES, { metadata, status }, { fieldManager: "test" });
      await points("RecordMissing");
      world.records.set(DOMAIN, { alias: undefined, addresses: ["198.51.100.1"] });
      await points("PointsElsewhere");
      world.records.set(DOMAIN, { alias: undefined, addresses: ["203.0.113.7"] });
      await points("Points");
    });
  });

  it("say whether the Gateway has taken a domain, and go by its address", async () => {
    await play(async (world) => {
      await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
      const spec = { cluster: "one", appType: "web_app", dockerImage: "nginx:1.27", customDomain: DOMAIN };
      await create(world, DEPLOYMENTS, "a", spec);
      await rests(world, DEPLOYMENTS, "a", "running");
      const values = async (): Promise<string> =>
        world.repository.read((await deploymentStatus(world, "a")).git?.path ?? "") ?? "";
      expect([await reasonOf(world, "a", "Routed"), (await values()).includes("gateway:")]).to.deep.equal([
        undefined,
        false,
      ]);
      await change(world, CLUSTERS, "one", { routing: "both" });
      const routed = async (reason: string): Promise<void> =>
        world.until(async () => expect(await reasonOf(world, "a", "Routed")).to.equal(reason));
      await routed("DomainUnverified");
      world.txtRecords.set(domainRecordName(DOMAIN), [domainRecordValue(ORGANIZATION)]);
      await routed("RouteMissing");
      await world.until(async () =>
        expect(await values())
          .to.contain("gateway:")
          .and.to.contain("ingress:"),
      );
      const { handle = "" } = await deploymentStatus(world, "a");
      const [cluster = ""] = world.tenantHandles();
      const tenant = world.tenant(cluster);
      const by = { fieldManager: "test" };
      const metadata = { name: `${handle}-domain`, namespace: handle };
      const yes = ["Accepted", "ResolvedRefs", "Programmed"].map((type) => ({ type, status: "True", reason: type }));
      await tenant?.create(HTTP_ROUTES, { metadata, status: { parents: [{ conditions: yes }] } }, by);
      await tenant?.create(LISTENER_SETS, { metadata, status: { listeners: [{ conditions: yes }] } }, by);
      await routed("Routed");
      world.records.set(DOMAIN, { alias: undefined, addresses: ["203.0.113.9"] });
      const status = { addresses: [{ type: "IPAddress", value: "203.0.113.9" }] };
      await tenant?.create(GATEWAYS, { metadata: GATEWAY, status }, by);
      await world.until(async () => expect(await reasonOf(world, "a", "DomainPoints")).to.equal("Points"));
      await change(world, CLUSTERS, "one", { routing: "gateway" });
      await world.until(async () =>
        expect(await values())
          .to.contain("gateway:")
          .and.not.to.contain("ingress:"),
      );
    });
  });

  it("give a domain to one deployment alone, keep it through a restart, and let it go on another's record", async () => {
    await play(async (world) => {
      await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
      const spec = { cluster: "one", appType: "api", dockerImage: "nginx:1.27", customDomain: DOMAIN };
      for (const name of ["a", "b"]) await create(world, DEPLOYMENTS, name, spec);
      const reasons = async (): Promise<(string | undefined)[]> =>
        Promise.all(["a", "b"].map((name) => reasonOf(world, name, "DomainVerified")));
      for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
      await world.until(async () => expect(await reasons()).to.deep.equal(["RecordMissing", "RecordMissing"]));
      world.txtRecords.set(domainRecordName(DOMAIN), [domainRecordValue(ORGANIZATION)]);
      await world.until(async () => expect((await reasons()).toSorted()).to.deep.equal(["DomainTaken", "Verified"]));
      await settle(world);
      const [first] = await reasons();
      const [owner, other] = first === "Verified" ? ["a", "b"] : ["b", "a"];
      const values = async (name: string): Promise<string> =>
        world.repository.read((await deploymentStatus(world, name)).git?.path ?? "") ?? "";
      expect([(await values(owner)).includes(DOMAIN), (await values(other)).includes(DOMAIN)]).to.deep.equal([
        true,
        false,
      ]);
      world.txtRecords.delete(domainRecordName(DOMAIN));
      await settle(world);
      const [verdicts, effects] = [await toldOf(world), world.effects.length];
      world.kill();
      await world.startOperator();
      await settle(world);
      expect(world.effects.slice(effects), "a restart is no news").to.deep.equal([]);
      expect(await toldOf(world)).to.deep.equal(verdicts);
      expect(await reasonOf(world, owner, "DomainVerified"), "without its record").to.equal("Verified");
      world.txtRecords.set(domainRecordName(DOMAIN), [domainRecordValue("org-somebody")]);
      await world.until(async () => expect(await reasons()).to.deep.equal(["RecordForeign", "RecordForeign"]));
      await settle(world);
      expect((await values(owner)).includes(DOMAIN)).to.equal(false);
    });
  });
});
