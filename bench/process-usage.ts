import { readFile } from "node:fs/promises";

/** Linux counts a process's CPU time in these. */
const TICK_MS = 10;
const PAGE_MIB = 4096 / 2 ** 20;

/** What a process has used so far: CPU time of all its threads, memory now. */
export type ProcessUsage = Readonly<{ cpuMs: number; memoryMib: number }>;

/** Reads the usage of a process from Linux's /proc; unlike rates, CPU time says the same on a machine that is busy otherwise. */
export async function processUsage(pid: number): Promise<ProcessUsage> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]!.split(" ");
  const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number) as [number, number, number];
  return { cpuMs: (user + system) * TICK_MS, memoryMib: pages * PAGE_MIB };
}
