import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";

/** Describes how the gateway reaches a tenant cluster. */
export type ClusterEndpoint = Readonly<{
  server: string;
  caData: string;
  /** A client with the gateway's own tenant credential; whoever asked for it closes it. */
  client: KubeClient;
}>;

/** Gives access to tenant clusters; never by Argo CD's Secrets, which the gateway must not read (decisions.md 5). */
export interface ClusterAccess {
  /** Returns how to reach a cluster; undefined when its provider does not know it, or not yet. */
  open(cluster: Readonly<{ provider: string; handle: string }>): Promise<ClusterEndpoint | undefined>;
}
