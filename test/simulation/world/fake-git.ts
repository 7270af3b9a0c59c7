import { createHash } from "node:crypto";
import { blobId } from "../../../operator/git/git-object.ts";
import { commitMessage, trailerLines } from "../../../operator/git/commit-message.ts";
import { Removals } from "../../../operator/git/removals.ts";
import { GitError } from "../../../operator/git/git-error.ts";
import type { Relation } from "../../../operator/git/commit-order.ts";
import type { BranchMove, GitWriter, MovedListener } from "../../../operator/git/git-writer.ts";
import { toEdit } from "../../../operator/git/pending-writes.ts";
import type { Commit, WriteRequest, WriteResult } from "../../../operator/git/write-request.ts";
import type { Clock } from "../../../operator/runtime/clock.ts";
import type { DeliveryTree } from "../../support/argo-double.ts";
import type { Misbehaviour } from "./disturbance.ts";

/** As deep as the writer reads the history at its start. */
const HISTORY_DEPTH = 500;

type Files = ReadonlyMap<string, string>;
type Landed = Readonly<{ id: string; parent: string | undefined; files: Files; atMs: number; message: string }>;

/** The repository on its server: it survives every operator. */
export class FakeRepository implements DeliveryTree {
  readonly commits = new Map<string, Landed>();
  readonly #blobs = new Map<string, string>();
  #head: string | undefined;
  pushes = 0;
  /** By how many commits the copy of the branch is behind that others go by. */
  copyLags = 0;
  readonly copy: DeliveryTree = {
    head: () => this.#copied()?.id,
    read: (path) => this.#copied()?.files.get(path),
    list: (prefix) => listPaths(this.#copied()?.files, prefix),
  };

  head(): string | undefined {
    return this.#head;
  }

  read(path: string): string | undefined {
    return this.#files().get(path);
  }

  list(prefix: string): readonly string[] {
    return listPaths(this.#files(), prefix);
  }

  files(): Record<string, string> {
    return Object.fromEntries([...this.#files()].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Answers the id of a content, hashed once: an operator asks for the same again at each look. */
  blobOf(content: string): string {
    const id = this.#blobs.get(content) ?? blobId(content);
    this.#blobs.set(content, id);
    return id;
  }

  /** Accepts a commit on the head that its writer knew; false when the branch has moved. */
  push(parent: string | undefined, files: Files, atMs: number, message = ""): Landed | undefined {
    if (parent !== this.#head) return undefined;
    return this.force(parent, files, atMs, message);
  }

  /** Puts the branch where a stranger with rights wants it. */
  force(parent: string | undefined, files: Files, atMs: number, message = ""): Landed {
    this.pushes += 1;
    const id = createHash("sha1")
      .update(`${this.pushes} ${parent ?? ""}`)
      .digest("hex");
    const commit = { id, parent, files, atMs, message };
    this.commits.set(id, commit);
    this.#head = id;
    return commit;
  }

  /** Makes all that is committed older. */
  age(byMs: number): void {
    for (const [id, commit] of this.commits) this.commits.set(id, { ...commit, atMs: commit.atMs - byMs });
  }

  /** Lists the branch's commits, newest first. */
  history(): Landed[] {
    const line: Landed[] = [];
    for (let id = this.#head; id !== undefined; id = this.commits.get(id)?.parent) {
      const commit = this.commits.get(id);
      if (commit !== undefined) line.push(commit);
    }
    return line;
  }

  #copied(): Landed | undefined {
    const line = this.history();
    return line[Math.min(this.copyLags, line.length - 1)];
  }

  #files(): Files {
    return (this.#head === undefined ? undefined : this.commits.get(this.#head)?.files) ?? new Map<string, string>();
  }
}

function listPaths(files: Files = new Map(), prefix: string): string[] {
  return [...files.keys()].filter((path) => path.startsWith(prefix)).sort();
}

type Waiting = {
  request: WriteRequest;
  waiters: { resolve: (result: WriteResult) => void; reject: (error: unknown) => void }[];
};

/** The set-up of a writer's double; `beforePush` may throw, which is how a push fails, and `afterPush`, which loses its answer. */
type FakeGitOptions = Readonly<{
  repository: FakeRepository;
  clock: Clock;
  pushMs?: number;
  beforePush?: () => void;
  afterPush?: () => void;
  misbehaves?: Misbehaviour;
  isAway?: () => boolean;
}>;

/** Doubles the Git writer: groups, compares, knows its branch only as it last saw it. */
export class FakeGitWriter implements GitWriter {
  readonly #options: FakeGitOptions;
  readonly #listeners: MovedListener[] = [];
  #pending = new Map<string, Waiting>();
  #known: Landed | undefined;
  /** The commits on the known branch, oldest first; what came before the start is not known. */
  #order: string[] = [];
  #removals = new Removals();
  #busy = false;
  #stopped = false;
  readonly #readers: (() => void)[] = [];
  isRead = false;
  groups: number[] = [];

  constructor(options: FakeGitOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    if (this.#options.isAway?.() === true) return Promise.reject(away());
    this.#removals.read(
      this.#options.repository
        .history()
        .slice(0, HISTORY_DEPTH)
        .map(({ message }) => message)
        .reverse(),
    );
    this.#follow();
    this.isRead = true;
    for (const reader of this.#readers.splice(0)) reader();
    return Promise.resolve();
  }

  onRead(listener: () => void): void {
    this.#readers.push(listener);
  }

  async write(request: WriteRequest): Promise<WriteResult> {
    if (!this.isRead) throw away();
    // Refused as the real one refuses it.
    request.files.forEach(toEdit);
    return new Promise((resolve, reject) => {
      const waiters = this.#pending.get(request.key)?.waiters ?? [];
      waiters.push({ resolve, reject });
      this.#pending.set(request.key, { request, waiters });
      this.#schedule();
    });
  }

  head(): Commit | undefined {
    return this.#known && { id: this.#known.id, ordinal: this.#order.length - 1, committedAtMs: this.#known.atMs };
  }

  order(commit: string, revision: string): Relation {
    if (commit === revision) return "same-or-after";
    const [a, b] = [this.#order.indexOf(commit), this.#order.indexOf(revision)];
    if (a < 0 || b < 0) return "unknown";
    return b >= a ? "same-or-after" : "before";
  }

  hasContent(path: string, contentHash: string): boolean {
    const content = this.#known?.files.get(path);
    return content !== undefined && this.#options.repository.blobOf(content) === contentHash;
  }

  listPaths(prefix: string): string[] {
    if (!this.isRead) throw away();
    return [...(this.#known?.files.keys() ?? [])].filter((path) => path.startsWith(prefix));
  }

  wasRemoved(folder: string): boolean {
    return this.#options.misbehaves === "sweeps-unseen" || this.#removals.has(folder);
  }

  forgetRemovals(): void {
    this.#removals = new Removals();
  }

  refresh(): Promise<void> {
    if (this.#options.isAway?.() === true) return Promise.reject(away());
    if (!this.isRead) return Promise.resolve();
    this.#follow();
    return Promise.resolve();
  }

  onMoved(listener: MovedListener): void {
    this.#listeners.push(listener);
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return Promise.resolve();
  }

  #schedule(): void {
    if (this.#busy || this.#pending.size === 0 || this.#stopped) return;
    this.#busy = true;
    this.#options.clock.setTimeout(() => {
      this.#flush();
      this.#busy = false;
      this.#schedule();
    }, this.#options.pushMs ?? 30);
  }

  #flush(): void {
    const batch = [...this.#pending.values()];
    this.#pending = new Map();
    if (this.#stopped) return;
    try {
      if (this.#options.isAway?.() === true) throw away();
      this.#follow();
      this.#commit(batch);
    } catch (error) {
      for (const { waiters } of batch) for (const { reject } of waiters) reject(error);
    }
  }

  #commit(batch: readonly Waiting[]): void {
    const { misbehaves } = this.#options;
    const files = new Map(this.#known?.files);
    const enter = (path: string, content: string | null): boolean =>
      put(files, path, misbehaves === "keeps-removed" ? longer(files.get(path), content) : content);
    const changing = batch.filter(
      ({ request }) =>
        request.files.filter(({ path, content }) => enter(path, content)).length > 0 || misbehaves === "commits-twice",
    );
    if (changing.length > 0 || this.#known === undefined) this.#push(files, changing);
    const commit = this.head();
    if (commit === undefined) throw new GitError("GitUnavailable", "There is no branch");
    for (const waiting of batch) {
      const result = changing.includes(waiting) ? commit : { unchanged: true as const, commit };
      for (const { resolve } of waiting.waiters) resolve(result);
    }
  }

  #push(files: Files, changing: readonly Waiting[]): void {
    const { repository, clock, beforePush, afterPush } = this.#options;
    beforePush?.();
    const named = changing.map(({ request: { trailers } }) => ({ ...trailers, lines: trailerLines(trailers) }));
    const atMs = Math.floor(clock.nowMs() / 1000) * 1000;
    const landed = repository.push(this.#known?.id, files, atMs, commitMessage(named));
    if (landed === undefined) throw new GitError("GitUnavailable", "The branch moved");
    this.groups.push(changing.length);
    afterPush?.();
    this.#removals.read([landed.message]);
    this.#known = landed;
    this.#order.push(landed.id);
  }

  #follow(): void {
    const { repository } = this.#options;
    const before = this.#known;
    const head = repository.head();
    if (head === before?.id) return;
    const line = repository
      .history()
      .map(({ id }) => id)
      .reverse();
    const known = before === undefined ? -1 : line.indexOf(before.id);
    // Like a shallow fetch: at the start, and after a rewrite, only the head is known.
    this.#order = known < 0 ? line.slice(-1) : [...this.#order, ...line.slice(known + 1)];
    this.#known = head === undefined ? undefined : repository.commits.get(head);
    if (before === undefined) return;
    const news = known < 0 ? line.slice(-1) : line.slice(known + 1);
    this.#removals.read(news.map((id) => repository.commits.get(id)?.message ?? ""));
    const move = { from: before.id, to: head, rewritten: known < 0 };
    this.#tellMoved(before.files, this.#known?.files ?? new Map<string, string>(), move);
  }

  #tellMoved(before: Files, after: Files, move: BranchMove): void {
    const paths = new Set([...before.keys(), ...after.keys()].filter((path) => before.get(path) !== after.get(path)));
    for (const listener of this.#listeners) listener(paths, move);
  }
}

function away(): GitError {
  return new GitError("GitUnavailable", "The Git server is away");
}

/** Answers what an operator writes that takes nothing away. */
function longer(before: string | undefined, content: string | null): string | null {
  return before !== undefined && content !== null && before.length > content.length ? before : content;
}

function put(files: Map<string, string>, path: string, content: string | null): boolean {
  if (content === null) return files.delete(path);
  const changed = files.get(path) !== content;
  files.set(path, content);
  return changed;
}
