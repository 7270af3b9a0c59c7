import { DeltaBuilder } from "./delta.ts";
import type { NewObject } from "./git-object.ts";
import { childTree, EMPTY_TREE, entryCount, findEntry, makeTree, sortKey } from "./tree.ts";
import type { Tree } from "./tree.ts";

/** Groups changed files by folder; a file's id is null when it goes. */
type FolderEdits = { readonly files: Map<string, Buffer | null>; readonly folders: Map<string, FolderEdits> };

/** Makes an empty group of edits. */
export function noEdits(): FolderEdits {
  return { files: new Map(), folders: new Map() };
}

/** Adds one file; false when the same group already has a folder where this needs a file, or the other way round. */
export function addEdit(edits: FolderEdits, path: string, id: Buffer | null): boolean {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  let folder = edits;
  for (const part of parts) {
    if (folder.files.has(part)) return false;
    const below = folder.folders.get(part) ?? noEdits();
    folder.folders.set(part, below);
    folder = below;
  }
  if (folder.folders.has(name)) return false;
  folder.files.set(name, id);
  return true;
}

/** Applies edits to a folder; new trees are pushed to `made`, undefined means that nothing is left of it. */
export function applyEdits(tree: Tree, edits: FolderEdits, made: NewObject[]): Tree | undefined {
  const splices: Splice[] = [];
  for (const [name, id] of edits.files)
    addSplice(splices, tree, sortKey(name, false), id === null ? undefined : { id });
  for (const [name, below] of edits.folders) {
    const key = sortKey(name, true);
    const old = childTree(tree, name);
    const child = applyEdits(old ?? EMPTY_TREE, below, made);
    if (child !== old) addSplice(splices, tree, key, child && { id: child.id, child });
  }
  if (splices.length === 0) return entryCount(tree) === 0 ? undefined : tree;
  const next = spliceTree(tree, splices.sort(bySplicePlace), made);
  if (entryCount(next) > 0) return next;
  made.pop();
  return undefined;
}

type Splice = Readonly<{ index: number; removed: 0 | 1; key: Buffer; entry: Buffer; child?: Tree }>;

const NOTHING = Buffer.alloc(0);
const SLASH = 0x2f;

function addSplice(splices: Splice[], tree: Tree, key: Buffer, to: { id: Buffer; child?: Tree } | undefined): void {
  const found = findEntry(tree, key);
  if (found < 0 && to === undefined) return;
  const place = found < 0 ? { index: -1 - found, removed: 0 as const } : { index: found, removed: 1 as const };
  splices.push({ ...place, key, entry: to === undefined ? NOTHING : encodeEntry(key, to.id), child: to?.child });
}

/** Encodes one entry of a tree; the key tells folder from file by its slash. */
export function encodeEntry(key: Buffer, id: Buffer): Buffer {
  const folder = key[key.length - 1] === SLASH;
  const name = folder ? key.subarray(0, -1) : key;
  return Buffer.concat([Buffer.from(folder ? "40000 " : "100644 "), name, Buffer.of(0), id]);
}

/** At one index the new entries come first, sorted as Git sorts; the replaced one sorts after them. */
function bySplicePlace(a: Splice, b: Splice): number {
  return a.index - b.index || a.removed - b.removed || Buffer.compare(a.key, b.key);
}

/** Builds the new bytes and, from the same runs, the delta against the old ones. */
function spliceTree(tree: Tree, splices: readonly Splice[], made: NewObject[]): Tree {
  const parts: Buffer[] = [];
  const delta = new DeltaBuilder();
  let taken = 0;
  for (const { index, removed, entry } of splices) {
    const start = tree.starts[index] ?? 0;
    parts.push(tree.raw.subarray(taken, start), entry);
    delta.copy(taken, start - taken);
    delta.insert(entry);
    taken = tree.starts[index + removed] ?? 0;
  }
  parts.push(tree.raw.subarray(taken));
  delta.copy(taken, tree.raw.length - taken);
  const next = makeTree(joinApart(parts), splicedStarts(tree, splices), splicedChildren(tree, splices));
  const body = delta.build(tree.raw.length, next.raw.length);
  const useful = tree.raw.length > 0 && body.length * 2 < next.raw.length;
  made.push({ kind: "tree", id: next.id, body: next.raw, delta: useful ? { base: tree.id, body } : undefined });
  return next;
}

/** Joins into memory of its own: what stays must not keep a whole slab of Buffer's pool, 64 KiB of what is gone. */
function joinApart(parts: readonly Buffer[]): Buffer {
  const joined = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) end += part.copy(joined, end);
  return joined;
}

function splicedStarts(tree: Tree, splices: readonly Splice[]): Uint32Array {
  const grown = splices.reduce((sum, { entry, removed }) => sum + (entry.length > 0 ? 1 : 0) - removed, 0);
  const starts = new Uint32Array(tree.starts.length + grown);
  let from = 0;
  let to = 0;
  let shift = 0;
  const keepUntil = (end: number): void => {
    for (; from < end; from += 1, to += 1) starts[to] = (tree.starts[from] ?? 0) + shift;
  };
  for (const { index, removed, entry } of splices) {
    keepUntil(index);
    const start = tree.starts[index] ?? 0;
    if (entry.length > 0) {
      starts[to] = start + shift;
      to += 1;
    }
    from += removed;
    shift += entry.length - (removed === 1 ? (tree.starts[index + 1] ?? 0) - start : 0);
  }
  keepUntil(tree.starts.length);
  return starts;
}

function splicedChildren(tree: Tree, splices: readonly Splice[]): Tree["children"] {
  if (tree.children.length === 0 && splices.every(({ child }) => child === undefined)) return tree.children;
  const children: (Tree | undefined)[] = [];
  let from = 0;
  const keepUntil = (end: number): void => {
    for (; from < end; from += 1) children.push(tree.children[from]);
  };
  for (const { index, removed, entry, child } of splices) {
    keepUntil(index);
    if (entry.length > 0) children.push(child);
    from += removed;
  }
  keepUntil(entryCount(tree));
  return children;
}
