import { GitError } from "./git-error.ts";

const RESOURCE_PART = /^[a-z0-9][a-z0-9.-]*$/;
// Charts need `Chart.yaml` and `_names.tpl`; their names come from a release's fixed list, never from a user.
const RELEASE_PART = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const PART_LENGTH_MAX = 255;
const PATH_LENGTH_MAX = 1024;

/** Throws InvalidPath unless every part of the path is a plain name below the branch's root. */
export function assertFilePath(path: string): void {
  const parts = path.split("/");
  const rule = parts[0] === "platform" ? RELEASE_PART : RESOURCE_PART;
  const good = parts.every((part) => part.length <= PART_LENGTH_MAX && rule.test(part) && !part.includes(".."));
  if (!good || path.length > PATH_LENGTH_MAX) {
    throw new GitError(
      "InvalidPath",
      `Expected a path of plain lower-case names, got ${JSON.stringify(path.slice(0, 80))}`,
    );
  }
}
