import { existsSync, globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Document } from "./documents.ts";

const ROOT = join(import.meta.dirname, "../..");
const OUTSIDE = /^(?:node_modules|\.node|\.berth|\.git|coverage)(?:\/|$)|^adapters\/postgres\/generated/;

const CODE = "**/*.{ts,mjs,py,prisma,sh}";
const MARKUP = "**/*.{yaml,yml,tpl}";
/** Block comments, those of whole lines and those at the end of a line, in the languages that the project is written in. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|#) .*$/gm;
const DECISION = /\b(?:docs\/adr\/|ADR )(\d{4})\b/g;
const FILE = /(?<![\w/.@<>*-])[\w./-]*\w\.(?:md|ts|mjs|tpl|sh|prisma)\b(?![\w-]|\.\w|\/)/g;
/** A number in a document that is not named; section numbers of RFCs and laws stand behind their names. */
const LOOSE = /\b(?:reference|trap) \d+(?:\.\d+)?\b/g;

/** Reads the project's code, tests and charts, whose comments name files and decisions. */
export function listCommented(): string[] {
  return globSync([CODE, MARKUP], { cwd: ROOT, exclude: (path) => OUTSIDE.test(path) });
}

/** Lists the files and decisions that the comments of a text name and that do not exist. */
export function unknownInComments({ path, text }: Document): string[] {
  return [...text.matchAll(COMMENT)].flatMap(([comment]) => [
    ...[...comment.matchAll(DECISION)].filter(([, number]) => !DECISIONS.has(number ?? "")).map(([name]) => name),
    ...[...comment.matchAll(FILE)].map(([name]) => name).filter((name) => !isFile(dirname(path), name)),
    ...[...comment.matchAll(LOOSE)].map(([name]) => name),
  ]);
}

const DECISIONS = new Set(globSync("docs/adr/*.md", { cwd: ROOT }).map((path) => basename(path).slice(0, 4)));
const FILES = globSync("**/*.{md,ts,mjs,tpl,sh,prisma}", { cwd: ROOT, exclude: (path) => OUTSIDE.test(path) });
/** Each file by its name, and by its path without the folders before: `plan-wave.ts`, `release/plan-wave.ts`. */
const ENDS = new Set(FILES.flatMap((path) => path.split("/").map((_, index, parts) => parts.slice(index).join("/"))));

/** A file is named by the end of its path, or by its path from where the comment stands. */
const isFile = (folder: string, name: string): boolean => ENDS.has(name) || existsSync(join(ROOT, folder, name));
