import { isScalar, parseAllDocuments, visit, type Document } from "yaml";
import { renderError } from "./render-error.ts";
import type { Json, JsonMap } from "./yaml-text.ts";

const BYTES_MAX = 262_144;
const DEPTH_MAX = 64;

/** Parses the YAML map that a user typed into `field`; an empty text is an empty map. */
export function parseYamlMap(text: string, field: string): JsonMap {
  const documents = parseYamlMaps(text, field);
  if (documents.length > 1) throw renderError(field, "must be one YAML document");
  return documents[0] ?? {};
}

/** Parses a text of any number of YAML documents, each a map; empty documents are left out. */
export function parseYamlMaps(text: string, field: string): JsonMap[] {
  if (new TextEncoder().encode(text).length > BYTES_MAX) throw renderError(field, "is longer than 256 KiB");
  return parseDocuments(text, field).flatMap((document) => {
    const value = toJson(document, field);
    if (value === null) return [];
    if (!isMap(value)) throw renderError(field, "must be a YAML map");
    return [value];
  });
}

/** Throws unless the value nests and counts like something that can be written to a file. */
export function assertPlain(value: unknown, field: string, depth = 0): asserts value is Json {
  if (depth > DEPTH_MAX) throw renderError(field, `is nested more than ${DEPTH_MAX} levels deep`);
  if (typeof value === "number" && !Number.isFinite(value))
    throw renderError(field, "holds a number that JSON does not have");
  if (typeof value === "object" && value !== null)
    for (const item of Object.values(value)) assertPlain(item, field, depth + 1);
}

/** Tells whether a value is a map. */
export function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// One value has at most one anchor and one tag; the parser takes time by the square of how many it is given.
const MANY_PROPERTIES = /(?:[&!]\S*\s+){20}/;

function parseDocuments(text: string, field: string): readonly Document[] {
  if (MANY_PROPERTIES.test(text)) throw renderError(field, "is not YAML that can be read");
  let documents: readonly Document[];
  try {
    documents = parseAllDocuments(text, { schema: "core", uniqueKeys: false, logLevel: "silent" });
  } catch {
    // Thousands of nested brackets end the parser's stack.
    throw renderError(field, "is not YAML that can be read");
  }
  for (const document of documents) {
    const fault = document.errors[0] ?? document.warnings[0];
    if (fault !== undefined)
      throw renderError(field, `is not valid YAML: ${fault.code}${line(fault.linePos?.[0].line)}`);
  }
  for (const document of documents) assertUniqueKeys(document, field);
  return documents;
}

// The parser's own check takes time by the square of the number of keys, and takes 1 and "1" for two.
function assertUniqueKeys(document: Document, field: string): void {
  visit(document, {
    Map(_, map) {
      const keys = map.items.map(({ key }) => String(isScalar(key) ? key.value : key));
      if (new Set(keys).size < keys.length) throw renderError(field, "is not valid YAML: a map has a key twice");
    },
  });
}

const line = (number: number | undefined): string => (number === undefined ? "" : ` in line ${number}`);

function toJson(document: Document, field: string): Json {
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 20 });
  } catch {
    throw renderError(field, "uses more than 20 aliases, or one that is not defined");
  }
  assertPlain(value, field);
  return value;
}
