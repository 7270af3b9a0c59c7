import { entryCount, entryId, entryName, walkFiles } from "./tree.ts";
import type { Tree } from "./tree.ts";

/** Lists the files that differ between two trees; folders with equal ids are not entered. */
export function changedPaths(before: Tree, after: Tree): Set<string> {
  const changed = new Set<string>();
  addChanged(before, after, "", changed);
  return changed;
}

type Entry = Readonly<{ id: Buffer; tree?: Tree }>;

function addChanged(before: Tree, after: Tree, prefix: string, changed: Set<string>): void {
  if (before.id.equals(after.id)) return;
  const old = entriesOf(before);
  for (const [name, entry] of entriesOf(after)) {
    addEntry(old.get(name), entry, prefix + name, changed);
    old.delete(name);
  }
  for (const [name, entry] of old) addEntry(entry, undefined, prefix + name, changed);
}

function addEntry(before: Entry | undefined, after: Entry | undefined, path: string, changed: Set<string>): void {
  if (before?.tree !== undefined && after?.tree !== undefined) {
    addChanged(before.tree, after.tree, `${path}/`, changed);
  } else if (before === undefined || after === undefined || !before.id.equals(after.id)) {
    addAll(before, path, changed);
    addAll(after, path, changed);
  }
}

function addAll(entry: Entry | undefined, path: string, changed: Set<string>): void {
  if (entry?.tree !== undefined) for (const file of walkFiles(entry.tree, `${path}/`)) changed.add(file.path);
  else if (entry !== undefined) changed.add(path);
}

function entriesOf(tree: Tree): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let index = 0; index < entryCount(tree); index += 1) {
    entries.set(entryName(tree, index), { id: entryId(tree, index), tree: tree.children[index] });
  }
  return entries;
}
