import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Stack } from "../../local/stack.ts";

/** Reads and rewrites the delivery repository with the git command line: the judge of what the writer wrote. */
export class DeliveryRepository {
  readonly #dir = mkdtempSync(join(tmpdir(), "berth-delivery-"));
  readonly #branch: string;

  constructor({ connection }: Stack) {
    const { url, token, branch } = connection.git;
    this.#branch = branch;
    const remote = new URL(url);
    remote.username = "berth";
    remote.password = token;
    this.git("init", "--quiet", ".");
    this.git("remote", "add", "origin", remote.href);
  }

  /** Names the folder of the clone. */
  get directory(): string {
    return this.#dir;
  }

  git(...args: string[]): string {
    const identity = ["-c", "user.name=Judge", "-c", "user.email=judge@localhost"];
    return execFileSync("git", [...identity, ...args], {
      cwd: this.#dir,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
    });
  }

  fetch(): string {
    this.git("fetch", "--quiet", "--force", "origin", `+refs/heads/${this.#branch}:refs/remotes/origin/head`);
    return this.git("rev-parse", "refs/remotes/origin/head").trim();
  }

  /** Lists the paths below a prefix on the branch now. */
  paths(prefix = ""): string[] {
    this.fetch();
    return this.git("ls-tree", "-r", "--name-only", "refs/remotes/origin/head")
      .split("\n")
      .filter((path) => path !== "" && path.startsWith(prefix));
  }

  read(path: string): string {
    this.fetch();
    return this.git("show", `refs/remotes/origin/head:${path}`);
  }

  /** Lists the commits that touched a path, newest first. */
  commits(path: string): string[] {
    this.fetch();
    return this.git("log", "--format=%H", "refs/remotes/origin/head", "--", path)
      .split("\n")
      .filter((id) => id !== "");
  }

  /** Tells whether a commit is, or came after, another one: what a stranger pushed the operator may put back at once. */
  holds(revision: string, commit: string): boolean {
    if (revision === commit) return true;
    return this.git("rev-list", `${commit}..${this.fetch()}`).split("\n").includes(revision);
  }

  forcePush(revision: string): void {
    insist(() => this.git("push", "--quiet", "--force", "origin", `${revision}:refs/heads/${this.#branch}`));
  }

  /** Makes a commit with the given tree (empty when none) and returns its id. */
  emptyCommit(): string {
    const tree = this.git("hash-object", "-w", "-t", "tree", "/dev/null").trim();
    return this.git("commit-tree", tree, "-m", "Empty the repository").trim();
  }

  /** Pushes one file on top of the branch, as a stranger with access would. */
  pushFile(path: string, content: string): string {
    return insist(() => this.#pushFile(path, content));
  }

  remove(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #pushFile(path: string, content: string): string {
    const head = this.fetch();
    this.git("checkout", "--quiet", "--detach", "--force", head);
    execFileSync("mkdir", ["-p", join(this.#dir, path, "..")]);
    execFileSync("tee", [join(this.#dir, path)], { input: content, stdio: ["pipe", "ignore", "inherit"] });
    this.git("add", path);
    this.git("commit", "--quiet", "-m", "Push by hand");
    this.git("push", "--quiet", "origin", `HEAD:refs/heads/${this.#branch}`);
    return this.git("rev-parse", "HEAD").trim();
  }
}

const ATTEMPTS_MAX = 10;
const LOST_RACE = /cannot lock ref|failed to update ref|fetch first|non-fast-forward/;

/** The operator pushes as well: who loses that race goes again from the new head, as a person would. */
function insist<T>(push: () => T): T {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return push();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !LOST_RACE.test(String(error))) throw error;
    }
  }
}
