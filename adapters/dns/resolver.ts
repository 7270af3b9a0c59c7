import { Resolver } from "node:dns/promises";

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const NONE = new Set(["ENODATA", "ENOTFOUND"]);

/**
 * Creates a resolver that asks the given servers, `address` or `address:port`; those of the machine when there are none. It asks DNS
 * itself: the system's own lookup would hold one of four threads for as long as a stranger's server lets it wait.
 */
export function createResolver(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** Answers what was found, none where a name has none of it; throws when nobody answers. */
export async function foundOrNone<T>(asked: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await asked;
  } catch (error) {
    if (NONE.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
