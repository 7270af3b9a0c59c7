/** What one file of the branch must be; `content` null deletes it. */
export type FileChange = Readonly<{ path: string; content: string | null }>;

/** Asks for the files of one resource; a newer request of the same key replaces one that waits. */
export type WriteRequest = Readonly<{
  /** The resource, for example `Deployment/org-acme/shop-abc`. */
  key: string;
  /** Every file on which this resource has an opinion. */
  files: readonly FileChange[];
  trailers: Readonly<{
    resource: string;
    generation: number;
    requestId?: string;
    author?: string;
    /** The folder of what was deleted: by this the removal is known from one that nobody asked for. */
    removes?: string;
  }>;
  /** True for an observed deletion: it counts for the mass-deletion guard. */
  removesApplication?: boolean;
  /** Makes a commit even when the branch has none of the files: what counts is that it says so. */
  isRecord?: boolean;
}>;

/** One commit of the branch; ordinals grow along the branch. */
export type Commit = Readonly<{ id: string; ordinal: number; committedAtMs: number }>;

/** Which commit holds the request's content; `unchanged` when no new commit was needed. */
export type WriteResult = Commit | Readonly<{ unchanged: true; commit: Commit }>;
