import { GitError } from "./git-error.ts";
import { objectId } from "./git-object.ts";

/**
 * One folder exactly as Git stores it: the raw bytes, where each entry starts, and the folders below.
 * Trees are immutable: an edit makes new ones along the touched paths and shares the rest.
 */
export type Tree = Readonly<{
  id: Buffer;
  raw: Buffer;
  /** Offset of each entry, and the length of `raw` at the end. */
  starts: Uint32Array;
  /** By entry; undefined for files. Empty when the folder holds files only. */
  children: readonly (Tree | undefined)[];
}>;

const ID_BYTES = 20;
const DIGIT_FOUR = 0x34;
const SLASH = 0x2f;

/** The folder without entries: what a branch starts from. */
export const EMPTY_TREE: Tree = makeTree(Buffer.alloc(0), new Uint32Array(1), []);

/** Makes a tree of raw bytes whose entries are known. */
export function makeTree(raw: Buffer, starts: Uint32Array, children: readonly (Tree | undefined)[]): Tree {
  return { id: objectId("tree", raw), raw, starts, children };
}

/** Finds where each entry of raw tree bytes starts. */
export function parseStarts(raw: Buffer): Uint32Array {
  const starts: number[] = [];
  let offset = 0;
  while (offset < raw.length) {
    starts.push(offset);
    const nul = raw.indexOf(0, offset);
    if (nul < 0 || nul + 1 + ID_BYTES > raw.length)
      throw new GitError("GitUnavailable", "The Git server sent a broken tree");
    offset = nul + 1 + ID_BYTES;
  }
  return Uint32Array.from([...starts, raw.length]);
}

/** Counts the entries of a tree. */
export function entryCount(tree: Tree): number {
  return tree.starts.length - 1;
}

/** Tells whether the entry is a folder; Git writes its mode as `40000`, all other modes start with 1. */
export function isFolder(tree: Tree, index: number): boolean {
  return tree.raw[tree.starts[index] ?? 0] === DIGIT_FOUR;
}

/** Reads an entry's name. */
export function entryName(tree: Tree, index: number): string {
  return tree.raw.toString("utf8", nameStart(tree, index), nameEnd(tree, index));
}

/** Reads an entry's id, as a view on the tree's bytes. */
export function entryId(tree: Tree, index: number): Buffer {
  const end = tree.starts[index + 1] ?? 0;
  return tree.raw.subarray(end - ID_BYTES, end);
}

function nameStart(tree: Tree, index: number): number {
  return (tree.starts[index] ?? 0) + (isFolder(tree, index) ? 6 : 7);
}

function nameEnd(tree: Tree, index: number): number {
  return (tree.starts[index + 1] ?? 0) - ID_BYTES - 1;
}

/** Makes the key by which Git sorts an entry: a folder compares as if its name ended with a slash. */
export function sortKey(name: string, folder: boolean): Buffer {
  return Buffer.from(folder ? `${name}/` : name);
}

/** Finds an entry by its sort key: its index, or `-1 - index` of where it belongs. */
export function findEntry(tree: Tree, key: Buffer): number {
  let low = 0;
  let high = entryCount(tree) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareEntry(tree, middle, key);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1 - low;
}

function compareEntry(tree: Tree, index: number, key: Buffer): number {
  const { raw } = tree;
  const start = nameStart(tree, index);
  const end = nameEnd(tree, index);
  const order = raw.compare(key, 0, Math.min(key.length, end - start), start, Math.min(end, start + key.length));
  if (order !== 0) return order;
  const length = end - start;
  if (!isFolder(tree, index)) return length - key.length;
  // The folder's virtual slash comes after its name.
  if (length >= key.length) return 1;
  const next = key[length] ?? 0;
  return next === SLASH ? length + 1 - key.length : SLASH - next;
}

/** What a path names. */
type Found = Readonly<{ kind: "file"; id: Buffer } | { kind: "folder"; tree: Tree } | { kind: "none" }>;

const NONE: Found = { kind: "none" };

/** Looks up what a path names. */
export function findPath(root: Tree, path: string): Found {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  let tree = root;
  for (const part of parts) {
    const below = childTree(tree, part);
    if (below === undefined) return NONE;
    tree = below;
  }
  const file = findEntry(tree, sortKey(name, false));
  if (file >= 0) return { kind: "file", id: entryId(tree, file) };
  const folder = childTree(tree, name);
  return folder === undefined ? NONE : { kind: "folder", tree: folder };
}

/** Finds the folder of that name in a tree. */
export function childTree(tree: Tree, name: string): Tree | undefined {
  const index = findEntry(tree, sortKey(name, true));
  return index < 0 ? undefined : tree.children[index];
}

/** Lists every file below a tree, in Git's order, with its id. */
export function* walkFiles(tree: Tree, prefix = ""): Generator<{ path: string; id: Buffer }> {
  for (let index = 0; index < entryCount(tree); index += 1) {
    const path = prefix + entryName(tree, index);
    const below = tree.children[index];
    if (below !== undefined) yield* walkFiles(below, `${path}/`);
    else yield { path, id: entryId(tree, index) };
  }
}

/** Lists the paths that start with `prefix`. */
export function listFiles(root: Tree, prefix: string): string[] {
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  let tree: Tree | undefined = root;
  for (const part of folder.split("/").slice(0, -1)) tree = tree && childTree(tree, part);
  if (tree === undefined) return [];
  return Array.from(walkFiles(tree, folder), ({ path }) => path).filter((path) => path.startsWith(prefix));
}
