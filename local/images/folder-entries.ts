import { lstat, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import type { LayerEntry } from "./layer-entry.ts";

/** Reads a folder of this machine as entries of a layer; what matches is left out. Links are kept as links, never followed. */
export async function readFolderEntries(root: string, leftOut?: RegExp): Promise<readonly LayerEntry[]> {
  const entries: LayerEntry[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const name of await readdir(join(root, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (leftOut?.test(path)) continue;
      const entry = await readEntry(root, path);
      entries.push(entry);
      if (entry.type === "folder") await walk(path);
    }
  };
  await walk("");
  return entries;
}

/** Reads one file of this machine as the entry of a layer. */
export async function readFileEntry(from: string, path: string, mode = 0o755): Promise<LayerEntry> {
  const { size } = await lstat(from);
  return { type: "copy", path, mode, from, sizeBytes: size };
}

async function readEntry(root: string, path: string): Promise<LayerEntry> {
  const from = join(root, path);
  const stat = await lstat(from);
  const mode = stat.mode & 0o7777;
  if (stat.isDirectory()) return { type: "folder", path, mode };
  if (stat.isSymbolicLink()) return { type: "link", path, mode: 0o777, target: await readlink(from) };
  if (stat.isFile()) return { type: "copy", path, mode, from, sizeBytes: stat.size };
  throw new Error(`${from} is neither a file nor a folder nor a link: no image holds it`);
}
