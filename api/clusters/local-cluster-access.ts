import { createKubeClient } from "../../adapters/kubernetes/kube-client.ts";
import type { LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { BerthError } from "../../contract/errors.ts";
import type { ClusterAccess } from "./cluster-access.ts";

const REQUEST_TIMEOUT_MS = 10_000;

/** Creates the access to clusters of the simulated cloud, which knows their addresses and credentials. */
export function createLocalClusterAccess(cloud: LocalCloudClient | undefined): ClusterAccess {
  return {
    async open({ provider, handle }) {
      if (provider !== "local" || cloud === undefined) return undefined;
      const found = await cloud.getCluster(handle).catch((cause: unknown) => {
        throw new BerthError("cluster_unreachable", { cause });
      });
      if (found?.server === undefined || found.ca_data === undefined || found.admin_token === undefined)
        return undefined;
      const { server, ca_data: caData, admin_token: token } = found;
      return {
        server,
        caData,
        client: createKubeClient({ server, caData, token }, { requestTimeoutMs: REQUEST_TIMEOUT_MS }),
      };
    },
  };
}
