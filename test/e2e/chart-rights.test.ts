import { expect } from "chai";
import type { KubeClient, ResourceType } from "../../adapters/kubernetes/kube-client.ts";
import { NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import type { BerthClient } from "../support/berth-client.ts";
import { startChartServer, type ChartServer } from "../support/chart-server.ts";
import { DeploymentScene, handleOf, type DeploymentBody } from "../support/deployment-scene.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";

const RBAC = { group: "rbac.authorization.k8s.io", version: "v1" } as const;
const BINDINGS: ResourceType = {
  ...RBAC,
  plural: "clusterrolebindings",
  kind: "ClusterRoleBinding",
  namespaced: false,
};
const ROLE_BINDINGS: ResourceType = { ...RBAC, plural: "rolebindings", kind: "RoleBinding", namespaced: true };

describe("A chart that reaches for its cluster", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let scene: DeploymentScene;
  let charts: ChartServer;
  let clusterId: string;

  before(async () => {
    platform = await startPlatform();
    charts = await startChartServer(platform.homeDir);
    ({ berth, id: clusterId } = await standingCluster(platform.url, "harbour"));
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
    scene = new DeploymentScene(berth, tenant, clusterId);
  });
  after(async () => {
    await (charts as ChartServer | undefined)?.close();
    await (tenant as KubeClient | undefined)?.close();
  });

  const message = async (deployment: DeploymentBody): Promise<string> => JSON.stringify(await scene.read(deployment));

  it("is kept in its namespace by Argo CD, until an administrator gives it more", async () => {
    const chart = {
      app_type: "helm",
      helm_repo_url: charts.repository,
      helm_chart_name: charts.chart,
      helm_chart_version: "1.0.0",
    };
    const evil = await scene.create({ name: "evil", ...chart });
    const namespace = await tenant.get(NAMESPACES, { name: handleOf(evil) });
    expect(namespace?.metadata.labels).to.include({ "pod-security.kubernetes.io/enforce": "baseline" });
    const binding = { name: `${handleOf(evil)}-admin` };
    for (const reach of ["cluster", "kube-system"]) {
      await berth.call("PATCH", `/deployments/${evil.id}`, { custom_values_yaml: `reach: ${reach}` });
      await eventually(
        async () => expect(await message(evil)).to.match(/not permitted in project|cluster_wide_rights needed/),
        180_000,
        1_000,
      );
    }
    expect(await tenant.get(BINDINGS, binding)).to.equal(undefined);
    expect(await tenant.get(ROLE_BINDINGS, { ...binding, namespace: "kube-system" })).to.equal(undefined);
    await berth.call("PATCH", `/deployments/${evil.id}`, {
      custom_values_yaml: "reach: cluster",
      cluster_wide_rights: true,
    });
    await eventually(async () => expect(await tenant.get(BINDINGS, binding)).to.not.equal(undefined), 180_000, 1_000);
  });
});
