import type { ClusterSpec } from "../../contract/resources/cluster.ts";

/** A cluster at a provider; the handle is its external name, so that every call can be repeated. */
export type ClusterOrder = Readonly<{
  handle: string;
  namespace: string;
  id: string;
  spec: ClusterSpec;
  /** Handle of the cluster that carries it: known once it was chosen, and needed when the object is gone. */
  host?: string;
}>;

/** The provider's own access to a cluster's API server; it is used once, to make a credential of our own. */
export type ProviderAccess = Readonly<{
  server: string;
  caData: string | undefined;
  token?: string;
  /** Client certificate and its key, base64 of the PEM. */
  certData?: string;
  keyData?: string;
}>;

/** A machine of a cluster, as its provider knows it; the name is also its Node's. */
export type ProviderNode = Readonly<{
  name: string;
  serverType: string | undefined;
  ready: boolean;
  kubeletVersion: string | undefined;
}>;

/** A cluster as its provider shows it now. */
export type ProviderObservation =
  | Readonly<{ kind: "absent" }>
  /** Nobody here can make such a cluster. */
  | Readonly<{ kind: "unsupported"; message: string }>
  /** It cannot be begun yet, through no fault of the order; `ensure` begins it as soon as it can. */
  | Readonly<{ kind: "waiting"; reason: string; message: string }>
  | Readonly<{ kind: "unreachable"; message: string }>
  | Readonly<{ kind: "removing" }>
  | Readonly<{ kind: "creating"; step: string; region: string }>
  /** The provider's last word; asking again does not help. */
  | Readonly<{ kind: "failed"; message: string; region: string | undefined }>
  | ReadyProvider;

/** A cluster that its provider calls ready. */
export type ReadyProvider = Readonly<{
  kind: "ready";
  region: string;
  endpoint: string;
  /** Whether it was ordered as the spec says now; nodes of another server type do not count. */
  matches: boolean;
  /** What it is busy with, in words for people; empty when it rests. */
  step: string;
  healthy: boolean;
  message: string;
  kubernetesVersion: string;
  nodes: readonly ProviderNode[];
  /** Whether it was not made here: then there is nothing to provision. */
  imported?: true;
  /** Certificate authority of its API server, where the provider shows it: another one means to register anew. */
  caData?: string;
  access: () => ProviderAccess | Promise<ProviderAccess>;
}>;

/** Makes clusters at one provider. No call waits for the work it starts, and each can be repeated. */
export interface Provisioner {
  /** Reads; never changes anything. Faults of the provider are told, not thrown. */
  observe(order: ClusterOrder): Promise<ProviderObservation>;
  /**
   * Asks for what the order says, whether or not it is there already. Nodes of another server type than the order's
   * stay: they go by `removeNode` only.
   */
  ensure(order: ClusterOrder): Promise<void>;
  /** Asks for its removal; absent is no fault. */
  remove(order: ClusterOrder): Promise<void>;
  /** Asks for the removal of one machine for good; absent is no fault. Those without machines of their own lack it. */
  removeNode?(order: ClusterOrder, name: string): Promise<void>;
}
