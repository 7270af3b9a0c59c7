import { BlockList, isIP } from "node:net";
import { LINK_LOCAL_ADDRESSES, METADATA_ADDRESSES } from "../../contract/node-addresses.ts";

/**
 * Judges the addresses that requests on behalf of users go to. Nothing may reach what only the platform can reach: its
 * own machine and network, the metadata of its cloud. Of IPv6 only global unicast counts as public, and no form that
 * carries an IPv4 address inside.
 */
export const ADDRESS_CLASSES = [
  "public",
  "loopback",
  "link-local",
  "private",
  "metadata",
  "multicast",
  "reserved",
] as const;
export type AddressClass = (typeof ADDRESS_CLASSES)[number];

type Row = readonly [AddressClass, readonly string[]];

const RANGES: readonly Row[] = [
  ["metadata", METADATA_ADDRESSES],
  ["loopback", ["127.0.0.0/8", "::1/128"]],
  ["link-local", LINK_LOCAL_ADDRESSES],
  // 100.64.0.0/10 is what providers put behind their own address translation.
  ["private", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7", "fec0::/10"]],
  ["multicast", ["224.0.0.0/4", "ff00::/8"]],
  [
    "reserved",
    [
      "0.0.0.0/8",
      "192.0.0.0/24",
      "192.0.2.0/24",
      "192.88.99.0/24",
      "198.18.0.0/15",
      "198.51.100.0/24",
      "203.0.113.0/24",
      "240.0.0.0/4",
      "2001::/23",
      "2001:db8::/32",
      "2002::/16",
      "3fff::/20",
    ],
  ],
];
const LISTS = RANGES.map(([name, ranges]) => [name, listOf(ranges)] as const);
const PUBLIC_IPV6 = "2000::/3";
const GLOBAL_UNICAST = listOf([PUBLIC_IPV6]);

/** The public part of one family's addresses, as a block of a NetworkPolicy. */
type PublicBlock = Readonly<{ cidr: string; except: readonly string[] }>;

/** Lists all public addresses and no others, for network policies: of IPv6 an exception must lie inside of its block. */
export function publicBlocks(): readonly PublicBlock[] {
  const ranges = RANGES.flatMap(([, all]) => all);
  const isUnicast = (range: string): boolean => GLOBAL_UNICAST.check(range.split("/")[0] ?? "", "ipv6");
  return [
    { cidr: "0.0.0.0/0", except: ranges.filter((range) => !range.includes(":")) },
    { cidr: PUBLIC_IPV6, except: ranges.filter((range) => range.includes(":") && isUnicast(range)) },
  ];
}

/** Says what an address is; a text that is no address is reserved. */
export function classifyAddress(text: string): AddressClass {
  const address = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  const family = isIP(address);
  if (family === 0) return "reserved";
  const type = family === 4 ? "ipv4" : "ipv6";
  const mapped = type === "ipv6" && isMapped(address);
  const found = mapped ? undefined : LISTS.find(([, list]) => list.check(address, type))?.[0];
  if (found !== undefined) return found;
  return type === "ipv4" || GLOBAL_UNICAST.check(address, "ipv6") ? "public" : "reserved";
}

/** Tells whether an address is public. */
export function isPublic(address: string): boolean {
  return classifyAddress(address) === "public";
}

/** An address of IPv4 in clothes of IPv6 would be judged by its clothes. */
function isMapped(address: string): boolean {
  return MAPPED.check(address, "ipv6");
}

const MAPPED = listOf(["::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48"]);

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits = ""] = range.split("/");
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}
