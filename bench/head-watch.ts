import { watch, type FSWatcher } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eventually } from "../test/support/eventually.ts";

/** Notes when a bare repository's branch moved, and to which commit. */
export class HeadWatch {
  readonly moves: { atMs: number; commit: string }[] = [];
  readonly #path: string;
  readonly #watcher: FSWatcher;

  constructor(repository: string, branch: string) {
    this.#path = join(repository, "refs/heads", branch);
    // Git renames its lock file over the branch: the folder is what can be watched.
    this.#watcher = watch(dirname(this.#path), () => void this.#look(performance.now()));
  }

  /** Waits for the first move after a moment; returns how long after it that was. */
  async movedAfter(sinceMs: number, deadlineMs: number): Promise<number> {
    await eventually(
      () => {
        if ((this.moves.at(-1)?.atMs ?? 0) < sinceMs) throw new Error("The branch has not moved");
      },
      deadlineMs,
      5,
    );
    return this.moves.find(({ atMs }) => atMs >= sinceMs)!.atMs - sinceMs;
  }

  close(): void {
    this.#watcher.close();
  }

  async #look(atMs: number): Promise<void> {
    const commit = (await readFile(this.#path, "utf8").catch(() => "")).trim();
    if (commit !== "" && commit !== this.moves.at(-1)?.commit) this.moves.push({ atMs, commit });
  }
}
