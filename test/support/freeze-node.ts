import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { listHierarchies } from "../../local/nodes/requirements.ts";

const execute = promisify(execFile);

/** Lists the cgroups of real nodes, in every hierarchy, by their names. */
export async function listNodeCgroups(isMeant: (name: string) => boolean): Promise<readonly string[]> {
  const mounts = listHierarchies(await readFile("/proc/mounts", "utf8"));
  const names = await Promise.all(mounts.map((path) => readdir(path)));
  return mounts.flatMap((path, index) => (names[index] ?? []).filter(isMeant).map((name) => join(path, name)));
}

/**
 * Has a node stand still as when its machine does, or go on: all its processes at once, and its link. The kernel would go on
 * for them: it answers for the addresses of Services, and leads there by rules that nobody changes any more.
 */
export async function freezeNode(node: string, isFrozen: boolean): Promise<void> {
  const groups = await listNodeCgroups((name) => name.endsWith(`-${node}`));
  const { NETWORK_PID: pid = "", NODE_PORT_NAME: port = "" } = await readEnvironment(groups);
  await execute("nsenter", ["-t", pid, "-n", "ip", "link", "set", port, isFrozen ? "down" : "up"]);
  // Each hierarchy knows one of these, if any.
  const write = (path: string, text: string): Promise<void> =>
    writeFile(path, text, { flag: "r+" }).catch(() => undefined);
  for (const path of groups) {
    await write(join(path, "freezer.state"), isFrozen ? "FROZEN" : "THAWED");
    await write(join(path, "cgroup.freeze"), isFrozen ? "1" : "0");
  }
}

/** What the node's own programs were started with; what runs in its pods has none of it. */
async function readEnvironment(groups: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");
  const folders = groups.flatMap((path) => [path, join(path, "programs")]);
  const lists = await Promise.all(folders.map((path) => read(join(path, "cgroup.procs"))));
  for (const pid of lists.flatMap((list) => list.split("\n").filter((line) => line !== ""))) {
    const members = (await read(`/proc/${pid}/environ`)).split("\0").map((line) => line.split("="));
    const found = Object.fromEntries(members) as Record<string, string>;
    if (found["NODE_PORT_NAME"] !== undefined) return found;
  }
  throw new Error(`No process of the node is in ${groups.join(", ")}`);
}
