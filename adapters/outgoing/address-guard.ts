import { BlockList, isIP, type LookupFunction } from "node:net";
import { ADDRESS_CLASSES, classifyAddress } from "./address-rule.ts";
import { createGuardedLookup, isLiteralDenied, RefusedAddressError, type Resolve } from "./guarded-lookup.ts";

/** Judges the hosts of clusters: those that are addresses at once, names at the moment of connecting. */
export type AddressGuard = Readonly<{ assertHost: (hostname: string) => void; lookup: LookupFunction }>;

/** Names what clusters may not be at when nothing else is set. */
export const DENIED_DEFAULT = "loopback,link-local,private,metadata,multicast,reserved";

/** What clusters may not be at, and which private ranges they may. */
export type AddressRules = Readonly<{ denied: readonly string[]; allowed: readonly string[] }>;

/** Tells whether a word of the setting can be understood: a class of addresses, a range, or `none`. */
export function isDenyWord(word: string): boolean {
  return word === "none" || ADDRESS_CLASSES.some((name) => name === word) || isRange(word);
}

/** Tells whether a word is a range of addresses. */
export function isRange(word: string): boolean {
  const [network = "", bits = "", ...rest] = word.split("/");
  const family = isIP(network);
  return family !== 0 && rest.length === 0 && /^[0-9]{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Creates the guard that denies what the rules name. */
export function createAddressGuard(rules: AddressRules, resolve?: Resolve): AddressGuard {
  const isDenied = denierOf(rules);
  return {
    assertHost: (hostname) => {
      if (isLiteralDenied(hostname, isDenied)) throw new RefusedAddressError("The address may not be called");
    },
    lookup: createGuardedLookup(resolve, isDenied),
  };
}

function denierOf({ denied, allowed }: AddressRules): (address: string) => boolean {
  const [ranges, opened] = [listOf(denied), listOf(allowed)];
  const classes = new Set(denied);
  return (address) => {
    const plain = address.replace(/%.*$/, "");
    const type = isIP(plain) === 4 ? "ipv4" : "ipv6";
    const found = classifyAddress(plain);
    // Only private networks are anybody's own: a range that holds more opens no more.
    const isOpened = found === "private" && opened.check(plain, type);
    return (classes.has(found) && !isOpened) || ranges.check(plain, type);
  };
}

function listOf(words: readonly string[]): BlockList {
  const list = new BlockList();
  for (const word of words.filter(isRange)) {
    const [network = "", bits = ""] = word.split("/");
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}
