import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { BerthError } from "../../contract/errors.ts";
import type { ClusterAccess } from "./cluster-access.ts";

/** Reads on tenant clusters with the gateway's own token: pods, logs, events and nodes. */
export interface TenantReader {
  /** Opens a client of a cluster; whoever asked for it closes it. */
  open(cluster: Readonly<{ namespace: string; objectName: string }>): Promise<KubeClient>;
}

/** Creates the reader. */
export function createTenantReader(access: ClusterAccess): TenantReader {
  return {
    async open(cluster) {
      const endpoint = await access.open(cluster);
      if (endpoint !== undefined) return endpoint.client;
      throw new BerthError("cluster_unreachable", { publicMessage: "The cluster is not registered yet." });
    },
  };
}

/** Translates a fault of a tenant cluster, whose own text is never passed on. */
export function translateTenantFault(error: unknown): unknown {
  if (!(error instanceof KubeError)) return error;
  if (error.status !== 403) return new BerthError("cluster_unreachable", { cause: error });
  // The gateway's rights on a cluster come with its registration, which the operator renews.
  const publicMessage = "The cluster does not let the platform do this yet; its registration is being renewed.";
  return new BerthError("cluster_unreachable", { publicMessage, cause: error });
}
