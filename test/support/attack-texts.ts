import { RegExpParser, type AST } from "@eslint-community/regexpp";
import { isSuperlinear } from "./growth.ts";

/** Makes a text of about the given length. */
export type MakeText = (length: number) => string;

const COMMON = Array.from("a0A !&-./:=\n\t\"'");
const VARIANTS_MAX = 8;
const END = "\u0001";

/**
 * Makes texts that a pattern may take long for: what comes before each of its repetitions, then what is repeated, over and
 * over, and an end that fits nothing.
 */
function attackTexts(source: string, flags: string): readonly MakeText[] {
  const { pattern, letters } = parse(source, flags);
  const texts: MakeText[] = [];
  const attack = (quantifier: AST.Quantifier): void => {
    const before = textBefore(quantifier, letters);
    for (const pump of samplesOf(quantifier.element, letters)) {
      if (pump === "") continue;
      texts.push((length) => before + pump.repeat(length / pump.length) + END);
      texts.push((length) => pump.repeat(length / pump.length) + END);
      texts.push((length) => (before + pump).repeat(length / (before.length + pump.length)) + END);
    }
  };
  visit(pattern, (node) => {
    if (node.type === "Quantifier" && node.max > 1) attack(node);
  });
  return texts;
}

/** Lengths grow, so that the worst patterns are found before they take for ever. */
const LENGTHS = [12, 256, 4_096];

/** Finds a text that a pattern takes more than linear time for; undefined when none was found. */
export async function findSlowText(source: string, flags: string): Promise<string | undefined> {
  const pattern = new RegExp(source, flags);
  const run = (text: string): unknown => (pattern.global ? text.replace(pattern, "") : pattern.exec(text));
  const attacks = attackTexts(source, flags);
  for (const length of LENGTHS) for (const make of attacks) if (await isSuperlinear(run, make, length)) return make(20);
  return undefined;
}

function parse(source: string, flags: string): Readonly<{ pattern: AST.Pattern; letters: readonly string[] }> {
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, mode);
  const letters = new Set<string>();
  visit(pattern, (node) => {
    if (node.type === "Character") letters.add(String.fromCodePoint(node.value));
    if (node.type === "CharacterClassRange") letters.add(String.fromCodePoint(node.min.value));
  });
  return { pattern, letters: [...letters, ...COMMON] };
}

/** One text for each of several letters that an element takes. */
function samplesOf(element: AST.Element, letters: readonly string[]): readonly string[] {
  if (element.type === "Group" || element.type === "CapturingGroup")
    return element.alternatives.flatMap((alternative) => {
      const parts = alternative.elements.map((part) => samplesOf(part, letters));
      const most = Math.max(1, ...parts.map((samples) => samples.length));
      return Array.from({ length: Math.min(most, VARIANTS_MAX) }, (_, at) =>
        parts.map((samples) => samples[at % samples.length] ?? "").join(""),
      );
    });
  if (element.type === "Quantifier")
    return samplesOf(element.element, letters).map((sample) => sample.repeat(Math.max(1, element.min)));
  if (element.type === "Assertion" || element.type === "Backreference") return [""];
  const taken = new RegExp(`^(?:${element.raw})$`, "s");
  return letters.filter((letter) => taken.test(letter)).slice(0, VARIANTS_MAX);
}

function textBefore(node: AST.Node, letters: readonly string[]): string {
  const { parent } = node;
  if (parent === null || parent.type === "Pattern") return "";
  const earlier = parent.type === "Alternative" ? parent.elements.slice(0, parent.elements.indexOf(node as never)) : [];
  const own = earlier.map((element) => samplesOf(element, letters)[0] ?? "").join("");
  return textBefore(parent, letters) + own;
}

function visit(node: AST.Node, look: (node: AST.Node) => void): void {
  look(node);
  if ("alternatives" in node) for (const part of node.alternatives) visit(part, look);
  if ("elements" in node) for (const part of node.elements) visit(part, look);
  if (node.type === "Quantifier") visit(node.element, look);
  if (node.type === "CharacterClassRange") visit(node.min, look);
}
