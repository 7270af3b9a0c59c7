import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { readContexts, saveContext, type Tokens } from "../contexts.ts";
import { UsageError } from "../output/explain-fault.ts";

/** Where a login lies, and how it is renewed. */
export type Renewal = Readonly<{
  configPath: string;
  context: string;
  renew: (tokens: Tokens) => Promise<Tokens>;
  nowMs?: () => number;
}>;

/** Before its end, so that it does not end on the way. */
const AHEAD_MS = 60_000;
/** Longer than any renewal: who holds the lock longer is gone. */
const GONE_MS = 60_000;

/**
 * Answers an access token that still works. A refresh token serves once, and a second use of it ends the whole login:
 * of many commands at once one renews, and the others take what it wrote.
 */
export async function freshToken({ configPath, context, renew, nowMs = Date.now }: Renewal): Promise<string> {
  const kept = (): Tokens => {
    const tokens = readContexts(configPath).contexts[context]?.tokens;
    if (tokens === undefined) throw new UsageError('You have signed out: "berth login" signs you in again.');
    return tokens;
  };
  const isFresh = ({ expiresAtMs }: Tokens): boolean => expiresAtMs - AHEAD_MS > nowMs();
  const before = kept();
  if (isFresh(before)) return before.access;
  return underLock(`${configPath}.lock`, async () => {
    const now = kept();
    if (isFresh(now)) return now.access;
    const next = await renew(now);
    const entry = readContexts(configPath).contexts[context];
    if (entry !== undefined) saveContext(configPath, context, { ...entry, tokens: next });
    return next.access;
  });
}

async function underLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!tryLock(path)) {
    if (ageMs(path) > GONE_MS) rmSync(path, { force: true });
    else await delay(50);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", 0o600));
    return true;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw fault;
  }
}

function ageMs(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}
