import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import { domainRecordName, domainRecordValue } from "../../render/custom-domain.ts";
import { idOf, promotionStory } from "./stories/promotion-story.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { change, create, createAll, gone, rests, settle } from "./world/story.ts";
import { ORGANIZATION } from "./world/world.ts";

describe("Promotions in a simulated world", function () {
  this.timeout(900_000);

  it("leave the source running when nobody asked for its end, and let it say where it was promoted to", async () => {
    await play(promotionStory({ deleteSource: false }));
  });

  it("end the same after a crash at every effect boundary: the source goes once the new one runs, never before", async () => {
    const calm = await play(promotionStory());
    expect(calm.world.effects.length - calm.world.setUpEffects).to.be.at.least(10);
    await assertSameAfterCrashes(promotionStory(), calm);
  });

  for (const to of ["dedicated", "shared"])
    it(`go from dedicated to ${to}, also with late observations and conflicts`, async () => {
      const story = promotionStory({ from: "dedicated", to });
      await play(story, { seed: 7 });
      await play(story, { seed: 7, disturbance: { staleMs: 2_000, conflicts: 0.3 } });
    });

  it("end the same with late observations, conflicts and pushes that fail", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { pushFaults: 0.4, lost: 0.05, latencyMs: 200 }])
      await play(promotionStory(), { seed: 7, disturbance });
  });

  it("hand the source's domain over with its end, and not before", async () => {
    await play(async (world) => {
      const customDomain = "shop.example.org";
      world.txtRecords.set(domainRecordName(customDomain), [domainRecordValue(ORGANIZATION)]);
      for (const name of ["one", "two"])
        await create(world, CLUSTERS, name, { provider: "local", region: "local-1", tier: "dedicated" });
      const spec = { appType: "web_app", dockerImage: "nginx:1.29", customDomain };
      await create(world, DEPLOYMENTS, "a", { ...spec, cluster: "one" });
      const reasonOf = async (name: string): Promise<string | undefined> => {
        const object = await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name });
        const { conditions = [] } = (object?.["status"] ?? {}) as DeploymentStatus;
        return conditions.find(({ type }) => type === "DomainVerified")?.reason;
      };
      await world.until(async () => expect(await reasonOf("a")).to.equal("Verified"));
      const promotion = { sourceId: await idOf(world, "a") };
      await create(world, DEPLOYMENTS, "b", { ...spec, cluster: "two", promotion });
      await rests(world, DEPLOYMENTS, "b", "running");
      await world.until(async () => expect(await reasonOf("b")).to.equal("DomainTaken"));
      await settle(world);
      expect(await reasonOf("a")).to.equal("Verified");
      await change(world, DEPLOYMENTS, "b", { promotion: { ...promotion, deleteSource: true } });
      await gone(world, DEPLOYMENTS, "a");
      await world.until(async () => expect(await reasonOf("b")).to.equal("Verified"));
    });
  });

  it("leave the source untouched when they fail", async () => {
    await play(async (world) => {
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
    });
  });
});
