import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** A Markdown file of the project; the path is from the root. */
export type Document = Readonly<{ path: string; text: string }>;

/** Reads the Markdown files that the patterns name. */
export function readDocuments(...patterns: readonly string[]): Document[] {
  return globSync(patterns, { cwd: ROOT })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

/** A fenced block: what it is fenced as, what the comment right above says of it (`<!-- name: value -->`), and its text. */
export type Block = Readonly<{
  document: string;
  /** Line of the opening fence. */
  line: number;
  language: string;
  mark: Readonly<{ name: string; value: string }> | undefined;
  text: string;
}>;

const BLOCK = /^( *)(```+)(.*)\n([\s\S]*?)^ *\2$/gm;
const MARK = /<!-- ([a-z ]+?)(?:: (.*?))? -->$/;

/** Reads the fenced blocks of a document, in order; those in lists lose their indentation. */
export function blocksOf({ path, text }: Document): Block[] {
  const fences = text.match(/^ *```/gm)?.length ?? 0;
  const found = [...text.matchAll(BLOCK)];
  if (fences !== found.length * 2) throw new Error(`${path} has a block without an end`);
  return found.map(({ 1: indent = "", 3: language = "", 4: inner = "", index }) => {
    const above = text.slice(0, index);
    return {
      document: path,
      line: above.split("\n").length,
      language: language.trim(),
      mark: markOf(above.trimEnd() === above.slice(0, -1) ? above.trimEnd() : ""),
      text: inner.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    };
  });
}

/** The comment must stand right above: only one line break lies between. */
function markOf(above: string): Block["mark"] {
  const [, name, value = ""] = MARK.exec(above) ?? [];
  return name === undefined ? undefined : { name, value };
}

/** Answers a document's text without its fenced blocks. */
export function proseOf({ text }: Document): string {
  return text.replaceAll(/^( *)(```+)[\s\S]*?^ *\2$/gm, "");
}

/** Answers what stands in backticks in a document's prose. */
export function spansOf(document: Document): string[] {
  return [...proseOf(document).matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
}
