/**
 * Composes YAML that strangers wrote, in time and memory that grow as the text does:
 *
 * 1. one pass over the lexer's words counts what the library takes more than linear time for: anchors and tags of one value,
 *    and aliases, each of which is looked up among all anchors;
 * 2. the first fault ends it: the library would go on, and quotes the whole line in each of its faults, so that a line of
 *    256 KiB of closing brackets ends the process for want of memory;
 * 3. keys are scalars that come once: the library's own check compares each with each, and takes 1 and "1" for two.
 */
import { Composer, CST, Lexer, Parser, isScalar, visit, type Document } from "yaml";

/** Says what is wrong with a YAML text; nothing of the text is in it. */
export class YamlFault extends Error {
  override readonly name = "YamlFault";
}

// One value has at most one anchor and one tag.
const PROPERTIES_MAX = 20;
const ALIASES_MAX = 100;
const DEPTH_MAX = 64;
/** Each level is a node of its own, and the pair that holds it. */
const PATH_MAX = 2 * DEPTH_MAX + 2;

/** Composes the documents of a text; throws a YamlFault at the first fault. */
export function composeYaml(text: string): readonly Document[] {
  try {
    const documents = [...compose(text)];
    for (const document of documents) assertPlainMaps(document);
    return documents;
  } catch (error) {
    if (error instanceof YamlFault) throw error;
    // Thousands of nested brackets end the parser's stack.
    throw new YamlFault("is not YAML that can be read");
  }
}

function* compose(text: string): Generator<Document> {
  const parser = new Parser();
  const composer = new Composer({ schema: "core", uniqueKeys: false, logLevel: "silent" });
  Object.assign(composer, { onError: (place: Place, code: string) => fail(text, code, place) });
  for (const word of countWords(text))
    for (const token of parser.next(word)) yield* composer.next(assertToken(text, token));
  for (const token of parser.end()) yield* composer.next(assertToken(text, token));
  yield* composer.end();
}

type Place = number | readonly [number, number] | Readonly<{ offset: number }>;

function assertToken(text: string, token: CST.Token): CST.Token {
  return token.type === "error" ? fail(text, "UNEXPECTED_TOKEN", token) : token;
}

function fail(text: string, code: string, place: Place): never {
  const offset = typeof place === "number" ? place : "offset" in place ? place.offset : place[0];
  const line = text.slice(0, Math.max(0, offset)).split("\n").length;
  throw new YamlFault(`is not valid YAML: ${code} in line ${line}`);
}

/** Hands the lexer's words on, and ends where there are too many of the costly ones. */
function* countWords(text: string): Generator<string> {
  const seen = { aliases: 0, properties: 0 };
  let isText = false;
  for (const word of new Lexer().lex(text)) {
    const type: string | null = isText ? "scalar" : CST.tokenType(word);
    isText = !isText && type === "scalar";
    countWord(seen, type ?? "");
    yield word;
  }
}

const BLANK = new Set(["space", "newline", "comment"]);

function countWord(seen: { aliases: number; properties: number }, type: string): void {
  if (type === "alias" || type === "anchor") seen.aliases += 1;
  if (type === "anchor" || type === "tag") seen.properties += 1;
  else if (!BLANK.has(type)) seen.properties = 0;
  if (seen.aliases > ALIASES_MAX) throw new YamlFault(`uses more than ${ALIASES_MAX} anchors and aliases`);
  if (seen.properties >= PROPERTIES_MAX) throw new YamlFault("is not YAML that can be read");
}

function assertPlainMaps(document: Document): void {
  visit(document, {
    Node(_key, _node, path) {
      if (path.length > PATH_MAX) throw new YamlFault(`is nested more than ${DEPTH_MAX} levels deep`);
    },
    Map(_key, { items }, path) {
      if (path.length > PATH_MAX) throw new YamlFault(`is nested more than ${DEPTH_MAX} levels deep`);
      const keys = items.map(({ key }) => {
        if (isScalar(key)) return String(key.value);
        // A map as a key would be written out as text, at every level again.
        throw new YamlFault("is not valid YAML: a key is neither text nor a number");
      });
      if (new Set(keys).size < keys.length) throw new YamlFault("is not valid YAML: a map has a key twice");
    },
  });
}
