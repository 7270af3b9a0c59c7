import { expect } from "chai";
import { APPLICATIONS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { change, create, createAll, rests } from "./world/story.ts";
import { ARGOCD, ORGANIZATION, World } from "./world/world.ts";

const CHART = { cluster: "one", appType: "helm", helmRepoUrl: "https://charts.test", helmChartName: "redis" };

describe("The host of a chart", function () {
  this.timeout(900_000);
  type Condition = Readonly<{ type: string; status: string; reason: string }>;
  type Status = { phase?: string; statusReason?: string; handle?: string; conditions?: readonly Condition[] };
  const statusOf = async (world: World): Promise<Status> =>
    ((await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name: "cache" }))?.["status"] ?? {}) as Status;
  const deliveredFrom = async (world: World): Promise<unknown> => {
    const { handle = "none" } = await statusOf(world);
    const application = await world.management.get(APPLICATIONS, { namespace: ARGOCD, name: handle });
    return (application?.["spec"] as { source: { repoURL: string } } | undefined)?.source.repoURL;
  };
  const told = (world: World, reason: string): Promise<void> =>
    world.until(async () => expect((await statusOf(world)).statusReason).to.equal(reason));

  it("is judged before Argo CD hears of it, however it was written, and again when it is another one", async () => {
    const world = new World({ seed: 1 });
    await world.start();
    try {
      await createAll(world, []);
      world.chartHosts.set("charts.test", "refused");
      await create(world, DEPLOYMENTS, "cache", CHART);
      await told(world, "ChartHostRefused");
      expect([(await statusOf(world)).phase, await deliveredFrom(world)]).to.deep.equal(["failed", undefined]);
      const accepted = (await statusOf(world)).conditions?.find(({ type }) => type === "Accepted");
      expect(accepted).to.include({ status: "False", reason: "ChartHostRefused" });
      world.chartHosts.set("charts.test", "allowed");
      await rests(world, DEPLOYMENTS, "cache", "running");
      expect(await deliveredFrom(world)).to.equal("https://charts.test");
      world.chartHosts.set("elsewhere.test", "unresolved");
      await change(world, DEPLOYMENTS, "cache", { helmRepoUrl: "https://elsewhere.test" });
      await told(world, "ChartHostUnresolved");
      expect(await deliveredFrom(world)).to.equal("https://charts.test");
      world.chartHosts.set("elsewhere.test", "allowed");
      await rests(world, DEPLOYMENTS, "cache", "running");
      expect(await deliveredFrom(world)).to.equal("https://elsewhere.test");
      expect(world.monitor.violations).to.deep.equal([]);
    } finally {
      await world.stop();
    }
  });
});
