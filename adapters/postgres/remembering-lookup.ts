import { lookup as ask, type LookupAddress, type LookupOptions } from "node:dns";

type Answer = [error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number];

/** Finds the address of a name, as sockets ask for it. */
export type Lookup = (host: string, options: LookupOptions, answer: (...found: Answer) => void) => void;

/** A resolver that is away is asked again after five seconds, and a connection is given three. */
const PATIENCE_MS = 1_000;

/**
 * Makes a lookup that answers what it found last while nobody resolves names: a server is not away because the DNS is. A new
 * address counts as soon as it is told.
 */
export function createRememberingLookup(lookup: Lookup = ask, patienceMs: number = PATIENCE_MS): Lookup {
  const known = new Map<string, Answer>();
  return (host, options, answer) => {
    const key = JSON.stringify([host, options]);
    const last = known.get(key);
    let isAnswered = false;
    const settle = (...found: Answer): void => {
      clearTimeout(timer);
      if (!isAnswered) answer(...found);
      isAnswered = true;
    };
    const timer = last === undefined ? undefined : setTimeout(() => settle(...last), patienceMs);
    lookup(host, options, (...found) => {
      if (found[0] === null) known.set(key, found);
      settle(...(found[0] === null ? found : (last ?? found)));
    });
  };
}
