import { createResolver, foundOrNone } from "./resolver.ts";

/** Creates a resolver of addresses, of both families, that asks the given servers, else those of the machine. */
export function createAddressResolver(servers: readonly string[] = []): (name: string) => Promise<readonly string[]> {
  const resolver = createResolver(servers);
  return async (name) => {
    const found = await Promise.all([foundOrNone(resolver.resolve4(name)), foundOrNone(resolver.resolve6(name))]);
    return found.flat();
  };
}
