/** What runs on a real node, by its cgroups: read from outside, and only of that node. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { listNodeCgroups } from "../freeze-node.ts";

/** A process of a node, or of a pod on it. */
type NodeProcess = Readonly<{ pid: number; command: string; args: string }>;

/** Lists a node's own processes: those of its pods are in folders below. */
export async function listPrograms(node: string): Promise<readonly NodeProcess[]> {
  const groups = await listNodeCgroups((name) => name.endsWith(`-${node}`));
  const pids = await readMembers(groups.flatMap((path) => [path, join(path, "programs")]));
  return Promise.all(pids.map(describe));
}

/** Lists the processes of a node's pods, by the uid of each; one that has none is not there. */
export async function listPodProcesses(node: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const groups = await listNodeCgroups((name) => name.endsWith(`-${node}`));
  const found = new Map<string, Set<number>>();
  for (const group of groups) {
    for (const folder of await listFolders(join(group, "kubepods"))) {
      const [, uid] = /\/pod([0-9a-f-]{36})(?:\/|$)/.exec(folder) ?? [];
      if (uid === undefined) continue;
      const pids = await readMembers([folder]);
      if (pids.length > 0) found.set(uid, new Set([...(found.get(uid) ?? []), ...pids]));
    }
  }
  return new Map([...found].map(([uid, pids]) => [uid, [...pids]]));
}

async function listFolders(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => listFolders(join(path, name)));
  return [path, ...(await Promise.all(below)).flat()];
}

async function readMembers(folders: readonly string[]): Promise<readonly number[]> {
  const lists = await Promise.all(folders.map((path) => read(join(path, "cgroup.procs"))));
  return [...new Set(lists.flatMap((list) => list.split("\n").filter((line) => line !== "")))].map(Number);
}

async function describe(pid: number): Promise<NodeProcess> {
  const args = (await read(`/proc/${pid}/cmdline`)).split("\0").join(" ");
  return { pid, command: (await read(`/proc/${pid}/comm`)).trim(), args };
}

/** What is gone meanwhile has nothing in it. */
function read(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}
