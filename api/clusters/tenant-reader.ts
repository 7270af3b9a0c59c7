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
  return error instanceof KubeError ? new BerthError("cluster_unreachable", { cause: error }) : error;
}
