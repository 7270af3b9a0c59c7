import { expect } from "chai";
import { APPLICATIONS, APP_PROJECTS, DEPLOYMENTS, NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import { change, create, createAll, gone, remove, rests } from "./world/story.ts";
import { ARGOCD, ORGANIZATION, World } from "./world/world.ts";

const CHART = { cluster: "one", appType: "helm", helmRepoUrl: "oci://ghcr.io/acme", helmChartName: "redis" };
const LEVEL = "pod-security.kubernetes.io/enforce";

type Project = Readonly<{ spec: { destinations: readonly { namespace: string }[] } }>;

describe("A chart on its way to a cluster", function () {
  this.timeout(900_000);

  it("finds its project and its namespace before Argo CD sees it, and gets more only with cluster-wide rights", async () => {
    const world = new World({ seed: 1 });
    await world.start();
    try {
      await createAll(world, []);
      await create(world, DEPLOYMENTS, "cache", CHART);
      await rests(world, DEPLOYMENTS, "cache", "running");
      const deployment = await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name: "cache" });
      const { handle } = deployment?.["status"] as { handle: string };
      const projectOf = async (): Promise<string> => {
        const found = await world.management.get(APPLICATIONS, { namespace: ARGOCD, name: handle });
        return (found?.["spec"] as { project: string }).project;
      };
      const namespacesOf = async (name: string): Promise<string[] | undefined> => {
        const found = (await world.management.get(APP_PROJECTS, { namespace: ARGOCD, name })) as Project | undefined;
        return found?.spec.destinations.map(({ namespace }) => namespace);
      };
      const [cluster = ""] = world.tenantHandles();
      const levelOf = async (): Promise<string | undefined> =>
        (await world.tenant(cluster)?.get(NAMESPACES, { name: handle }))?.metadata.labels?.[LEVEL];
      expect([await projectOf(), await namespacesOf("org-acme.charts"), await levelOf()]).to.deep.equal([
        "org-acme.charts",
        [handle],
        "baseline",
      ]);
      await change(world, DEPLOYMENTS, "cache", { clusterWideRights: true });
      await world.until(async () => {
        expect([
          await projectOf(),
          await namespacesOf("org-acme.charts"),
          await namespacesOf("org-acme.cluster-wide"),
        ]).to.deep.equal(["org-acme.cluster-wide", undefined, ["*"]]);
      });
      await rests(world, DEPLOYMENTS, "cache", "running");
      expect(await levelOf(), "nothing is refused there any more").to.equal(undefined);
      await remove(world, DEPLOYMENTS, "cache");
      await gone(world, DEPLOYMENTS, "cache");
      await world.until(async () => expect(await namespacesOf("org-acme.cluster-wide")).to.equal(undefined));
      expect(world.monitor.violations).to.deep.equal([]);
    } finally {
      await world.stop();
    }
  });
});
