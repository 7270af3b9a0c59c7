import { readFile } from "node:fs/promises";
import type { Means } from "./means.ts";
import { UsageError } from "./output/explain-fault.ts";

/** Reads a file, or standard input by "-". */
export async function readInput(means: Means, path: string): Promise<string> {
  if (path === "-") return means.host.readStdin();
  return readFile(path, "utf8").catch((fault: unknown) => {
    throw new UsageError(`${path} cannot be read: ${(fault as NodeJS.ErrnoException).code ?? String(fault)}.`);
  });
}

/** Reads a whole number; `what` is what people call it. */
export function readCount(given: string, what: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`${what} is a whole number, not "${given}".`);
  return Number(given);
}

/** Reads a number of seconds, as milliseconds. */
export function readSeconds(given: string): number {
  const seconds = Number(given);
  if (!Number.isFinite(seconds) || seconds < 0 || given.trim() === "")
    throw new UsageError(`--timeout is a number of seconds, not "${given}".`);
  return seconds * 1_000;
}
