/** Names what a rendered file can hold; members that are undefined are left out. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMap;
/** Names a map of a rendered file. */
export type JsonMap = { readonly [key: string]: Json | undefined };

/**
 * Formats a value as YAML that every parser reads alike: keys sorted, all strings double-quoted (Go's YAML takes a bare
 * `yes`, `1e3` or `0o7` for something else than a string), nothing that depends on time or order of arrival.
 */
export function formatYaml(value: Json): string {
  return `${formatLines(value).join("\n")}\n`;
}

function formatLines(value: Json): string[] {
  if (value === null || typeof value !== "object") return [formatScalar(value)];
  if (isList(value)) return value.length === 0 ? ["[]"] : value.flatMap((item) => hang("- ", formatLines(item)));
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort();
  return keys.length === 0 ? ["{}"] : keys.flatMap((key) => formatMember(formatKey(key), value[key] ?? null));
}

// A key that stands before its colon on one line may have 1024 characters; longer ones are announced.
const KEY_LENGTH_MAX = 1000;

function formatMember(key: string, value: Json): string[] {
  const lines = formatLines(value);
  const start = key.length > KEY_LENGTH_MAX ? [`? ${key}`, ":"] : [`${key}:`];
  if (!isBlock(value)) return [...start.slice(0, -1), `${start.at(-1) ?? ""} ${lines.join("")}`];
  return [...start, ...lines.map((line) => `  ${line}`)];
}

const isBlock = (value: Json): boolean =>
  typeof value === "object" && value !== null && Object.values(value).some((member) => member !== undefined);

function hang(mark: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? mark : "  ") + line);
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

function formatString(value: string): string {
  return JSON.stringify(value.toWellFormed()).replaceAll(
    UNPRINTABLE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
