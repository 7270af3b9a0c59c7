import { commitMessage } from "./commit-message.ts";
import { encodeCommit } from "./commit-object.ts";
import type { Identity } from "./commit-object.ts";
import { isApplicationPath, mayRemove } from "./deletion-guard.ts";
import { GitError } from "./git-error.ts";
import type { NewObject } from "./git-object.ts";
import type { FileEdit, PendingWrite } from "./pending-writes.ts";
import { addEdit, applyEdits, noEdits } from "./tree-edit.ts";
import { EMPTY_TREE, findPath } from "./tree.ts";
import type { Tree } from "./tree.ts";

/** What a group of writes means on top of one head. */
export type CommitPlan = Readonly<{
  /** Writes whose content the head has already. */
  unchanged: readonly PendingWrite[];
  /** Writes that can never be part of it, with the reason. */
  rejected: readonly Readonly<{ write: PendingWrite; error: GitError }>[];
  /** Writes that the commit makes. */
  written: readonly PendingWrite[];
  commit: Readonly<{ id: string; tree: Tree; objects: readonly NewObject[]; files: number }> | undefined;
}>;

/** The branch as it is known: nothing but trees, and no head when the branch does not exist yet. */
type Base = Readonly<{ head: string | undefined; tree: Tree }>;

/** Plans one commit. Pure: the same writes on the same head give the same plan. */
export function planCommit(
  writes: readonly PendingWrite[],
  base: Base,
  about: Readonly<{ identity: Identity; nowMs: number }>,
): CommitPlan {
  const sorted = sortWrites(writes, base.tree);
  const { written, refused } = guardRemovals(sorted.changing, base);
  const edits = mergeEdits(written.map(({ edits: own }) => own));
  const rest = { unchanged: sorted.unchanged, rejected: [...sorted.rejected, ...refused] };
  // A branch that does not exist gets a first commit even if there is nothing to put into it.
  const first = base.head === undefined && sorted.unchanged.length > 0;
  if (written.length === 0 && !first) return { ...rest, written: [], commit: undefined };
  const made = first ? sorted.unchanged : [];
  const named = [...written.map(({ write }) => write), ...made];
  const commit = makeCommit(named, edits, base, about);
  return { unchanged: first ? [] : rest.unchanged, rejected: rest.rejected, written: named, commit };
}

type Changing = Readonly<{ write: PendingWrite; edits: readonly FileEdit[] }>;

function sortWrites(
  writes: readonly PendingWrite[],
  tree: Tree,
): { changing: Changing[]; unchanged: PendingWrite[]; rejected: { write: PendingWrite; error: GitError }[] } {
  const changing: Changing[] = [];
  const unchanged: PendingWrite[] = [];
  const rejected: { write: PendingWrite; error: GitError }[] = [];
  const taken = noEdits();
  for (const write of writes) {
    const edits = write.edits.filter((edit) => differs(edit, tree));
    const clash = edits.find((edit) => clashes(edit, tree) || !addEdit(taken, edit.path, edit.id));
    if (clash !== undefined) {
      rejected.push({
        write,
        error: new GitError("InvalidPath", `A folder and a file cannot share the path ${clash.path}`),
      });
    } else if (edits.length === 0 && !write.isRecord) unchanged.push(write);
    else changing.push({ write, edits });
  }
  return { changing, unchanged, rejected };
}

function differs({ path, id }: FileEdit, tree: Tree): boolean {
  const found = findPath(tree, path);
  if (id === null) return found.kind === "file";
  return found.kind !== "file" || !found.id.equals(id);
}

/** A folder must not be overwritten by a file (that would delete all in it), nor a file by a folder. */
function clashes({ path, id }: FileEdit, tree: Tree): boolean {
  if (id === null) return false;
  if (findPath(tree, path).kind === "folder") return true;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const { kind } = findPath(tree, path.slice(0, end));
    if (kind !== "none") return kind === "file";
  }
  return false;
}

/** Refuses the removals that nobody saw deleted when the commit would remove too much at once. */
function guardRemovals(
  changing: readonly Changing[],
  base: Base,
): { written: readonly Changing[]; refused: { write: PendingWrite; error: GitError }[] } {
  const removes = ({ edits }: Changing): number =>
    edits.filter(({ path, id }) => id === null && isApplicationPath(path)).length;
  const removed = changing.reduce((sum, one) => sum + removes(one), 0);
  const observed = changing.filter(({ write }) => write.removesApplication).length;
  if (mayRemove(removed, observed, base.tree)) return { written: changing, refused: [] };
  const error = new GitError(
    "GitRefused",
    `Refused to remove ${removed} Applications in one commit with ${observed} observed deletions`,
  );
  const suspect = (one: Changing): boolean => removes(one) > (one.write.removesApplication ? 1 : 0);
  const refused = changing.filter(suspect).map(({ write }) => ({ write, error }));
  return { written: changing.filter((one) => !suspect(one)), refused };
}

function mergeEdits(groups: readonly (readonly FileEdit[])[]): FileEdit[] {
  return [...new Map(groups.flat().map((edit) => [edit.path, edit])).values()];
}

function makeCommit(
  written: readonly PendingWrite[],
  edits: readonly FileEdit[],
  base: Base,
  about: Readonly<{ identity: Identity; nowMs: number }>,
): CommitPlan["commit"] {
  const folders = noEdits();
  const objects: NewObject[] = [];
  for (const { path, id, body } of edits) {
    addEdit(folders, path, id);
    if (id !== null && body !== undefined) objects.push({ kind: "blob", id, body });
  }
  const tree = applyEdits(base.tree, folders, objects) ?? EMPTY_TREE;
  if (tree === EMPTY_TREE) objects.push({ kind: "tree", id: tree.id, body: tree.raw });
  const commit = encodeCommit({
    tree: tree.id,
    parent: base.head,
    identity: about.identity,
    committedAtSeconds: Math.floor(about.nowMs / 1000),
    message: commitMessage(written),
  });
  return { id: commit.id.toString("hex"), tree, objects: [...uniqueObjects(objects), commit], files: edits.length };
}

/** Equal contents are one object; a pack must not hold it twice. */
function uniqueObjects(objects: readonly NewObject[]): NewObject[] {
  return [...new Map(objects.map((object) => [object.id.toString("latin1"), object])).values()];
}
