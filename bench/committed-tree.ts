import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DeliveryTree } from "../test/support/argo-double.ts";

/** Git's name of the tree without entries, from which the first commit differs. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Shows a bare repository's branch in memory; `update` reads only what changed since. */
export class CommittedTree implements DeliveryTree {
  readonly #repository: string;
  readonly #branch: string;
  readonly #contents = new Map<string, string>();
  /** Answers of `list` at this head. */
  readonly #lists = new Map<string, readonly string[]>();
  #head: string | undefined;
  #current: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(repository: string, branch: string) {
    this.#repository = repository;
    this.#branch = branch;
  }

  head(): string | undefined {
    return this.#head;
  }

  read(path: string): string | undefined {
    return this.#contents.get(path);
  }

  list(prefix: string): readonly string[] {
    let paths = this.#lists.get(prefix);
    if (paths === undefined) {
      paths = [...this.#contents.keys()].filter((path) => path.startsWith(prefix)).sort();
      this.#lists.set(prefix, paths);
    }
    return paths;
  }

  /** Reads up to the branch's head; those who ask during a look share the next one, since the head may have moved. */
  update(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    const look = (this.#current ?? Promise.resolve()).then(() => {
      this.#next = undefined;
      this.#current = this.#readHead().finally(() => (this.#current = undefined));
      return this.#current;
    });
    this.#next = look;
    return look;
  }

  async #readHead(): Promise<void> {
    const ref = join(this.#repository, "refs/heads", this.#branch);
    const head = (await readFile(ref, "utf8").catch(() => "")).trim();
    if (head === "" || head === this.#head) return;
    const changes = parseChanges(await this.#git(["diff-tree", "-r", "-z", "--raw", this.#head ?? EMPTY_TREE, head]));
    const blobs = await this.#readBlobs([...new Set(changes.flatMap(({ blobId }) => blobId ?? []))]);
    for (const { path, blobId } of changes) {
      if (blobId === undefined) this.#contents.delete(path);
      else this.#contents.set(path, blobs.get(blobId) ?? "");
    }
    this.#lists.clear();
    this.#head = head;
  }

  async #readBlobs(ids: readonly string[]): Promise<Map<string, string>> {
    const blobs = new Map<string, string>();
    if (ids.length === 0) return blobs;
    const output = await this.#git(["cat-file", "--batch"], `${ids.join("\n")}\n`);
    let at = 0;
    for (const id of ids) {
      const headerEnd = output.indexOf("\n", at);
      const size = Number(output.toString("latin1", at, headerEnd).split(" ")[2]);
      blobs.set(id, output.toString("utf8", headerEnd + 1, headerEnd + 1 + size));
      at = headerEnd + size + 2;
    }
    return blobs;
  }

  async #git(args: readonly string[], input = ""): Promise<Buffer> {
    const child = spawn("git", ["-C", this.#repository, ...args], { stdio: ["pipe", "pipe", "inherit"] });
    const parts: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => parts.push(part));
    const closed = once(child, "close") as Promise<[number]>;
    // Who reads no input may be gone before it is closed.
    child.stdin.on("error", () => undefined).end(input);
    const [code] = await closed;
    if (code !== 0) throw new Error(`git ${args[0] ?? ""} ended with ${code}`);
    return Buffer.concat(parts);
  }
}

type Change = Readonly<{ path: string; blobId: string | undefined }>;

/** Reads `:mode mode id id status NUL path NUL …`. */
function parseChanges(output: Buffer): Change[] {
  const fields = output.toString("utf8").split("\0");
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, , , id = "", status = ""] = fields[at]!.split(" ");
    changes.push({ path: fields[at + 1]!, blobId: status === "D" ? undefined : id });
  }
  return changes;
}
