/**
 * Names the addresses at which a machine's cloud answers its pods too: credentials, user data, keys. No pod of a tenant and
 * no request on behalf of one may reach them. NetworkPolicies, virtual clusters and outgoing requests all read this list.
 */
export const METADATA_ADDRESSES = [
  // AWS, Azure, Google, Hetzner, OpenStack and most others.
  "169.254.169.254/32",
  // Credentials of ECS tasks and of EKS pods.
  "169.254.170.2/32",
  "169.254.170.23/32",
  // Azure's agent.
  "168.63.129.16/32",
  // Alibaba.
  "100.100.100.200/32",
  // AWS, its EKS pods, and Google.
  "fd00:ec2::254/128",
  "fd00:ec2::23/128",
  "fd20:ce::254/128",
] as const;

/** Names the addresses that mean the machine's own link, where clouds put what is a machine's own. */
export const LINK_LOCAL_ADDRESSES = ["169.254.0.0/16", "fe80::/10"] as const;

/** Where a cache of DNS on the node listens (NodeLocal DNSCache): the one link-local address that pods need. */
export const NODE_DNS_ADDRESS = "169.254.20.10/32";

/** Lists what an egress rule leaves out of one family's whole range; what lies inside another range is not named twice. */
export function deniedRanges(family: "ipv4" | "ipv6"): readonly string[] {
  const isWanted = (range: string): boolean => range.includes(":") === (family === "ipv6");
  const isInside = (range: string): boolean =>
    range.startsWith("169.254.") && !LINK_LOCAL_ADDRESSES.some((one) => one === range);
  return [...LINK_LOCAL_ADDRESSES, ...METADATA_ADDRESSES].filter((range) => isWanted(range) && !isInside(range));
}
