/**
 * Stands between controllers and the Git writer, so that a thousand objects can wait for one push without a worker each:
 *
 * 1. `write` hands a request over and returns at once, unless it was decided from a copy that is not the newest; when the
 *    push is through, the object's key is queued again.
 * 2. `view` compares what an object renders to with the branch's head; only the head counts, not that we wrote.
 * 3. `place` tells how a revision that Argo CD reports stands to the commit that holds an object's content.
 * 4. Until the branch was read, what an object's status records of its last delivery counts, and nothing is written.
 */
import type { Logger } from "../../../adapters/log/logger.ts";
import { messageOf, stackOf } from "../../../adapters/log/thrown.ts";
import type { GitStatus } from "../../../contract/resources/conditions.ts";
import type { GitWriter } from "../../git/git-writer.ts";
import type { WriteRequest, WriteResult } from "../../git/write-request.ts";
import type { FilesView, GitView, RevisionView } from "../../machines/decision.ts";
import { parseGitDelivery, type GitDelivery } from "../../machines/git-delivery.ts";
import type { Clock } from "../../runtime/clock.ts";
import { isMade, isWaiting, newDeskEntry, type DeskEntry } from "./desk-entry.ts";

/** What an object renders to, by content hashes. */
export type Content = Readonly<{ contentHash: string; files: readonly Readonly<{ path: string; blobId: string }>[] }>;

/** The set-up of the desk. */
type GitDeskOptions = Readonly<{
  writer: GitWriter;
  clock: Clock;
  logger: Logger;
  requeue: (key: string) => void;
  /** Answers undefined when the copy of an object is the newest there is, else how to enter the newer one. */
  findNewer: (key: string) => Promise<(() => void) | undefined>;
}>;

/** How much waits for a commit, and how far the branch is. */
export type GitWork = Readonly<{ waiting: number; isRead: boolean; committedAtMs: number | undefined }>;

/** The content hash of "no files". */
export const REMOVED = "removed";
const REFUSED_FOR_MS = 30_000;
const RETRY_AFTER_MS = 2_000;

/** Hands writes over and remembers, per object, which commit holds its content. */
export class GitDesk {
  readonly #options: GitDeskOptions;
  readonly #entries = new Map<string, DeskEntry>();
  /** Set once the branch lost commits: what statuses recorded before must be placed anew. */
  #rewritten = false;
  #head: string | undefined;
  #unreadSinceMs: number | undefined;

  constructor(options: GitDeskOptions) {
    this.#options = options;
    options.writer.onMoved(() => this.#onMoved());
  }

  /** Compares an object's content with the head. */
  view(key: string, content: Content, recorded: GitDelivery | undefined): GitView {
    if (!this.#options.writer.isRead) return this.#unreadView(content, recorded);
    this.#head ??= this.#options.writer.head()?.id;
    const entry = this.#entryFor(key, content.contentHash);
    const holds = content.files.every((file) => this.#options.writer.hasContent(file.path, file.blobId));
    const commit = holds ? this.#commitOf(entry, content.contentHash, recorded) : undefined;
    // What the head holds is there, also while the writer is asked for a commit that can be placed.
    if (commit !== undefined) return { kind: "present", ...commit };
    if (entry !== undefined && entry.pending > 0) return { kind: "pushing" };
    return entry === undefined ? { kind: "absent" } : this.#faultView(entry);
  }

  /** Tells how far the removal of an object's files is. */
  removal(key: string): FilesView {
    if (!this.#options.writer.isRead) return { kind: "unavailable", message: "The Git branch was not read yet" };
    const entry = this.#entries.get(key);
    if (entry?.contentHash !== REMOVED) return { kind: "present" };
    if (entry.pending > 0) return { kind: "pushing" };
    if (entry.commit !== undefined) return { kind: "removed" };
    const view = this.#faultView(entry);
    if (view.kind === "refused") return view;
    return view.kind === "unavailable"
      ? { kind: "unavailable", message: entry.fault?.message ?? "" }
      : { kind: "present" };
  }

  /** Hands a write over; a request for content that is under way already, or failed a moment ago, is not repeated. */
  write(request: WriteRequest, contentHash: string): void {
    const { key, trailers } = request;
    if (!this.#options.writer.isRead) return;
    const entry = this.#entry(key, contentHash, trailers.generation);
    // A copy that lags must not put an older content over a newer one.
    if (entry.generation > trailers.generation) return;
    if (entry.contentHash === contentHash && (entry.pending > 0 || this.#isResting(entry))) return;
    if (entry.contentHash !== contentHash) entry.commit = undefined;
    entry.contentHash = contentHash;
    entry.generation = trailers.generation;
    entry.pending += 1;
    this.#handOver(entry, request, contentHash).catch((error: unknown) => this.#onBroken(key, error));
  }

  /** A removal needs no newest copy: a deletion is never taken back. */
  async #handOver(entry: DeskEntry, request: WriteRequest, contentHash: string): Promise<void> {
    const { writer, findNewer } = this.#options;
    const { key } = request;
    const learn = contentHash === REMOVED ? undefined : await findNewer(key).catch(() => () => undefined);
    // Meanwhile something newer may have been handed over, a removal for one: this must not come after it.
    const isOvertaken = entry.contentHash !== contentHash || entry.generation !== request.trailers.generation;
    if (learn !== undefined || isOvertaken) {
      // The next pass is made with the newer copy, or comes soon by itself.
      entry.pending -= 1;
      this.#options.logger.debug("Content was decided from an old copy", { key, isOvertaken });
      learn?.();
      return;
    }
    await writer.write(request).then(
      (result) => this.#onWritten(key, entry, contentHash, result),
      (error: unknown) => this.#onFailed(key, entry, error),
    );
  }

  /** Tells how a revision stands to the commits that are known to hold an object's content. */
  place(key: string, contentHash: string, revision: string, recorded: GitDelivery | undefined): RevisionView {
    if (revision === "") return "behind";
    const entry = this.#entryFor(key, contentHash);
    const counting = isMade(entry) || recorded?.contentHash !== contentHash ? undefined : recorded;
    if (counting !== undefined && this.#isRecorded(revision, counting)) return "reached";
    return this.#placeAmong([counting?.commit, entry?.commit?.id], revision);
  }

  /** Asks the server where the branch is; when our commit still cannot be placed, `request` learns one that can. */
  placeCommit(
    at: Readonly<{ key: string; contentHash: string; recorded: GitDelivery | undefined }>,
    request: () => WriteRequest,
  ): void {
    const { writer, requeue } = this.#options;
    const before = writer.head()?.id;
    writer
      .refresh()
      .catch(() => undefined)
      .then(() => {
        const head = writer.head()?.id;
        if (head === undefined) return;
        const recorded = at.recorded?.contentHash === at.contentHash ? at.recorded.commit : undefined;
        const made = this.#entryFor(at.key, at.contentHash)?.commit?.id;
        if (this.#placeAmong([recorded, made], head) !== "reached") this.write(request(), at.contentHash);
        // Nothing new was learned otherwise: to look again at once would be to spin.
        else if (head !== before) requeue(at.key);
      })
      .catch((error: unknown) => this.#onBroken(at.key, error));
  }

  /** Counts the objects whose newest content is on its way to the branch, or could not be put there. */
  get work(): GitWork {
    const { writer } = this.#options;
    const waiting = [...this.#entries.values()].filter(isWaiting).length;
    return { waiting, isRead: writer.isRead, committedAtMs: writer.head()?.committedAtMs };
  }

  /** Forgets an object that is gone. */
  forget(key: string): void {
    this.#entries.delete(key);
  }

  /** Lets generations count anew, after a restore of etcd: those of before may be higher, and would hold content back. */
  forgetGenerations(): void {
    for (const entry of this.#entries.values()) entry.generation = 0;
  }

  #unreadView(content: Content, recorded: GitDelivery | undefined): GitView {
    this.#unreadSinceMs ??= this.#options.clock.nowMs();
    if (recorded?.contentHash !== content.contentHash) return { kind: "unavailable", sinceMs: this.#unreadSinceMs };
    return { kind: "present", commit: recorded.commit, committedAtMs: recorded.committedAtMs };
  }

  #placeAmong(commits: readonly (string | undefined)[], revision: string): RevisionView {
    const known = commits.filter((commit) => commit !== undefined);
    const orders = known.map((commit) => this.#options.writer.order(commit, revision));
    if (orders.includes("same-or-after")) return "reached";
    return orders.includes("before") ? "behind" : "unknown";
  }

  #entryFor(key: string, contentHash: string): DeskEntry | undefined {
    const entry = this.#entries.get(key);
    return entry?.contentHash === contentHash ? entry : undefined;
  }

  #isRecorded(revision: string, { commit, syncedRevision }: GitDelivery): boolean {
    return (revision === commit || revision === syncedRevision) && this.#counts(revision);
  }

  /** The commit that was made for the content counts first, then the one on record, then any that holds it. */
  #commitOf(
    entry: DeskEntry | undefined,
    contentHash: string,
    recorded: GitDelivery | undefined,
  ): Readonly<{ commit: string; committedAtMs: number }> | undefined {
    if (!isMade(entry) && recorded?.contentHash === contentHash && this.#counts(recorded.commit)) {
      return { commit: recorded.commit, committedAtMs: recorded.committedAtMs };
    }
    return entry?.commit && { commit: entry.commit.id, committedAtMs: entry.commit.committedAtMs };
  }

  #entry(key: string, contentHash: string, generation: number): DeskEntry {
    const entry = this.#entries.get(key) ?? newDeskEntry(contentHash, generation);
    this.#entries.set(key, entry);
    return entry;
  }

  #isResting({ fault }: DeskEntry): boolean {
    if (fault === undefined) return false;
    const restMs = fault.code === "GitRefused" || fault.code === "InvalidPath" ? REFUSED_FOR_MS : RETRY_AFTER_MS;
    return this.#options.clock.monotonicMs() - fault.atMs < restMs;
  }

  #faultView(entry: DeskEntry): Extract<GitView, { kind: "absent" | "unavailable" | "refused" }> {
    const { fault } = entry;
    if (fault === undefined) return { kind: "absent" };
    if (fault.code === "GitRefused" || fault.code === "InvalidPath") {
      return this.#isResting(entry) ? { kind: "refused", message: fault.message } : { kind: "absent" };
    }
    return { kind: "unavailable", sinceMs: entry.awaySinceMs ?? this.#options.clock.nowMs() };
  }

  /** After a force-push only commits in the branch's history count. */
  #counts(commit: string): boolean {
    if (!this.#rewritten) return true;
    const head = this.#options.writer.head();
    return head !== undefined && this.#options.writer.order(commit, head.id) === "same-or-after";
  }

  #onWritten(key: string, entry: DeskEntry, contentHash: string, result: WriteResult): void {
    entry.pending -= 1;
    entry.fault = undefined;
    entry.awaySinceMs = undefined;
    this.#head = this.#options.writer.head()?.id;
    // The writer answers a replaced request with the newer one's commit.
    if (entry.contentHash === contentHash) {
      const unchanged = "unchanged" in result;
      // Equal content needs no newer commit than the one that was made for it.
      const keeps = unchanged && entry.made && entry.commit !== undefined && this.#counts(entry.commit.id);
      if (!keeps) Object.assign(entry, { commit: unchanged ? result.commit : result, made: !unchanged });
    }
    this.#options.requeue(key);
  }

  #onFailed(key: string, entry: DeskEntry, error: unknown): void {
    const { clock, logger, requeue } = this.#options;
    const code =
      error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "GitUnavailable";
    const message = messageOf(error);
    entry.pending -= 1;
    entry.fault = { code, message, atMs: clock.monotonicMs() };
    entry.awaySinceMs ??= clock.nowMs();
    logger.info("Writing to Git failed", { key, reason: code, message });
    requeue(key);
  }

  /** Nobody waits for what goes on behind a pass: its faults are told here, and the next pass asks again. */
  #onBroken(key: string, error: unknown): void {
    this.#options.logger.error("Work at the Git desk broke", { key, error: stackOf(error) });
  }

  #onMoved(): void {
    const { writer } = this.#options;
    const head = writer.head();
    const lost =
      this.#head !== undefined && (head === undefined || writer.order(this.#head, head.id) !== "same-or-after");
    this.#head = head?.id;
    if (!lost) return;
    this.#rewritten = true;
    for (const entry of this.#entries.values()) {
      if (entry.commit !== undefined && !this.#counts(entry.commit.id)) entry.commit = undefined;
    }
  }
}

type Delivered = Readonly<{ status?: Readonly<{ git?: GitStatus | undefined }> }>;

/** Reads what an object's status says about its last delivery. */
export function recordedDelivery({ status }: Delivered): GitDelivery | undefined {
  return parseGitDelivery(status?.git, 0);
}
