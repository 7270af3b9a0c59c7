import type { Document } from "yaml";
import { isMap } from "../../contract/json.ts";
import { YamlFault, composeYaml } from "./compose-yaml.ts";
import { renderError } from "../render-error.ts";
import type { Json, JsonMap } from "./yaml-text.ts";

const BYTES_MAX = 262_144;
const DEPTH_MAX = 64;
const CHARACTERS_MAX = 1_048_576;

/** Parses the YAML map that a user typed into `field`; an empty text is an empty map. */
export function parseYamlMap(text: string, field: string): JsonMap {
  if (text === "") return {};
  const documents = parseYamlMaps(text, field);
  if (documents.length > 1) throw renderError(field, "must be one YAML document");
  return documents[0] ?? {};
}

/** Parses a text of any number of YAML documents, each a map; empty documents are left out. */
export function parseYamlMaps(text: string, field: string): JsonMap[] {
  if (new TextEncoder().encode(text).length > BYTES_MAX) throw renderError(field, "is longer than 256 KiB");
  return composeDocuments(text, field).flatMap((document) => {
    const value = toJson(document, field);
    if (value === null) return [];
    if (!isMap(value)) throw renderError(field, "must be a YAML map");
    return [value];
  });
}

/** Throws unless the value nests and counts like something that can be written to a file; what aliases repeat counts anew. */
export function assertPlain(value: unknown, field: string): asserts value is Json {
  let size = 0;
  const look = (item: unknown, depth: number): void => {
    if (depth > DEPTH_MAX) throw renderError(field, `is nested more than ${DEPTH_MAX} levels deep`);
    if (typeof item === "number" && !Number.isFinite(item))
      throw renderError(field, "holds a number that JSON does not have");
    size += typeof item === "string" ? item.length + 1 : 1;
    if (size > CHARACTERS_MAX) throw renderError(field, "is longer than 1 MiB with what its aliases stand for");
    if (typeof item !== "object" || item === null) return;
    for (const [key, member] of Object.entries(item)) {
      size += key.length;
      look(member, depth + 1);
    }
  };
  look(value, 0);
}

function composeDocuments(text: string, field: string): readonly Document[] {
  try {
    return composeYaml(text);
  } catch (error) {
    if (error instanceof YamlFault) throw renderError(field, error.message);
    throw error;
  }
}

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
