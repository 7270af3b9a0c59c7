import type { Commit } from "../../git/write-request.ts";

/** What the desk remembers of one object. */
export type DeskEntry = {
  contentHash: string;
  generation: number;
  pending: number;
  commit: Commit | undefined;
  /** Whether that commit was made for this content, and is not merely one that holds it. */
  made: boolean;
  fault: Readonly<{ code: string; message: string; atMs: number }> | undefined;
  awaySinceMs: number | undefined;
};

/** Makes the entry of an object that nothing was written of yet. */
export function newDeskEntry(contentHash: string, generation: number): DeskEntry {
  return {
    contentHash,
    generation,
    pending: 0,
    commit: undefined,
    made: false,
    fault: undefined,
    awaySinceMs: undefined,
  };
}

/** Tells whether the entry's commit was made for its content. */
export function isMade(entry: DeskEntry | undefined): boolean {
  return entry?.commit !== undefined && entry.made;
}

/** Tells whether the newest content is on its way to the branch, or could not be put there. */
export function isWaiting({ pending, fault }: DeskEntry): boolean {
  return pending > 0 || fault !== undefined;
}
