/** Why a write did not reach the branch; the code alone decides what the caller does next. */
export type GitErrorCode =
  | "GitUnavailable" // the server is away or too busy: try again later
  | "GitRefused" // the deletion guard or the server's own rules said no: trying again will not help by itself
  | "InvalidPath" // the request itself can never be written
  | "NotLeader"; // another process holds the branch now

/** Reports a failed write; its message never holds a credential or a URL. */
export class GitError extends Error {
  readonly code: GitErrorCode;
  /** Says that all the time of a request went by without an answer: what was sent may have been too much. */
  readonly timedOut: boolean;

  constructor(code: GitErrorCode, message: string, timedOut = false) {
    super(message);
    this.name = "GitError";
    this.code = code;
    this.timedOut = timedOut;
  }
}

/** Turns whatever was thrown into a GitError; everything unknown counts as the server being away. */
export function toGitError(error: unknown): GitError {
  if (error instanceof GitError) return error;
  return new GitError("GitUnavailable", error instanceof Error ? error.message : "The Git server did not answer");
}
