import { SecretText } from "../../../contract/secret-text.ts";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import winston from "winston";
import { createLogger } from "../../../adapters/log/logger.ts";
import { createGitWriter } from "../../../operator/git/branch-writer.ts";
import type { GitErrorCode } from "../../../operator/git/git-error.ts";
import { GitError } from "../../../operator/git/git-error.ts";
import type { GitWriter, GitWriterOptions } from "../../../operator/git/git-writer.ts";
import type { Commit, WriteRequest, WriteResult } from "../../../operator/git/write-request.ts";
import { systemClock } from "../../../operator/runtime/clock.ts";
import { eventually } from "../../support/eventually.ts";
import { GitServer } from "../../support/git-server.ts";
import { fastImport, fastImportStream } from "../../../bench/git-baseline.ts";
import type { BaselineFile } from "../../../bench/git-baseline.ts";

/** Holds a server and the writers of one test; `close` ends them all. */
export class GitScene {
  readonly server: GitServer;
  readonly logged: string[] = [];
  readonly failures: GitErrorCode[] = [];
  readonly pushes: number[] = [];
  readonly moves: ("rewritten" | "added")[] = [];
  readonly looks: boolean[] = [];
  readonly #writers: GitWriter[] = [];

  private constructor(server: GitServer) {
    this.server = server;
  }

  static async open(options: Readonly<{ filter?: boolean }> = {}): Promise<GitScene> {
    return new GitScene(await GitServer.start(options));
  }

  /** Starts a writer that looks at the head often. */
  async writer(options: Partial<GitWriterOptions> = {}): Promise<GitWriter> {
    const writer = createGitWriter({ ...this.writerOptions(), ...options });
    this.#writers.push(writer);
    await writer.start(new AbortController().signal);
    return writer;
  }

  writerOptions(): GitWriterOptions {
    const { url, username, token, branch } = this.server;
    // Keeps every line for the tests to read, and prints none.
    const keep = winston.format((line) => {
      this.logged.push(JSON.stringify(line));
      return false;
    });
    const logger = createLogger("git-test", "debug");
    logger.format = keep();
    return {
      http: { url, credentials: () => ({ username, token: new SecretText(token) }), timeoutMs: 10_000 },
      branch,
      identity: { name: "Berth", email: "berth@localhost" },
      mayPush: () => true,
      logger,
      clock: systemClock,
      observer: {
        pushed: ({ resources }) => this.pushes.push(resources),
        pushFailed: (code) => this.failures.push(code),
        moved: ({ rewritten }) => this.moves.push(rewritten ? "rewritten" : "added"),
        looked: (isRead) => this.looks.push(isRead),
      },
      headCheckMs: 100,
      // On a busy machine one push that meets a foreign one takes seconds: who gives up soon says so.
      giveUpAfterMs: 30_000,
    };
  }

  /** Adds a commit on top of the branch behind the writer's back. */
  async foreignCommit(files: readonly BaselineFile[]): Promise<string> {
    const { branch, repository } = this.server;
    const exists = (await this.server.git("branch", "--list", branch)) !== "";
    const parent = exists ? `refs/heads/${branch}^0` : undefined;
    await fastImport(repository, fastImportStream(branch, parent, files));
    return this.head();
  }

  head(): Promise<string> {
    return this.server.git("rev-parse", `refs/heads/${this.server.branch}`);
  }

  async commitCount(): Promise<number> {
    return Number(await this.server.git("rev-list", "--count", this.server.branch));
  }

  /** Reads all files of the branch with the git command. */
  async files(): Promise<Map<string, string>> {
    const { branch, repository } = this.server;
    const list = await this.server.git("ls-tree", "-r", "--format=%(objectname) %(path)", branch);
    const entries = list === "" ? [] : list.split("\n").map((line) => [line.slice(0, 40), line.slice(41)] as const);
    const input = entries.map(([id]) => `${id}\n`).join("");
    const answer = execFileSync("git", ["-C", repository, "cat-file", "--batch"], { input, maxBuffer: 2 ** 28 });
    let offset = 0;
    return new Map(
      entries.map(([, path]) => {
        const start = answer.indexOf("\n", offset) + 1;
        const size = Number(answer.toString("latin1", offset, start).split(" ")[2]);
        offset = start + size + 1;
        return [path, answer.toString("utf8", start, start + size)];
      }),
    );
  }

  /** Counts the commits that touched a path. */
  async commitsOf(path: string): Promise<number> {
    return Number(await this.server.git("rev-list", "--count", this.server.branch, "--", path));
  }

  /** Moves the branch by force, as somebody with admin rights might. */
  async forceTo(commit: string): Promise<void> {
    await this.server.git("update-ref", `refs/heads/${this.server.branch}`, commit);
  }

  /** Installs a hook of the server, as a shell script. */
  async hook(name: string, script: string): Promise<void> {
    await writeFile(join(this.server.repository, "hooks", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  /** Lets git check every object of the repository. */
  async fsck(): Promise<void> {
    await this.server.git("fsck", "--strict", "--full");
  }

  /** Waits until the writer has seen the branch's head. */
  async syncWriter(writer: GitWriter): Promise<void> {
    const head = await this.head();
    await eventually(async () => {
      await writer.refresh();
      if (writer.head()?.id !== head) throw new Error("The writer has not seen the head yet");
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer.stop()));
    await this.server.remove();
  }
}

/** Reads the commit out of a result. */
export function commitOf(result: WriteResult): Commit {
  return "unchanged" in result ? result.commit : result;
}

/** Waits for a write to fail and returns why. */
export async function failureOf(write: Promise<unknown>): Promise<GitError> {
  try {
    await write;
  } catch (error) {
    if (error instanceof GitError) return error;
    throw error;
  }
  throw new Error("Expected the write to fail");
}

/** Writes as a controller does: what is unavailable is tried again, but not with a writer that was stopped: that would never end. */
export async function writeUntilDone(writer: GitWriter, request: WriteRequest): Promise<WriteResult> {
  for (;;) {
    try {
      return await writer.write(request);
    } catch (error) {
      const isAway = error instanceof GitError && error.code === "GitUnavailable";
      if (!isAway || error.message === "The Git writer is not running") throw error;
    }
  }
}
