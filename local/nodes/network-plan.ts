/** The addresses of one cluster with real nodes; no two clusters of a machine share any. */
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

/** The addresses of one node. */
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

/** Tells a node's number from the network of its pods; undefined where that is none of the cluster's. */
export function numberOfNode(cluster: number, pods: string): number | undefined {
  for (let number = 1; number < NODES_MAX; number += 1)
    if (deriveNodeNetwork(cluster, number).pods === pods) return number;
  return undefined;
}

/** Lists the numbers of nodes that a cluster has free, the lowest first. */
export function listFreeNumbers(cluster: number, taken: readonly string[]): readonly number[] {
  const numbers = Array.from({ length: NODES_MAX - 1 }, (_, index) => index + 1);
  return numbers.filter((number) => !taken.includes(deriveNodeNetwork(cluster, number).pods));
}

/**
 * Chooses the number of a new cluster: one that no other cluster has and whose addresses this machine uses for nothing,
 * by the content of /proc/net/route.
 */
export function chooseClusterNumber(taken: readonly number[], routes: string): number {
  const used = [...routes.matchAll(/^\S+\t([0-9A-F]{8})\t\S+\t\S+\t\S+\t\S+\t\S+\t([0-9A-F]{8})/gm)]
    .map(([, destination = "", mask = ""]) => ({ first: readAddress(destination), mask: readAddress(mask) }))
    .filter(({ mask }) => mask !== 0);
  for (let number = 1; number < CLUSTERS_MAX; number += 1) {
    const { subnet, pods, services } = deriveClusterNetwork(number);
    const isFree = [subnet, pods, services]
      .map(rangeOf)
      .every(({ first, last }) =>
        used.every((route) => last < route.first || first > route.first + (2 ** 32 - 1 - route.mask)),
      );
    if (isFree && !taken.includes(number)) return number;
  }
  throw new Error("No addresses are left for a further cluster with real nodes");
}

/** The kernel writes the bytes of an address from the last to the first. */
function readAddress(text: string): number {
  return Buffer.from(text, "hex").readUInt32LE(0);
}

function rangeOf(subnet: string): Readonly<{ first: number; last: number }> {
  const [address = "", bits = ""] = subnet.split("/");
  const first = Buffer.from(address.split(".").map(Number)).readUInt32BE(0);
  return { first, last: first + 2 ** (32 - Number(bits)) - 1 };
}

/** Derives the addresses of a cluster's node from its number. */
export function deriveNodeNetwork(cluster: number, number: number): NodeNetwork {
  return {
    address: `10.250.${cluster}.${FIRST_NODE + number}`,
    pods: `100.${64 + (cluster >> 2)}.${((cluster & 3) << 6) + number}.0/24`,
  };
}
