import type { ClusterSpec } from "../../contract/resources/cluster.ts";

/** Names a cluster at a provider; the handle is its external name, so that every call can be repeated. */
export type ClusterOrder = Readonly<{ handle: string; spec: ClusterSpec }>;

/** Is the provider's own access to a cluster's API server; it is used once, to make a credential of our own. */
export type ProviderAccess = Readonly<{ server: string; caData: string | undefined; token: string }>;

/** Describes a cluster as its provider shows it now. */
export type ProviderObservation =
  | Readonly<{ kind: "absent" }>
  | Readonly<{ kind: "unreachable"; message: string }>
  | Readonly<{ kind: "removing" }>
  | Readonly<{ kind: "creating"; step: string; region: string }>
  /** The provider's last word; asking again does not help. */
  | Readonly<{ kind: "failed"; message: string; region: string | undefined }>
  | Readonly<{
      kind: "ready";
      region: string;
      endpoint: string;
      /** Whether it has what the order asks for. */
      matches: boolean;
      step: string;
      healthy: boolean;
      message: string;
      kubernetesVersion: string;
      serverType: string | undefined;
      nodesReady: number;
      access: () => ProviderAccess;
    }>;

/** Makes clusters at one provider. No call waits for the work it starts, and each can be repeated. */
export interface Provisioner {
  /** Reads; never changes anything. Faults of the provider are told, not thrown. */
  observe(order: ClusterOrder): Promise<ProviderObservation>;
  /** Asks for what the order says, whether or not it is there already. */
  ensure(order: ClusterOrder): Promise<void>;
  /** Asks for its removal; absent is no fault. */
  remove(handle: string): Promise<void>;
}
