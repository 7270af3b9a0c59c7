/** Names the addresses of one cluster with real nodes; no two clusters of a machine share any. */
export type ClusterNetwork = Readonly<{
  /** The network that the machine and the cluster's nodes are members of. */
  subnet: string;
  /** The machine's own address in it: there the API server listens. */
  hostAddress: string;
  pods: string;
  services: string;
  /** The first Service of every cluster: the API server itself. */
  apiService: string;
  dns: string;
  /** The machine's end of the one link; at most 15 characters. */
  link: string;
}>;

/** Names the addresses of one node. */
export type NodeNetwork = Readonly<{ address: string; pods: string }>;

/** Counts the clusters that have addresses, and the nodes of each. */
export const CLUSTERS_MAX = 256;
export const NODES_MAX = 64;

const FIRST_NODE = 10;

/**
 * Derives a cluster's addresses from its number: nodes 10.250.n.0/24, pods a /18 of 100.64.0.0/10, which is for networks
 * behind a carrier, Services a /20 of 10.224.0.0/12.
 */
export function deriveClusterNetwork(number: number): ClusterNetwork {
  const services = `10.${224 + (number >> 4)}.${(number & 15) << 4}`;
  return {
    subnet: `10.250.${number}.0/24`,
    hostAddress: `10.250.${number}.1`,
    pods: `100.${64 + (number >> 2)}.${(number & 3) << 6}.0/18`,
    services: `${services}.0/20`,
    apiService: `${services}.1`,
    dns: `${services}.10`,
    link: `berth${number}`,
  };
}

/** Derives the addresses of a cluster's node from its number. */
export function deriveNodeNetwork(cluster: number, number: number): NodeNetwork {
  return {
    address: `10.250.${cluster}.${FIRST_NODE + number}`,
    pods: `100.${64 + (cluster >> 2)}.${((cluster & 3) << 6) + number}.0/24`,
  };
}
