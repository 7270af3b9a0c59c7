import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = "/sys/fs/cgroup";

/** A bound of memory as a container has one; whoever starts within it knows of it, as the engine does in a pod. */
export type MemoryLimit = Readonly<{
  /** Returns a command line that runs another one within the bound. */
  within: (command: readonly string[]) => readonly [string, ...string[]];
  /** Counts how often a process was ended for want of memory. */
  kills: () => number;
  close: () => void;
}>;

/** Makes a control group of so much memory; it takes root, on Linux. */
export function limitMemory(name: string, mib: number): MemoryLimit {
  const isSecond = existsSync(join(ROOT, "cgroup.controllers"));
  const folder = join(ROOT, ...(isSecond ? [] : ["memory"]), `berth-${name}-${process.pid}`);
  mkdirSync(folder);
  writeFileSync(join(folder, isSecond ? "memory.max" : "memory.limit_in_bytes"), String(mib * 2 ** 20));
  const counts = join(folder, isSecond ? "memory.events" : "memory.oom_control");
  return {
    within: (command) => ["/bin/sh", "-c", `echo $$ > ${folder}/cgroup.procs && exec "$@"`, "sh", ...command],
    kills: () => Number(/^oom_kill (\d+)/m.exec(readFileSync(counts, "utf8"))?.[1] ?? 0),
    close: () => rmdirSync(folder),
  };
}
