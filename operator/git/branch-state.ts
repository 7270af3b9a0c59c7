import { CommitOrder, type Relation } from "./commit-order.ts";
import type { BranchMove } from "./git-writer.ts";
import type { RemoteBranch } from "./remote-branch.ts";
import { changedPaths } from "./tree-diff.ts";
import { EMPTY_TREE } from "./tree.ts";
import type { Tree } from "./tree.ts";
import { Removals } from "./removals.ts";
import type { PendingWrite } from "./pending-writes.ts";
import type { Commit } from "./write-request.ts";

/** A commit that was sent and whose answer may have been lost. */
type Attempt = Readonly<{ id: string; tree: Tree; committedAtMs: number; written: readonly PendingWrite[] }>;

/** How someone else moved the branch, and the files that differ. */
type Followed = BranchMove & Readonly<{ paths: ReadonlySet<string> }>;

/** Knows the branch as it was last seen: its head, its tree and the order of its commits. */
export class BranchState {
  readonly #order = new CommitOrder();
  #removals = new Removals();
  #head: Commit | undefined;
  #tree: Tree = EMPTY_TREE;
  #attempt: Attempt | undefined;

  get head(): Commit | undefined {
    return this.#head;
  }

  get tree(): Tree {
    return this.#tree;
  }

  order(commit: string, revision: string): Relation {
    return this.#order.compare(commit, revision);
  }

  /** Tells whether the branch, as it was ever seen, had a commit that took this folder out because of a deletion. */
  wasRemoved(folder: string): boolean {
    return this.#removals.has(folder);
  }

  forgetRemovals(): void {
    this.#removals = new Removals();
  }

  /** Remembers what is being pushed, so that it is recognised when the server has it but its answer is lost. */
  attempt(attempt: Attempt): void {
    this.#attempt = attempt;
  }

  /** Makes the attempted commit the head. */
  adopt({ id, tree, committedAtMs, written }: Attempt): Commit {
    for (const one of written) this.#noteRemoval(one);
    this.#tree = tree;
    this.#head = { id, ordinal: this.#order.append(id), committedAtMs };
    this.#attempt = undefined;
    return this.#head;
  }

  /** Reads the branch's head and follows it; tells what changed when someone else moved it. */
  async follow(remote: RemoteBranch, signal?: AbortSignal): Promise<Followed | undefined> {
    const id = await remote.head(signal);
    if (id === this.#head?.id) return undefined;
    if (id !== undefined && id === this.#attempt?.id) {
      this.adopt(this.#attempt);
      return undefined;
    }
    return id === undefined ? this.#forget() : this.#fetch(id, remote, signal);
  }

  async #fetch(id: string, remote: RemoteBranch, signal: AbortSignal | undefined): Promise<Followed> {
    const have = this.#head?.id;
    const { header, tree } = await remote.snapshot(id, { have, old: this.#tree }, signal);
    const history = await remote.history(id, have, signal);
    const before = this.#tree;
    // Without filters there is no history at the start: then the head's own header is all that is known.
    const fetched = new Map([[id, header], ...history]);
    const ordinal = this.#order.moveTo(id, fetched);
    this.#removals.read(this.#order.sort(fetched).map(({ message }) => message));
    this.#tree = tree;
    this.#head = { id, ordinal, committedAtMs: header.committedAtMs };
    const rewritten = have !== undefined && this.#order.compare(have, id) !== "same-or-after";
    return { from: have, to: id, rewritten, paths: changedPaths(before, tree) };
  }

  #noteRemoval({ removes, resource, edits }: PendingWrite): void {
    if (removes !== undefined) this.#removals.add(removes, resource);
    else for (const { path } of edits) this.#removals.takeBack(path.slice(0, path.lastIndexOf("/")));
  }

  #forget(): Followed {
    const before = this.#tree;
    const from = this.#head?.id;
    this.#order.clear();
    this.#head = undefined;
    this.#tree = EMPTY_TREE;
    return { from, to: undefined, rewritten: from !== undefined, paths: changedPaths(before, EMPTY_TREE) };
  }
}
