import type { Logger } from "../../adapters/log/logger.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Identity } from "./commit-object.ts";
import type { Relation } from "./commit-order.ts";
import type { GitErrorCode } from "./git-error.ts";
import type { HttpOptions } from "./http-client.ts";
import type { Commit, WriteRequest, WriteResult } from "./write-request.ts";

/** A move of the branch that was not ours; `rewritten` when commits that were on it are no longer (a force-push). */
export type BranchMove = Readonly<{ from: string | undefined; to: string | undefined; rewritten: boolean }>;

/** Hears when someone else moved the branch, with the files that differ from before. */
export type MovedListener = (paths: ReadonlySet<string>, move: BranchMove) => void;

/** The only writer of the operator's paths on the branch. */
export interface GitWriter {
  /** Fetches the branch; rejects with GitUnavailable and may then be called again. */
  start(signal: AbortSignal): Promise<void>;
  /** Tells whether the branch was read; before, nothing is known of it, and nothing can be written. */
  readonly isRead: boolean;
  /** Is called once the branch was read. */
  onRead(listener: () => void): void;
  /** Resolves when the content is on the server's branch; rejects with a GitError. */
  write(request: WriteRequest): Promise<WriteResult>;
  head(): Commit | undefined;
  /** Tells how `revision` stands to `commit`; where that is unknown, `refresh` learns it. */
  order(commit: string, revision: string): Relation;
  /** Compares a file with a blob id (`blobId`) on the branch as it is known now. */
  hasContent(path: string, contentHash: string): boolean;
  /** Reads the branch's head and follows it; asks the server at most once in 5 seconds. */
  refresh(): Promise<void>;
  onMoved(listener: MovedListener): void;
  /** Lists files; throws GitUnavailable before the branch was read: an empty answer would be taken for an empty branch. */
  listPaths(prefix: string): string[];
  /** Tells whether a commit that was ever seen on the branch took this folder out because its resource was deleted. */
  wasRemoved(folder: string): boolean;
  /** Forgets all such removals: those after it count. */
  forgetRemovals(): void;
  /** Finishes the push under way and rejects what still waits. */
  stop(): Promise<void>;
}

/** Counts what the writer does. */
export type GitObserver = Readonly<{
  pushed(push: Readonly<{ resources: number; files: number; seconds: number }>): void;
  pushFailed(code: GitErrorCode): void;
  moved(move: Readonly<{ files: number; rewritten: boolean }>): void;
  /** Hears of each regular look at the branch whether it could be read. */
  looked(isRead: boolean): void;
}>;

/** What the writer is made of. */
export type GitWriterOptions = Readonly<{
  http: HttpOptions;
  branch: string;
  identity: Identity;
  /** Says, on the monotonic clock, whether this process still leads; asked before each push. */
  mayPush: () => boolean;
  logger: Logger;
  clock: Clock;
  /** Spreads waits; a number from 0 up to 1. */
  random?: () => number;
  observer?: GitObserver;
  headCheckMs?: number;
  giveUpAfterMs?: number;
}>;
