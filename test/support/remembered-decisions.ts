/**
 * Remembers what a pure function answers to everything that can be observed: from each scene, every member is put on every value
 * of its axis, alone and in pairs, and the answers are written down for a person to read, compactly:
 *
 * 1. a scene's own answer, and how it changes with each single value;
 * 2. a matrix of all pairs, by one sign: `<` the one of the row decides, `^` the one of the column, `=` both, `+` each for
 *    its part, `.` neither changes anything, `-` and `_` one takes back what the other does, `0` both do;
 *    `k` and `K` one decides and what is remembered of the other stays, `*` see below;
 * 3. the pairs whose answer follows from neither.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { flatten, labelOf, put, sorted, type Flat } from "./remembered-values.ts";

const FOLDER = join(import.meta.dirname, "../fixtures/decisions");

/** What a machine remembers is handed on in what it answers. */
const MEMORY = "state.";

/** By the path of a member: values that it can have, by what they are called where they are long. */
type Axes = Readonly<Record<string, readonly unknown[] | Readonly<Record<string, unknown>>>>;

/** What is asked of a function, and where it is asked. */
export type Decisions<Scene extends object> = Readonly<{
  answer: (scene: Scene) => unknown;
  scenes: Readonly<Record<string, Scene>>;
  axes: Axes;
  /** Axes of single scenes, instead. */
  axesOf?: Readonly<Record<string, Axes>>;
  /** Times are written as what lies between them and this one. */
  nowMs?: number;
  /** Scenes where values are tried alone only; all of them without a list. */
  alone?: readonly string[] | true;
}>;

type Value = Readonly<{ path: string; value: unknown; label: string; echo: Flat }>;
type Answer = Readonly<{ text: string; flat: () => Flat }>;
type Single = Readonly<{ value: Value; answer: Answer; changes: Flat }>;

/** Holds a function to the answers that are written down under a name; BERTH_TEST_GOLDEN=write writes them anew. */
export function rememberDecisions<Scene extends object>(name: string, decisions: Decisions<Scene>): void {
  const path = join(FOLDER, `${name}.txt`);
  const scenes = Object.entries(decisions.scenes);
  if (process.env["BERTH_TEST_GOLDEN"] === "write") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, scenes.map(([title, scene]) => blockOf(title, scene, decisions)).join("\n"));
  }
  for (const [title, scene] of scenes)
    it(`decides as it is written down: ${title}`, () => {
      const found = blockOf(title, scene, decisions);
      const known = existsSync(path) ? (blocksIn(readFileSync(path, "utf8")).get(title) ?? "") : "";
      const difference = differenceOf(known, found);
      if (difference !== undefined)
        throw new Error(`${name}, ${title}: ${difference}\nBERTH_TEST_GOLDEN=write writes it anew; read its diff.`);
    });
  it("has nothing written down that is no longer asked", () => {
    const written = [...blocksIn(readFileSync(path, "utf8")).keys()];
    const asked = scenes.map(([title]) => title);
    if (written.join("\n") !== asked.join("\n")) throw new Error(`${name} has ${written.join(", ")}`);
  });
}

/** Writes what is answered in a scene and around it. */
export function blockOf<Scene extends object>(title: string, scene: Scene, decisions: Decisions<Scene>): string {
  const { nowMs = 0, alone = [] } = decisions;
  const axes = decisions.axesOf?.[title] ?? decisions.axes;
  const ask = (changed: Scene): Answer => {
    const given = decisions.answer(changed);
    return { text: JSON.stringify(given) ?? "undefined", flat: () => flatten(given, nowMs) };
  };
  const base = ask(scene);
  const values = Object.entries(axes).flatMap(([path, all]) =>
    Object.entries(all).map(([name, value]: [string, unknown]): Value => {
      const label = Array.isArray(all) ? `${path}=${labelOf(value, nowMs)}` : `${path}: ${name}`;
      return { path, value, label, echo: echoOf(path, value, nowMs) };
    }),
  );
  const singles = values.flatMap((value): Single[] => {
    const changed = put(scene, value.path, value.value);
    if (changed === undefined) return [];
    const answer = ask(changed);
    return [{ value, answer, changes: changesOf(base.flat(), answer.flat()) }];
  });
  const lines = [`## ${title}`, lineOf(base.flat()), ...singleLines(singles)];
  if (alone !== true && !alone.includes(title)) lines.push(...pairLines(scene, { base, singles, ask }));
  return `${lines.join("\n")}\n`;
}

function singleLines(singles: readonly Single[]): string[] {
  const groups = Map.groupBy(singles, ({ changes }) => lineOf(changes));
  return [...groups].map(([changes, all]) => {
    const labels = all.map(({ value }) => value.label).join(" | ");
    return changes === "" ? `  nothing by ${labels}` : `  ${labels}\n    ${changes}`;
  });
}

type Around<Scene> = Readonly<{ base: Answer; singles: readonly Single[]; ask: (scene: Scene) => Answer }>;

type Odd = Readonly<{ like: string; with: string; changes: string }>;

function pairLines<Scene extends object>(scene: Scene, { base, singles, ask }: Around<Scene>): string[] {
  const odd: Odd[] = [];
  const rows = singles.map((one, index) => {
    const changed = put(scene, one.value.path, one.value.value);
    const signs = singles.slice(0, index).map((other) => {
      if (areNested(one.value.path, other.value.path)) return " ";
      const both = changed && put(changed, other.value.path, other.value.value);
      if (both === undefined) return " ";
      const answer = ask(both);
      const sign = signOf(answer, base, [one, other]);
      if (sign === "*") odd.push(oddOf(answer, one, other));
      return sign;
    });
    return `  ${signs.join("")} ${one.value.label}`;
  });
  return ["pairs:", ...rows, "neither decides:", ...oddLines(odd)];
}

/** Tells a pair by how it differs from the more alike of its two. */
function oddOf(answer: Answer, one: Single, other: Single): Odd {
  const [byOne, byOther] = [one, other].map((single) => lineOf(changesOf(single.answer.flat(), answer.flat())));
  const isOne = (byOne ?? "").length < (byOther ?? "").length;
  const [like, also] = isOne ? [one, other] : [other, one];
  return { like: like.value.label, with: also.value.label, changes: (isOne ? byOne : byOther) ?? "" };
}

function oddLines(odd: readonly Odd[]): string[] {
  const groups = Map.groupBy(odd, ({ like, changes }) => `  ${like}\n    ${changes}\n      with `);
  return [...groups].map(([head, all]) => `${head}${all.map((one) => one.with).join(" | ")}`);
}

function signOf(answer: Answer, base: Answer, [one, other]: readonly [Single, Single]): string {
  const { text } = answer;
  const [isOne, isOther] = [text === one.answer.text, text === other.answer.text];
  const [both, onlyOne, onlyOther, none] = text === base.text ? [".", "-", "_", "0"] : ["=", "<", "^", undefined];
  const same = isOne ? (isOther ? both : onlyOne) : isOther ? onlyOther : none;
  return same ?? signOfParts(lineOf(answer.flat()), base, [one, other]);
}

function signOfParts(line: string, base: Answer, [one, other]: readonly [Single, Single]): string {
  if (line === lineOf(applied(base.flat(), one.changes, other.changes))) return "+";
  if (line === lineOf(kept(other.answer.flat(), one.value))) return "k";
  return line === lineOf(kept(one.answer.flat(), other.value)) ? "K" : "*";
}

function applied(base: Flat, ...changes: readonly Flat[]): Flat {
  const result = new Map(base);
  for (const [path, value] of changes.flatMap((one) => [...one]))
    if (value === GONE) result.delete(path);
    else result.set(path, value);
  return sorted([...result]);
}

/** What an answer says where a member of the memory is handed on. */
function echoOf(path: string, value: unknown, nowMs: number): Flat {
  const name = path.slice(MEMORY.length);
  return new Map([...flatten({ value }, nowMs)].map(([one, label]) => [one.replace("value", name), label]));
}

/** An answer with what was remembered of a member as it was. */
function kept(answer: Flat, { path, echo }: Value): Flat {
  if (!path.startsWith(MEMORY)) return answer;
  const name = path.slice(MEMORY.length);
  const rest = [...answer].filter(([one]) => one !== name && !one.startsWith(`${name}.`));
  return sorted([...rest, ...echo]);
}

const GONE = "∅";

function changesOf(before: Flat, after: Flat): Flat {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const changed = paths.filter((path) => before.get(path) !== after.get(path));
  return new Map(changed.map((path) => [path, after.get(path) ?? GONE]));
}

function lineOf(flat: Flat): string {
  return [...flat].map(([path, value]) => (path === "" ? value : `${path}: ${value}`)).join(" · ");
}

function areNested(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

function blocksIn(text: string): ReadonlyMap<string, string> {
  const blocks = text.split(/^(?=## )/m).filter((block) => block !== "");
  return new Map(blocks.map((block) => [block.slice(3, block.indexOf("\n")), `${block.trimEnd()}\n`]));
}

function differenceOf(known: string, found: string): string | undefined {
  if (known === found) return undefined;
  const [before, after] = [known.split("\n"), found.split("\n")];
  const at = after.findIndex((line, index) => line !== before[index]);
  return `line ${at + 1} of it was\n${before[at] ?? ""}\nand is\n${after[at] ?? ""}`;
}
