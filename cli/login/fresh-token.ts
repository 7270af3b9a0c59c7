import { changeContexts, readContexts, type Contexts, type Tokens } from "../contexts.ts";
import { UsageError } from "../output/explain-fault.ts";

/** Where a login lies, and how it is renewed. */
type Renewal = Readonly<{
  configPath: string;
  context: string;
  renew: (tokens: Tokens, deadline: AbortSignal) => Promise<Tokens>;
  nowMs?: () => number;
}>;

/** Before its end, so that it does not end on the way. */
const AHEAD_MS = 60_000;

/**
 * Answers an access token that still works. A refresh token serves once, and a second use of it ends the whole login:
 * of many commands at once one renews, and the others take what it wrote.
 */
export async function freshToken({ configPath, context, renew, nowMs = Date.now }: Renewal): Promise<string> {
  const isFresh = ({ expiresAtMs }: Tokens): boolean => expiresAtMs - AHEAD_MS > nowMs();
  const before = loginOf(readContexts(configPath), context).tokens;
  if (isFresh(before)) return before.access;
  const after = await changeContexts(configPath, async (now, deadline) => {
    const login = loginOf(now, context);
    if (isFresh(login.tokens)) return now;
    const tokens = await renew(login.tokens, deadline);
    return { ...now, contexts: { ...now.contexts, [context]: { ...login, tokens } } };
  });
  return loginOf(after, context).tokens.access;
}

function loginOf({ contexts }: Contexts, name: string): Readonly<{ url: string; tokens: Tokens }> {
  const entry = contexts[name];
  if (entry?.tokens === undefined) throw new UsageError('You have signed out: "berth login" signs you in again.');
  return { ...entry, tokens: entry.tokens };
}
