import { createResolver, foundOrNone } from "./resolver.ts";

/** Answers the TXT records of a name, each in one piece; none for a name that has none, and throws when nobody answers. */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

/** Creates a resolver of TXT records that asks the given servers, else those of the machine. */
export function createTxtResolver(servers: readonly string[] = []): ResolveTxt {
  const resolver = createResolver(servers);
  return async (name) => (await foundOrNone(resolver.resolveTxt(name))).map((pieces) => pieces.join(""));
}
