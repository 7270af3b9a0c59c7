import { Resolver } from "node:dns/promises";

/** Answers the TXT records of a name, each in one piece; none for a name that has none, and throws when nobody answers. */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const NONE = new Set(["ENODATA", "ENOTFOUND"]);

/** Creates a resolver that asks the given servers, `address` or `address:port`; those of the machine when there are none. */
export function createTxtResolver(servers: readonly string[] = []): ResolveTxt {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(""));
    } catch (error) {
      if (NONE.has((error as NodeJS.ErrnoException).code ?? "")) return [];
      throw error;
    }
  };
}
