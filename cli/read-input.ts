import { readFile } from "node:fs/promises";
import type { Means } from "./means.ts";
import { UsageError } from "./output/explain-fault.ts";

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "you may not read it",
};

/** Reads a file, or standard input by "-". */
export async function readInput(means: Means, path: string): Promise<string> {
  if (path === "-") return means.host.readStdin();
  return readFile(path, "utf8").catch((fault: unknown) => {
    const code = (fault as NodeJS.ErrnoException).code ?? "";
    throw new UsageError(`${path} cannot be read: ${UNREADABLE[code] ?? (code || String(fault))}.`);
  });
}

/** Reads a whole number; `what` is what people call it. */
export function readCount(given: string, what: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`${what} is a whole number, not "${given}".`);
  return Number(given);
}

/** Reads a number of seconds, as milliseconds; `what` is what people call it. */
export function readSeconds(given: string, what: string): number {
  const seconds = Number(given);
  if (!Number.isFinite(seconds) || seconds < 0 || given.trim() === "")
    throw new UsageError(`${what} is a number of seconds, not "${given}".`);
  return seconds * 1_000;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** Reads a duration such as 90m, 12h or 3d as seconds; a bare number is seconds. */
export function readDuration(given: string): number {
  const [, number, unit = ""] = /^(\d{1,9})([smhd]?)$/.exec(given) ?? [];
  if (number === undefined) throw new UsageError(`--ttl is a duration such as 90m, 12h or 3d, not "${given}".`);
  return Number(number) * (UNIT_SECONDS[unit] ?? 1);
}
