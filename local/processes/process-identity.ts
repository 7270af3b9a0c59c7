import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { platform } from "node:os";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Reads what tells a process from a later one with the same number; undefined when no such process lives. */
export async function observeProcessIdentity(pid: number): Promise<string | undefined> {
  try {
    return platform() === "linux" ? await readFromProc(pid) : await readFromPs(pid);
  } catch {
    return undefined;
  }
}

async function readFromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The command name may hold spaces and brackets, so fields count from its last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z") return undefined;
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
  return `${boot.trim()}:${fields[19] ?? ""}`;
}

async function readFromPs(pid: number): Promise<string | undefined> {
  const { stdout } = await execute("ps", ["-o", "lstart=", "-p", String(pid)]);
  return stdout.trim() || undefined;
}

/** Reads the name of the program that a process runs; undefined when no such process lives. */
export async function observeCommand(pid: number): Promise<string | undefined> {
  try {
    if (platform() === "linux") return (await readFile(`/proc/${pid}/comm`, "utf8")).trim();
    return (await execute("ps", ["-o", "comm=", "-p", String(pid)])).stdout.trim();
  } catch {
    return undefined;
  }
}
