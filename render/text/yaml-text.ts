import { isMap } from "../../contract/json.ts";
import { renderError } from "../render-error.ts";

/** What a rendered file can hold; members that are undefined are left out. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMap;
/** A map of a rendered file. */
export type JsonMap = { readonly [key: string]: Json | undefined };

/** Reads a member as a map; what is no map is an empty one. */
export function mapOf(value: Json | undefined): JsonMap {
  return isMap(value) ? value : {};
}

/**
 * Formats a value as YAML that every parser reads alike: keys sorted, all strings double-quoted (Go's YAML takes a bare
 * `yes`, `1e3` or `0o7` for something else than a string), nothing that depends on time or order of arrival.
 */
export function formatYaml(value: Json): string {
  const lines: Lines = { texts: [], characters: 0 };
  writeValue(lines, value, { first: "", indent: "" });
  return `${lines.texts.join("\n")}\n`;
}

type Lines = { readonly texts: string[]; characters: number };
/** What a value's first line begins with, and its others. */
type Margin = Readonly<{ first: string; indent: string }>;

/** Neither etcd nor Argo CD takes more; a megabyte of small lists is many times that once it is indented. */
const CHARACTERS_MAX = 1_310_720;

function writeLine(lines: Lines, text: string): void {
  lines.characters += text.length + 1;
  if (lines.characters > CHARACTERS_MAX) throw renderError("values_yaml", "would be longer than 1.25 MiB: shorten it");
  lines.texts.push(text);
}

function writeValue(lines: Lines, value: Json, { first, indent }: Margin): void {
  if (!isBlock(value)) {
    writeLine(lines, first + formatInline(value));
    return;
  }
  if (isList(value)) {
    for (const [index, item] of value.entries())
      writeValue(lines, item, { first: `${index === 0 ? first : indent}- `, indent: `${indent}  ` });
    return;
  }
  const map = value as JsonMap;
  let start = first;
  for (const name of Object.keys(map).sort()) {
    const member = map[name];
    if (member === undefined) continue;
    writeMember(lines, [formatKey(name), member], { first: start, indent });
    start = indent;
  }
}

// A key that stands before its colon on one line may have 1024 characters; longer ones are announced.
const KEY_LENGTH_MAX = 1000;

function writeMember(lines: Lines, [key, value]: readonly [string, Json], { first, indent }: Margin): void {
  const isLong = key.length > KEY_LENGTH_MAX;
  if (isLong) writeLine(lines, `${first}? ${key}`);
  const start = isLong ? `${indent}:` : `${first}${key}:`;
  if (isBlock(value)) {
    writeLine(lines, start);
    writeValue(lines, value, { first: `${indent}  `, indent: `${indent}  ` });
  } else writeLine(lines, `${start} ${formatInline(value)}`);
}

function isBlock(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isList(value) ? value.length > 0 : Object.keys(value).some((name) => value[name] !== undefined);
}

function formatInline(value: Json): string {
  if (value === null || typeof value !== "object") return formatScalar(value);
  return isList(value) ? "[]" : "{}";
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const PLAIN_KEY = /^[A-Za-z][A-Za-z0-9_./-]*$/;
const NOT_A_STRING = /^(y|n|yes|no|on|off|true|false|null)$/i;

function formatKey(key: string): string {
  return PLAIN_KEY.test(key) && !NOT_A_STRING.test(key) ? key : formatString(key);
}

function formatScalar(value: null | boolean | number | string): string {
  return typeof value === "string" ? formatString(value) : JSON.stringify(value);
}

// JSON leaves these as they are; YAML readers refuse them or break the line there.
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** What stands in quotes as it is; most texts do. */
const QUOTED_AS_IT_IS = /^[ !#-[\]-~]*$/;

function formatString(value: string): string {
  if (QUOTED_AS_IT_IS.test(value)) return `"${value}"`;
  return JSON.stringify(value.toWellFormed()).replaceAll(
    UNPRINTABLE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
