import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { hasCode } from "./has-code.ts";
import { UsageError } from "./output/explain-fault.ts";
import { underLock } from "./under-lock.ts";

/** What a login at the browser left: `expiresAtMs` is the access token's end. */
export type Tokens = Readonly<{ access: string; refresh: string; expiresAtMs: number }>;
/** A platform, and who one is there: a key, or the tokens of a login. */
export type ContextEntry = Readonly<{ url: string; key?: string; tokens?: Tokens }>;
/** The file of contexts. */
export type Contexts = Readonly<{ current?: string; contexts: Readonly<Record<string, ContextEntry>> }>;

/** Reads the contexts; none where there is no file. */
export function readContexts(path: string): Contexts {
  try {
    const read: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (isContexts(read)) return read;
  } catch (fault) {
    if (hasCode(fault, "ENOENT")) return { contexts: {} };
  }
  throw new UsageError(`${path} cannot be read as contexts; mend it, or remove it and sign in again.`);
}

/** People write in it, too. */
function isContexts(read: unknown): read is Contexts {
  const { contexts } = (read ?? {}) as { contexts?: Record<string, ContextEntry | null> | null };
  if (typeof contexts !== "object" || contexts === null) return false;
  return Object.values(contexts).every((entry) => typeof entry?.url === "string");
}

/**
 * Changes the file, the only way to: it is read, changed and written under its lock, so that nobody writes back what
 * another command has replaced meanwhile. Answers what is in it then.
 */
export async function changeContexts(
  path: string,
  change: (now: Contexts, deadline: AbortSignal) => Contexts | Promise<Contexts>,
): Promise<Contexts> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return underLock(`${path}.lock`, async (deadline) => {
    const now = readContexts(path);
    const next = await change(now, deadline);
    if (next !== now) writeContexts(path, next);
    return next;
  });
}

/** For their owner alone, in one step: a reader finds the old file or the new one. */
function writeContexts(path: string, contexts: Contexts): void {
  const next = `${path}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(contexts, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, path);
}

/** Puts one context into the file; it becomes the current one when asked. */
export async function saveContext(path: string, name: string, entry: ContextEntry, makeCurrent = false): Promise<void> {
  await changeContexts(path, ({ current, contexts }) => ({
    current: makeCurrent ? name : current,
    contexts: { ...contexts, [name]: entry },
  }));
}
