import { Resolver } from "node:dns/promises";

/** Answers all addresses of a name; none for a name that has none, and throws when nobody answers. */
export type ResolveAddresses = (name: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const NONE = new Set(["ENODATA", "ENOTFOUND"]);

/**
 * Creates a resolver that asks DNS itself, the machine's servers unless told. The system's own lookup would hold one of four
 * threads for as long as a stranger's server lets it wait.
 */
export function createAddressResolver(servers: readonly string[] = []): ResolveAddresses {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    const found = await Promise.all([none(resolver.resolve4(name)), none(resolver.resolve6(name))]);
    return found.flat();
  };
}

async function none(asked: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await asked;
  } catch (error) {
    if (NONE.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
