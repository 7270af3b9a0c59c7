/**
 * Writes the files of custom resources to one branch, without a work tree and without a Git binary:
 *
 * 1. `start` fetches the branch's trees (no file contents) and the ids of its last commits.
 * 2. `write` checks a request and lets it wait under its key.
 * 3. The loop takes everything that waits, plans one commit on the known head (`commit-plan.ts`: drops what is equal,
 *    refuses mass deletion, re-hashes only the trees on touched paths) and asks `mayPush`.
 * 4. One POST sends the pack; the known head is the compare-and-swap. Accepted: the plan becomes the known branch.
 * 5. Anything else: look where the branch really is, then plan again on that head. Equal content then means "done",
 *    so a lost answer never doubles a commit, and a foreign commit is never overwritten.
 *    A push that takes all its time is followed by half as much: on a slow line a batch that is never through would
 *    be sent again for ever.
 * 6. Every 10 seconds the head is read; who moved the branch (also by force) makes `onMoved` fire.
 *
 * Nothing is kept on disk: a start fetches the trees anew, so there is no cache that could be stale or corrupt.
 */
import { sleep } from "../runtime/clock.ts";
import { BranchState } from "./branch-state.ts";
import { assertIdentity } from "./commit-object.ts";
import { requestIdsOf } from "./commit-message.ts";
import type { Relation } from "./commit-order.ts";
import { planCommit } from "./commit-plan.ts";
import type { CommitPlan } from "./commit-plan.ts";
import { GitError, toGitError } from "./git-error.ts";
import type { GitWriter, GitWriterOptions, MovedListener } from "./git-writer.ts";
import { HttpClient } from "./http-client.ts";
import { PendingWrites, rejectWrites, resolveWrites } from "./pending-writes.ts";
import type { PendingWrite } from "./pending-writes.ts";
import { RemoteBranch } from "./remote-branch.ts";
import { SerialQueue } from "./serial-queue.ts";
import { findPath, listFiles } from "./tree.ts";
import type { Commit, WriteRequest, WriteResult } from "./write-request.ts";

/** Creates the writer of one branch. */
export function createGitWriter(options: GitWriterOptions): GitWriter {
  assertIdentity(options.identity);
  return new BranchWriter(options);
}

type Outcome =
  | Readonly<{ kind: "done" }>
  | Readonly<{ kind: "retry"; writes: readonly PendingWrite[]; error: GitError }>
  | Readonly<{ kind: "refused"; writes: readonly PendingWrite[]; error: GitError }>;

const DONE: Outcome = { kind: "done" };
const HEAD_CHECK_MS = 10_000;
const REFRESH_MS = 5_000;
/** A log line stays readable; the commit's trailers have them all. */
const REQUEST_IDS_LOGGED_MAX = 50;
const GIVE_UP_AFTER_MS = 5_000;
const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 2_000;
/** Bounds the search for the one write that the server refuses. */
const REFUSALS_MAX = 40;
/** Two pushes at one moment: the server could not take its lock. Nothing was decided about the content. */
const RACE = /lock|failed to update ref|fetch first|non-fast-forward|stale|unpack(?! ok)/i;

class BranchWriter implements GitWriter {
  readonly #options: GitWriterOptions;
  readonly #random: () => number;
  readonly #remote: RemoteBranch;
  readonly #branch = new BranchState();
  readonly #pending = new PendingWrites();
  readonly #exclusive = new SerialQueue();
  readonly #stopping = new AbortController();
  readonly #listeners: MovedListener[] = [];
  readonly #readers: (() => void)[] = [];
  #running: Promise<void> | undefined;
  #watching: Promise<void> | undefined;
  #refreshing: Promise<void> | undefined;
  #refreshedAtMs = Number.NEGATIVE_INFINITY;
  /** True from the moment a push is sent until its answer is understood. */
  #unsure = false;
  /** How many writes are sent at once: half of a push that took all its time, twice as many after one that went through. */
  #batchMax = Infinity;

  constructor(options: GitWriterOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
    this.#remote = new RemoteBranch(new HttpClient(options.http), options.branch);
  }

  async start(signal: AbortSignal): Promise<void> {
    await this.#exclusive.run(() => this.#branch.follow(this.#remote, signal));
    this.#options.observer?.looked(true);
    this.#watching ??= this.#watchHead();
    this.#options.logger.info("Read the Git branch", { commit: this.#branch.head?.id });
    for (const reader of this.#readers.splice(0)) reader();
  }

  get isRead(): boolean {
    return this.#watching !== undefined;
  }

  onRead(listener: () => void): void {
    this.#readers.push(listener);
  }

  async write(request: WriteRequest): Promise<WriteResult> {
    if (this.#stopping.signal.aborted || !this.isRead) {
      throw new GitError("GitUnavailable", "The Git writer is not running");
    }
    const result = this.#pending.add(request);
    this.#running ??= this.#run();
    return result;
  }

  head(): Commit | undefined {
    return this.#branch.head;
  }

  order(commit: string, revision: string): Relation {
    return this.#branch.order(commit, revision);
  }

  hasContent(path: string, contentHash: string): boolean {
    const found = findPath(this.#branch.tree, path);
    return found.kind === "file" && found.id.toString("hex") === contentHash;
  }

  wasRemoved(folder: string): boolean {
    return this.#branch.wasRemoved(folder);
  }

  forgetRemovals(): void {
    this.#branch.forgetRemovals();
  }

  listPaths(prefix: string): string[] {
    if (!this.isRead) throw new GitError("GitUnavailable", "The Git branch was not read yet");
    return listFiles(this.#branch.tree, prefix);
  }

  onMoved(listener: MovedListener): void {
    this.#listeners.push(listener);
  }

  refresh(): Promise<void> {
    if (!this.isRead) return Promise.resolve();
    if (this.#refreshing !== undefined) return this.#refreshing;
    if (this.#options.clock.monotonicMs() < this.#refreshedAtMs + REFRESH_MS) return Promise.resolve();
    this.#refreshing = this.#exclusive
      .run(() => this.#follow())
      .finally(() => {
        this.#refreshedAtMs = this.#options.clock.monotonicMs();
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#pending.rejectAll(new GitError("GitUnavailable", "The Git writer stopped"));
    await this.#watching;
    this.#remote.close();
  }

  async #run(): Promise<void> {
    // One turn of the event loop: a burst that is being handed over now becomes one commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.size > 0 && !this.#stopping.signal.aborted) {
      await this.#commitAll(this.#pending.takeBatch(this.#batchMax), { refusals: 0 });
    }
    this.#running = undefined;
  }

  /** Brings a group of writes to an end: pushed, unchanged or rejected. */
  async #commitAll(batch: readonly PendingWrite[], found: { refusals: number }): Promise<void> {
    const { clock } = this.#options;
    const giveUpAtMs = clock.monotonicMs() + (this.#options.giveUpAfterMs ?? GIVE_UP_AFTER_MS);
    let writes = batch;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#exclusive.run(() => this.#tryOnce(writes));
      if (outcome.kind === "done") return;
      this.#options.observer?.pushFailed(outcome.error.code);
      this.#options.logger.info("Push failed", { reason: outcome.error.message, resources: outcome.writes.length });
      if (outcome.kind === "refused") {
        await this.#splitRefused(outcome.writes, outcome.error, found);
        return;
      }
      writes = outcome.writes;
      if (this.#stopping.signal.aborted || clock.monotonicMs() >= giveUpAtMs) {
        this.#giveUp(writes, outcome.error);
        return;
      }
      const waitMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** attempt) * (0.5 + this.#random());
      await sleep(clock, waitMs, this.#stopping.signal);
    }
  }

  /** Halves a refused group until the write that the server's rules forbid is alone: others must not wait for it. */
  async #splitRefused(writes: readonly PendingWrite[], error: GitError, found: { refusals: number }): Promise<void> {
    found.refusals += 1;
    if (writes.length === 1 || found.refusals > REFUSALS_MAX) {
      rejectWrites(writes, error);
      return;
    }
    const middle = writes.length >> 1;
    await this.#commitAll(writes.slice(0, middle), found);
    await this.#commitAll(writes.slice(middle), found);
  }

  #giveUp(writes: readonly PendingWrite[], error: GitError): void {
    rejectWrites(writes, error);
    this.#pending.rejectAll(error);
  }

  async #tryOnce(writes: readonly PendingWrite[]): Promise<Outcome> {
    const { clock, identity, mayPush } = this.#options;
    let left = writes;
    try {
      if (this.#unsure) await this.#follow();
      const base = { head: this.#branch.head?.id, tree: this.#branch.tree };
      const plan = planCommit(writes, base, { identity, nowMs: clock.nowMs() });
      this.#settle(plan);
      left = plan.written;
      if (plan.commit === undefined) return DONE;
      if (!mayPush()) {
        this.#giveUp(left, new GitError("NotLeader", "Another process leads now"));
        return DONE;
      }
      return await this.#push(plan, plan.commit, base.head);
    } catch (error) {
      return { kind: "retry", writes: left, error: toGitError(error) };
    }
  }

  /** Answers the writes that need no commit. */
  #settle({ unchanged, rejected }: CommitPlan): void {
    for (const { write, error } of rejected) rejectWrites([write], error);
    const { head } = this.#branch;
    if (head !== undefined) resolveWrites(unchanged, { unchanged: true, commit: head });
  }

  async #push(
    { written }: CommitPlan,
    { id, tree, objects, files }: NonNullable<CommitPlan["commit"]>,
    oldHead: string | undefined,
  ): Promise<Outcome> {
    const { clock, logger, observer } = this.#options;
    const startedAtMs = clock.monotonicMs();
    const attempt = { id, tree, committedAtMs: Math.floor(clock.nowMs() / 1000) * 1000, written };
    this.#branch.attempt(attempt);
    this.#unsure = true;
    const answer = await this.#remote.push({ oldHead, newHead: id, objects }).catch((error: unknown) => {
      if (error instanceof GitError && error.timedOut) this.#batchMax = Math.max(1, written.length >> 1);
      throw error;
    });
    if (!answer.ok) {
      await this.#follow();
      const error = new GitError("GitRefused", `The Git server refused the push: ${answer.reason}`);
      const raced = this.#branch.head?.id !== oldHead || RACE.test(answer.reason);
      if (!raced) return { kind: "refused", writes: written, error };
      return { kind: "retry", writes: written, error: new GitError("GitUnavailable", error.message) };
    }
    this.#unsure = false;
    this.#batchMax *= 2;
    resolveWrites(written, this.#branch.adopt(attempt));
    const durationMs = clock.monotonicMs() - startedAtMs;
    observer?.pushed({ resources: written.length, files, seconds: durationMs / 1000 });
    const requestIds = requestIdsOf(written.flatMap(({ lines }) => lines)).slice(0, REQUEST_IDS_LOGGED_MAX);
    logger.info("Pushed commit", { commit: id, resources: written.length, files, durationMs, requestIds });
    return DONE;
  }

  async #follow(): Promise<void> {
    const followed = await this.#branch.follow(this.#remote);
    this.#unsure = false;
    if (followed === undefined) return;
    const { paths, from, to, rewritten } = followed;
    const { logger, observer } = this.#options;
    if (rewritten) logger.warn("Git branch was rewritten by force", { from, to, files: paths.size });
    else logger.info("Git branch moved", { commit: to, files: paths.size });
    observer?.moved({ files: paths.size, rewritten });
    for (const listener of this.#listeners) listener(paths, { from, to, rewritten });
  }

  async #watchHead(): Promise<void> {
    const { clock, headCheckMs = HEAD_CHECK_MS, logger, observer } = this.#options;
    const { signal } = this.#stopping;
    for (;;) {
      await sleep(clock, headCheckMs * (0.8 + 0.4 * this.#random()), signal);
      if (signal.aborted) return;
      try {
        await this.#exclusive.run(() => this.#follow());
        observer?.looked(true);
      } catch (error) {
        observer?.looked(false);
        logger.info("Reading the Git branch failed", { reason: toGitError(error).message });
      }
    }
  }
}
