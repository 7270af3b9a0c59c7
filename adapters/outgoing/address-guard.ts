import { BlockList, isIP, type LookupFunction } from "node:net";
import { ADDRESS_CLASSES, classifyAddress } from "./address-rule.ts";
import { createGuardedLookup, isLiteralDenied, RefusedAddressError, type Resolve } from "./guarded-lookup.ts";

/** Judges the hosts of clusters: those that are addresses at once, names at the moment of connecting. */
export type AddressGuard = Readonly<{ assertHost: (hostname: string) => void; lookup: LookupFunction }>;

/** Names what clusters may not be at when nothing else is set. */
export const DENIED_DEFAULT = "loopback,link-local,metadata,multicast,reserved";

/** Tells whether a word of the setting can be understood: a class of addresses, a range, or `none`. */
export function isDenyWord(word: string): boolean {
  return word === "none" || ADDRESS_CLASSES.some((name) => name === word) || isRange(word);
}

/** Creates the guard that denies what the words name. */
export function createAddressGuard(words: readonly string[], resolve?: Resolve): AddressGuard {
  const isDenied = denierOf(words);
  return {
    assertHost: (hostname) => {
      if (isLiteralDenied(hostname, isDenied)) throw new RefusedAddressError("The address may not be called");
    },
    lookup: createGuardedLookup(resolve, isDenied),
  };
}

function denierOf(words: readonly string[]): (address: string) => boolean {
  const ranges = new BlockList();
  for (const word of words.filter(isRange)) {
    const [network = "", bits = ""] = word.split("/");
    ranges.addSubnet(network, Number(bits), isIP(network) === 4 ? "ipv4" : "ipv6");
  }
  const classes = new Set(words);
  return (address) => {
    const plain = address.replace(/%.*$/, "");
    return classes.has(classifyAddress(plain)) || ranges.check(plain, isIP(plain) === 4 ? "ipv4" : "ipv6");
  };
}

function isRange(word: string): boolean {
  const [network = "", bits = "", ...rest] = word.split("/");
  const family = isIP(network);
  return rest.length === 0 && family !== 0 && /^[0-9]{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}
