import { readFile } from "node:fs/promises";

/** What resident memory is, in MiB. */
type ResidentParts = Readonly<{
  /** Node's own program, libraries and what else is mapped from files. */
  files: number;
  /** The heap and the arenas of the C library. */
  malloc: number;
  /** What may be executed: code that the engine compiled. */
  code: number;
  /** All else that no file is behind: the engine's pages, and single large pieces of the C library. */
  pages: number;
}>;

/** Where the C library's further arenas begin, and how large one of them can be. */
const ARENA = 0x400_0000n;
const HEAD = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ (\d+)\s*(.*)$/;

/** Reads what a process's resident memory consists of, on Linux. */
export async function residentParts(pid: number): Promise<ResidentParts> {
  const parts = { files: 0, malloc: 0, code: 0, pages: 0 };
  let part: keyof ResidentParts = "pages";
  for (const line of (await readFile(`/proc/${pid}/smaps`, "utf8")).split("\n")) {
    part = partOf(line) ?? part;
    const [, kib] = /^Rss:\s+(\d+) kB/.exec(line) ?? [];
    if (kib !== undefined) parts[part] += Number(kib) / 1024;
  }
  return parts;
}

/** Tells which part the mapping is of that a line begins. */
function partOf(line: string): keyof ResidentParts | undefined {
  const head = HEAD.exec(line);
  if (head === null) return undefined;
  const [, from = "", to = "", rights = "", inode, name] = head;
  if (inode !== "0") return "files";
  if (rights.includes("x")) return "code";
  return name === "[heap]" || (rights === "rw-p" && isArena(`0x${from}`, `0x${to}`)) ? "malloc" : "pages";
}

function isArena(from: string, to: string): boolean {
  return BigInt(from) % ARENA === 0n && BigInt(to) - BigInt(from) <= ARENA;
}
