import { characters } from "../../contract/limits.ts";

/**
 * Finds the fault of a broken JSON text, with the sentence and the offset of Python's decoder, which clients of
 * FastAPI know (docs/adr/0027). Only the error path comes here: JSON.parse decides whether a text is broken.
 */
type JsonFault = Readonly<{ error: string; offset: number }>;

/** Locates the first fault of a text that JSON.parse refused; the offset counts characters. */
export function findJsonFault(text: string): JsonFault {
  try {
    const end = skipSpace(text, scanValue(text, skipSpace(text, 0), 0));
    return inCharacters(text, end < text.length ? { error: "Extra data", offset: end } : { error: VALUE, offset: 0 });
  } catch (error) {
    if (error instanceof Found) return inCharacters(text, error.fault);
    throw error;
  }
}

class Found extends Error {
  readonly fault: JsonFault;
  constructor(error: string, offset: number) {
    super(error);
    this.fault = { error, offset };
  }
}

const VALUE = "Expecting value";
const NAME = "Expecting property name enclosed in double quotes";
const COMMA = "Expecting ',' delimiter";
/** Deeper texts are refused as they are: the scanner recurses. */
const DEPTH_MAX = 500;

function inCharacters(text: string, fault: JsonFault): JsonFault {
  return { error: fault.error, offset: characters(text.slice(0, fault.offset)) };
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && " \t\n\r".includes(text[at] ?? "")) at += 1;
  return at;
}

function scanValue(text: string, at: number, depth: number): number {
  if (depth > DEPTH_MAX) throw new Found(VALUE, at);
  if (text[at] === '"') return scanString(text, at);
  if (text[at] === "{") return scanObject(text, at + 1, depth + 1);
  if (text[at] === "[") return scanArray(text, at + 1, depth + 1);
  const word = ["null", "true", "false"].find((literal) => text.startsWith(literal, at));
  return word === undefined ? scanNumber(text, at) : at + word.length;
}

function scanNumber(text: string, at: number): number {
  const number = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
  number.lastIndex = at;
  const length = number.exec(text)?.[0].length;
  if (length === undefined) throw new Found(VALUE, at);
  return at + length;
}

function scanObject(text: string, start: number, depth: number): number {
  let at = skipSpace(text, start);
  if (text[at] === "}") return at + 1;
  for (;;) {
    if (text[at] !== '"') throw new Found(NAME, at);
    at = skipSpace(text, scanString(text, at));
    if (text[at] !== ":") throw new Found("Expecting ':' delimiter", at);
    at = skipSpace(text, scanValue(text, skipSpace(text, at + 1), depth));
    if (text[at] === "}") return at + 1;
    if (text[at] !== ",") throw new Found(COMMA, at);
    at = skipSpace(text, at + 1);
  }
}

function scanArray(text: string, start: number, depth: number): number {
  let at = skipSpace(text, start);
  if (text[at] === "]") return at + 1;
  for (;;) {
    at = skipSpace(text, scanValue(text, at, depth));
    if (text[at] === "]") return at + 1;
    if (text[at] !== ",") throw new Found(COMMA, at);
    at = skipSpace(text, at + 1);
  }
}

function scanString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === '"') return at + 1;
    if (character < " ") throw new Found("Invalid control character at", at);
    if (character === "\\") at = scanEscape(text, at, begin);
  }
  throw new Found("Unterminated string starting at", begin);
}

function scanEscape(text: string, backslash: number, begin: number): number {
  const escape = text[backslash + 1];
  if (escape === undefined) throw new Found("Unterminated string starting at", begin);
  if (escape !== "u") {
    if (!'"\\/bfnrt'.includes(escape)) throw new Found("Invalid \\escape", backslash);
    return backslash + 1;
  }
  // Python wants a character after the four digits, since the string must still be closed.
  if (backslash + 6 >= text.length || !/^[0-9a-fA-F]{4}$/.test(text.slice(backslash + 2, backslash + 6)))
    throw new Found("Invalid \\uXXXX escape", backslash + 1);
  return backslash + 5;
}
