import { GitError } from "./git-error.ts";
import { objectId } from "./git-object.ts";
import type { NewObject } from "./git-object.ts";

/** Who commits: always the platform; users stand in trailers, as ids. */
export type Identity = Readonly<{ name: string; email: string }>;

/** A commit to be made. */
type CommitDraft = Readonly<{
  tree: Buffer;
  parent: string | undefined;
  identity: Identity;
  committedAtSeconds: number;
  message: string;
}>;

/** Encodes a commit as Git stores it. */
export function encodeCommit(draft: CommitDraft): NewObject {
  const who = `${draft.identity.name} <${draft.identity.email}> ${draft.committedAtSeconds} +0000`;
  const parent = draft.parent === undefined ? "" : `parent ${draft.parent}\n`;
  const text = `tree ${draft.tree.toString("hex")}\n${parent}author ${who}\ncommitter ${who}\n\n${draft.message}`;
  const body = Buffer.from(text);
  return { kind: "commit", id: objectId("commit", body), body };
}

/** Throws unless name and address can stand in a commit's header. */
export function assertIdentity({ name, email }: Identity): void {
  if (!/^[^<>\p{C}]{1,100}$/u.test(name) || !/^[^<>\s\p{C}]{1,100}$/u.test(email)) {
    throw new GitError("InvalidPath", "Expected a plain name and address for the committer");
  }
}

/** What the writer needs to know of a fetched commit. */
export type CommitHeader = Readonly<{
  tree: string;
  parents: readonly string[];
  committedAtMs: number;
  message: string;
}>;

/** Parses a commit. */
export function parseCommit(body: Buffer): CommitHeader {
  const end = body.indexOf("\n\n");
  const lines = body.toString("utf8", 0, end < 0 ? body.length : end).split("\n");
  const values = (key: string): string[] =>
    lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  const tree = values("tree")[0];
  const seconds = / (\d{1,15}) [+-]\d{4}$/.exec(values("committer")[0] ?? "")?.[1];
  if (tree === undefined) throw new GitError("GitUnavailable", "The Git server sent a commit without a tree");
  const message = end < 0 ? "" : body.toString("utf8", end + 2);
  return { tree, parents: values("parent"), committedAtMs: Number(seconds ?? 0) * 1000, message };
}
