import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Which file reaches which: what a file imports, starts as a process or reads by a path of its own text. */
export type ImportGraph = Readonly<{
  files: readonly string[];
  /** Tells whether a file is reached by what `from` needs, over any number of steps; folders stand for all that is in them. */
  reaches: (from: string, to: string) => boolean;
}>;

/** Imports and `new URL`, which are relative to the file, and paths in quotes, which may be relative to the project. */
const RELATIVE =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|new URL\(\s*|import\.meta\.dirname,\s*)["`](\.{1,2}(?:\/[^"`$]*)?)["`$]/g;
const NAMED =
  /["`]((?:adapters|api|berthctl|bench|charts|cli|client|console|contract|crds|docs|local|operator|prisma|render|scripts|test)\/[^"`$\s]+)["`$]/g;
/** By which processes are started: a program, a browser. */
export const STARTERS = ["node:child_process", "playwright-core"] as const;
/** What checks types takes seconds before it says anything. */
export const COMPILER = "typescript";
const MODULE = new RegExp(`\\bfrom\\s*"(${[...STARTERS, COMPILER].join("|")})"`, "g");

/** Reads the graph of all TypeScript files of the project, those not yet committed included; a fraction of a second. */
export function readImportGraph(root: string): ImportGraph {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.mjs"], { cwd: root });
  const files = listed
    .toString()
    .split("\n")
    .filter((file) => file !== "" && existsSync(join(root, file)));
  const needs = new Map(files.map((file) => [file, neededBy(root, file)]));
  const known = new Map<string, ReadonlySet<string>>();
  const reached = (from: string): ReadonlySet<string> => {
    const before = known.get(from);
    if (before !== undefined) return before;
    const seen = new Set([from]);
    for (const file of seen) for (const needed of needs.get(file) ?? []) seen.add(needed);
    known.set(from, seen);
    return seen;
  };
  return {
    files,
    reaches: (from, to) => [...reached(from)].some((file) => file === to || to.startsWith(`${file}/`)),
  };
}

function neededBy(root: string, file: string): readonly string[] {
  const text = readFileSync(join(root, file), "utf8");
  const near = [...text.matchAll(RELATIVE)].map(([, path]) => normalize(join(dirname(file), path ?? "")));
  const named = [...text.matchAll(NAMED)].map(([, path]) => path ?? "");
  const modules = [...text.matchAll(MODULE)].map(([, name]) => name ?? "");
  // The project itself, as in `new URL("../..", …)`, says nothing about what is read there.
  const paths = [...near, ...named]
    .map((path) => path.replace(/\/$/, ""))
    .filter((path) => path !== "." && path !== ".." && existsSync(join(root, path)));
  return [...new Set([...paths, ...modules])];
}
