import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = "{adapters,api,bench,berthctl,cli,client,contract,local,operator,render,scripts,test}/**/*.ts";
const OUTSIDE =
  /^(?:adapters\/postgres\/generated|cli\/(?:generated|dist)|client\/(?:generated|dist)|test\/fixtures)\//;

/** A docstring and the line below it. It begins its line: a glob in a string looks like the beginning of one. */
const DOCUMENTED = /^[ \t]*\/\*\*\s*(?:\*\s*)?((?:(?!\*\/)[\s\S])*)\*\/\n(?=(.*))/gm;
/** "Is asked" tells of a callback or a file what happens to it; "Is the" calls a thing by a sentence. */
const THING = /^Is (?:all|an?|like|one|the|what)\b/;
const TYPE = /^\s*(?:export )?(?:type|interface) (\w+)/;
const FUNCTION = /^\s*(?:export )?(?:async )?function (\w+)/;

/** Names the declarations whose docstring is of the other kind: a type, a member or a file is a thing, a function does something. */
function misnamed(text: string): string[] {
  return [...text.matchAll(DOCUMENTED)].flatMap(([, words = "", line = ""]) => {
    const [, type] = TYPE.exec(line) ?? [];
    const [, name] = FUNCTION.exec(line) ?? [];
    if (type !== undefined && /^(?:Is|Says (?!that)|Holds|Describes|Names|States)\b/.test(words)) return [type];
    if (name !== undefined && words.startsWith("Is ")) return [name];
    return THING.test(words) ? [line.trim()] : [];
  });
}

describe("docstrings", () => {
  it("call a type what it is, and say of a function what it does", () => {
    const files = globSync(FOLDERS, { cwd: ROOT, exclude: (path) => OUTSIDE.test(`${path}/`) });
    const found = files
      .filter((path) => !OUTSIDE.test(path))
      .flatMap((path) => misnamed(readFileSync(join(ROOT, path), "utf8")).map((name) => `${path}: ${name}`));
    expect(found).to.deep.equal([]);
    expect(files.length).to.be.above(1_000);
  });

  it("are read (known bad)", () => {
    const text = [
      "/** Is what the machine remembers. */",
      "export type Memory = Readonly<{ phase: string }>;",
      "/**",
      " * Describes a change:",
      " * 1. and more",
      " */",
      "interface Change {}",
      "/** Is the part that counts. */",
      "export function significance(): string {",
      'const ROOMS = "api/**/*.ts";',
      "/** What the file is about. */",
      "/** Is a room. */",
      "type Room = string;",
      "type Kept = Readonly<{",
      "  /** Is the one that is kept. */",
      "  kept: string;",
      "  /** Is told what was kept. */",
      "  told: () => void;",
      "}>;",
      "/** What the machine remembers. */",
      "type Good = string;",
      "/** Says what counts. */",
      "function good(): void {",
    ].join("\n");
    expect(misnamed(text)).to.deep.equal(["Memory", "Change", "significance", "Room", "kept: string;"]);
  });
});
