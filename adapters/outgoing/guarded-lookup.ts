import { lookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { classifyAddress } from "./address-rule.ts";

/** Reports that a host is, or resolves to, an address that may not be called. */
export class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
}

/** Resolves a name to all of its addresses. */
export type Resolve = (
  host: string,
  options: Readonly<{ all: true }>,
  callback: (error: Error | null, addresses: LookupAddress[] | undefined) => void,
) => void;

/** Tells whether an address may not be called. */
type IsDenied = (address: string) => boolean;

/** Makes the name resolution of connections: one refused address refuses the host, at the moment of connecting. */
export function createGuardedLookup(resolve: Resolve = lookup, isDenied: IsDenied = isNotPublic): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      // Without a name there are no addresses, whatever the types of Node say.
      const found = addresses ?? [];
      const [first] = found;
      const fault = error ?? faultOf(found, isDenied);
      if (fault !== undefined || first === undefined)
        callback(fault ?? new RefusedAddressError("The name has no address"), "", 0);
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

/** Refuses hosts that are addresses: no name is resolved for them, so the lookup never sees them. */
export function assertLiteralAllowed(hostname: string): void {
  if (isLiteralDenied(hostname, isNotPublic)) throw new RefusedAddressError("The address may not be called");
}

/** Tells whether a host is an address that may not be called. */
export function isLiteralDenied(hostname: string, isDenied: IsDenied): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(address) !== 0 && isDenied(address);
}

function isNotPublic(address: string): boolean {
  return classifyAddress(address) !== "public";
}

function faultOf(addresses: readonly LookupAddress[], isDenied: IsDenied): Error | undefined {
  const isRefused = addresses.some(({ address }) => isDenied(address));
  return isRefused ? new RefusedAddressError("The name resolves to an address that may not be called") : undefined;
}
