import type { Resolver } from "node:dns/promises";
import { createResolver, foundOrNone } from "./resolver.ts";

/** The records of a name: what it is an alias of, and the addresses to which it leads in the end. */
type Records = Readonly<{ alias: string | undefined; addresses: readonly string[] }>;

/** Looks up the records of a name; throws when nobody answers. */
export type LookUpRecords = (name: string) => Promise<Records>;

type Options = Readonly<{
  /** Servers that are asked for what others have; the machine's own when there are none. */
  servers?: readonly string[];
  /** Whether a server of a stranger's zone may be asked at an address. */
  isAllowed: (address: string) => boolean;
  port?: number;
}>;

const ZONES_MAX = 5;
const SERVERS_MAX = 3;
const DNS_PORT = 53;

/**
 * Creates the lookup of records at the servers of their own zone, so that one that was mended is seen at once, whatever others remember.
 * Where these cannot be found or asked, the usual servers are.
 */
export function createRecordLookup({ servers = [], isAllowed, port = DNS_PORT }: Options): LookUpRecords {
  const usual = createResolver(servers);
  return async (name) => {
    const own = await findAuthority(usual, name, { isAllowed, port }).catch(() => undefined);
    if (own === undefined) return readRecords(usual, usual, name);
    return readRecords(own, usual, name).catch(() => readRecords(usual, usual, name));
  };
}

/** What an alias means is another zone's to say. */
async function readRecords(own: Resolver, usual: Resolver, name: string): Promise<Records> {
  const [alias] = await foundOrNone(own.resolveCname(name));
  const at = alias === undefined ? { resolver: own, name } : { resolver: usual, name: alias };
  const found = await Promise.all([
    foundOrNone(at.resolver.resolve4(at.name)),
    foundOrNone(at.resolver.resolve6(at.name)),
  ]);
  return { alias: alias?.toLowerCase(), addresses: found.flat() };
}

async function findAuthority(
  usual: Resolver,
  name: string,
  { isAllowed, port }: Required<Pick<Options, "isAllowed" | "port">>,
): Promise<Resolver | undefined> {
  const labels = name.split(".");
  const zones = labels.map((_label, index) => labels.slice(index).join(".")).slice(0, -1);
  for (const zone of zones.slice(0, ZONES_MAX)) {
    const names = await foundOrNone(usual.resolveNs(zone));
    if (names.length === 0) continue;
    const found = await Promise.all(names.slice(0, SERVERS_MAX).map((one) => foundOrNone(usual.resolve4(one))));
    const addresses = found.flat().filter(isAllowed).slice(0, SERVERS_MAX);
    return addresses.length === 0 ? undefined : createResolver(addresses.map((address) => `${address}:${port}`));
  }
  return undefined;
}
