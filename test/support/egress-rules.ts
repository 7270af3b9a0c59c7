import { BlockList, isIP } from "node:net";

/** A block of a NetworkPolicy. */
export type IpBlock = Readonly<{ cidr: string; except?: readonly string[] }>;
/** One rule of what pods may reach, as far as it names addresses. */
export type EgressRule = Readonly<{
  ports?: readonly Readonly<{ port: number; protocol: string }>[];
  to: readonly Readonly<{ ipBlock?: IpBlock }>[];
}>;

/** Tells whether rules of a NetworkPolicy let an address through; selectors of pods count for nothing. */
export function reaches(rules: readonly EgressRule[], address: string): boolean {
  const blocks = rules.flatMap(({ to }) => to.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock])));
  return blocks.some(({ cidr, except = [] }) => isIn([cidr], address) && !isIn(except, address));
}

function isIn(ranges: readonly string[], address: string): boolean {
  const list = new BlockList();
  for (const range of ranges.filter((one) => one.includes(":") === address.includes(":"))) {
    const [network = "", bits = ""] = range.split("/");
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? "ipv4" : "ipv6");
  }
  return list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}
