import { expect } from "chai";
import { createKubeClient, type KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import type { LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { connectCloud } from "./stack-cloud.ts";
import type { ClusterAccess } from "./customer-kubeconfig.ts";
import { eventually } from "./eventually.ts";
import type { Platform } from "./platform.ts";

/** A cluster that its customer made at the simulated cloud, without the platform. */
export type CustomerCluster = Readonly<{
  cloud: LocalCloudClient;
  access: ClusterAccess;
  /** As its customer's admin. */
  tenant: KubeClient;
  stop: () => Promise<void>;
}>;

/** Makes a customer's cluster and waits until it runs. */
export async function startCustomerCluster(platform: Pick<Platform, "stack">, name: string): Promise<CustomerCluster> {
  const cloud = connectCloud(platform.stack.cloud);
  const size = { server_type: "small", node_count: 1, kubernetes_version: "1.36", autoscaling: null };
  await cloud.putCluster(name, { tier: "shared", region: "local-1", ...size });
  const made = await eventually(async () => {
    const found = await cloud.getCluster(name);
    expect(found?.state).to.equal("running");
    return found;
  }, 300_000);
  const access = { server: made?.server ?? "", caData: made?.ca_data ?? "", token: made?.admin_token ?? "" };
  const tenant = createKubeClient(access);
  return {
    cloud,
    access,
    tenant,
    async stop() {
      await tenant.close();
      await cloud.deleteCluster(name);
    },
  };
}
