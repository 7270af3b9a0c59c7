import type { Surroundings } from "./config.ts";
import type { ContextEntry, Contexts } from "./contexts.ts";
import { UsageError } from "./output/explain-fault.ts";

/** Whom a run talks to and as whom; `context` where that is one of the file. */
export type Target = Readonly<{ url: string; key?: string; context?: Readonly<{ name: string; entry: ContextEntry }> }>;

const UNKNOWN = 'Berth\'s address is not known: "berth login https://berth.example.org", or set BERTH_URL.';

/**
 * Finds whom to talk to:
 * 1. the context that is named (--context, BERTH_CONTEXT);
 * 2. else BERTH_URL and BERTH_API_KEY; of the current context what they leave open;
 * 3. a credential goes to the address that it was given for, and to no other.
 */
export function findTarget(
  { url, key }: Pick<Surroundings, "url" | "key">,
  contexts: Contexts,
  named?: string,
): Target {
  if (named !== undefined) return ofContext(named, contexts);
  const current = contexts.current === undefined ? undefined : ofContext(contexts.current, contexts);
  const address = url === undefined ? current?.url : baseUrl(url);
  if (address === undefined) throw new UsageError(UNKNOWN);
  if (key !== undefined) return { url: address, key };
  return address === current?.url ? current : { url: address };
}

/** Reads the address of a gateway as people write it: with or without a slash or /api/v1 at its end. */
export function baseUrl(given: string): string {
  const parsed = URL.canParse(given) ? new URL(given) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new UsageError(`"${given}" is no address of a gateway; it looks like https://berth.example.org.`);
  if (parsed.username !== "") throw new UsageError("An address carries no user name or password here.");
  return `${parsed.origin}${parsed.pathname}`.replace(/(?:\/api\/v1)?\/?$/, "");
}

function ofContext(name: string, { contexts }: Contexts): Target {
  const entry = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (entry === undefined) throw new UsageError(`There is no context "${name}"; "berth context" lists them.`);
  return { url: entry.url, ...(entry.key !== undefined && { key: entry.key }), context: { name, entry } };
}
