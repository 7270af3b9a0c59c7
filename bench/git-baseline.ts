/** Does what the Git writer does with the git command line: fast-import into a bare clone, then push. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { promisify } from "node:util";

const run = promisify(execFile);

/** One file's new text. */
export type BaselineFile = Readonly<{ path: string; content: string }>;

/** A file's new text, or that it goes. */
type FileChange = Readonly<{ path: string; content?: string }>;

/** Encodes one commit as `git fast-import` reads it. */
export function* fastImportStream(
  branch: string,
  parent: string | undefined,
  files: Iterable<FileChange>,
): Generator<Buffer> {
  const message = "Update";
  const when = Math.floor(Date.now() / 1000);
  yield Buffer.from(`commit refs/heads/${branch}\ncommitter Berth <berth@localhost> ${when} +0000\n`);
  yield Buffer.from(`data ${message.length}\n${message}\n${parent === undefined ? "" : `from ${parent}\n`}`);
  for (const { path, content } of files) {
    if (content === undefined) {
      yield Buffer.from(`D ${path}\n`);
      continue;
    }
    const body = Buffer.from(content);
    yield Buffer.concat([Buffer.from(`M 100644 inline ${path}\ndata ${body.length}\n`), body, Buffer.from("\n")]);
  }
  yield Buffer.from("\n");
}

/** Runs `git fast-import` on a repository with that stream. */
export async function fastImport(repository: string, stream: Iterable<Buffer>): Promise<void> {
  const child = spawn("git", ["-C", repository, "fast-import", "--quiet", "--force"], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  const closed = once(child, "close");
  Readable.from(stream).pipe(child.stdin);
  const [code] = (await closed) as [number];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
}

/** Holds a bare clone and writes through it. */
export class GitCommandBaseline {
  readonly #repository: string;
  readonly #branch: string;

  private constructor(repository: string, branch: string) {
    this.#repository = repository;
    this.#branch = branch;
  }

  static async open(url: string, branch: string, repository: string): Promise<GitCommandBaseline> {
    await run("git", ["clone", "--quiet", "--bare", url, repository]);
    await run("git", ["-C", repository, "config", "gc.auto", "0"]);
    return new GitCommandBaseline(repository, branch);
  }

  /** Commits and pushes files; returns how long it took. */
  async write(files: readonly BaselineFile[]): Promise<number> {
    const startedAtMs = performance.now();
    await fastImport(this.#repository, fastImportStream(this.#branch, `refs/heads/${this.#branch}^0`, files));
    await run("git", ["-C", this.#repository, "push", "--quiet", "origin", this.#branch]);
    return performance.now() - startedAtMs;
  }
}
