import { trailerLines } from "./commit-message.ts";
import { RoundRobin } from "../../adapters/round-robin.ts";
import { assertFilePath } from "./file-path.ts";
import type { GitError } from "./git-error.ts";
import { objectId } from "./git-object.ts";
import type { WriteRequest, WriteResult } from "./write-request.ts";

/** One changed file with its content already hashed; body undefined deletes it. */
export type FileEdit = Readonly<{ path: string; id: Buffer | null; body: Buffer | undefined }>;

type Waiter = Readonly<{ resolve: (result: WriteResult) => void; reject: (error: GitError) => void }>;

/** One checked request and everyone who waits for it. */
export type PendingWrite = Readonly<{
  key: string;
  resource: string;
  edits: readonly FileEdit[];
  lines: readonly string[];
  /** The folder of what was deleted. */
  removes: string | undefined;
  removesApplication: boolean;
  isRecord: boolean;
  waiters: Waiter[];
}>;

const TRAILER_LINES_MAX = 1000;
const BATCH_BYTES_MAX = 16 * 1024 * 1024;

/** Holds what waits for the next commit: at most one request per key, organization by organization in turn, oldest key first. */
export class PendingWrites {
  readonly #writes = new Map<string, PendingWrite>();
  readonly #keys = new RoundRobin<string>();

  get size(): number {
    return this.#writes.size;
  }

  /** Adds a request; everyone who waited for an older one of the key now waits for this one. */
  add(request: WriteRequest): Promise<WriteResult> {
    const edits = request.files.map(toEdit);
    const lines = trailerLines(request.trailers);
    const waiters = this.#writes.get(request.key)?.waiters ?? [];
    const { key, trailers, removesApplication = false, isRecord = false } = request;
    const { resource, removes } = trailers;
    if (!this.#writes.has(request.key)) this.#keys.push(laneOf(request.key), request.key);
    return new Promise((resolve, reject) => {
      waiters.push({ resolve, reject });
      this.#writes.set(key, { key, resource, edits, lines, removes, removesApplication, isRecord, waiters });
    });
  }

  /** Takes what fits into one commit: its trailers must stay readable, its pack must stay sendable. */
  takeBatch(writesMax = Infinity): PendingWrite[] {
    const batch: PendingWrite[] = [];
    let lines = 0;
    let bytes = 0;
    for (let write = this.#first; write !== undefined; write = this.#first) {
      lines += write.lines.length;
      bytes += write.edits.reduce((sum, { body }) => sum + (body?.length ?? 0), 0);
      const isFull = lines > TRAILER_LINES_MAX || bytes > BATCH_BYTES_MAX || batch.length >= writesMax;
      if (batch.length > 0 && isFull) break;
      batch.push(write);
      this.#keys.shift();
      this.#writes.delete(write.key);
    }
    return batch;
  }

  rejectAll(error: GitError): void {
    const writes: PendingWrite[] = [];
    for (let write = this.#first; write !== undefined; write = this.#first) {
      writes.push(write);
      this.#keys.shift();
      this.#writes.delete(write.key);
    }
    rejectWrites(writes, error);
  }

  get #first(): PendingWrite | undefined {
    const { first } = this.#keys;
    return first === undefined ? undefined : this.#writes.get(first);
  }
}

/** A key is the resource's, with its organization's namespace in the middle. */
function laneOf(key: string): string {
  return key.split("/", 2)[1] ?? "";
}

/** Tells everyone who waits for these writes that they failed. */
export function rejectWrites(writes: readonly PendingWrite[], error: GitError): void {
  for (const { waiters } of writes) for (const waiter of waiters) waiter.reject(error);
}

/** Tells everyone who waits for these writes where their content is. */
export function resolveWrites(writes: readonly PendingWrite[], result: WriteResult): void {
  for (const { waiters } of writes) for (const waiter of waiters) waiter.resolve(result);
}

/** Checks a file's path and hashes its content. */
export function toEdit({ path, content }: WriteRequest["files"][number]): FileEdit {
  // What goes stands on the branch under a name that anybody may have given it.
  if (content === null) return { path, id: null, body: undefined };
  assertFilePath(path);
  const body = Buffer.from(content);
  return { path, id: objectId("blob", body), body };
}
