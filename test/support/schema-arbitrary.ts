import fc from "fast-check";
import { NO_NUL } from "../../contract/fields.ts";

/** The part of JSON Schema that the contract's resources use. */
export type JsonSchema = Readonly<{
  type?: string;
  const?: string;
  enum?: readonly string[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  default?: unknown;
  $ref?: string;
}>;

const LIST_LENGTH = 3;
const TEXT_LENGTH = 24;

/** Lists texts that one YAML reader or another takes for something else than a text, or that a template could run. */
export const AWKWARD_TEXTS: readonly string[] = [
  ..."yes|no|on|off|y|n|Y|true|False|null|~|NULL|1e3|0o7|0x1F|017|1_000|12:30:45|2001-01-01|.inf|.nan|-|=|<<|1.0|-0|+1|0b11|1e400".split(
    "|",
  ),
  ...'|{{ .Values.id }}|{{ fail "x" }}|{{- end }}|}}|{{|{{/* */}}|`|"|\'|\\|\\n|\n|\r\n|\t|---|--- |...|# x|: |a: b|- x|[|]|{|}|&a|*a|!!str|%|@|?|>|$(A)|$$|$'.split(
    "|",
  ),
  "| ",
  "two\nlines\n",
  "trailing space ",
  " leading",
  "\u0007\u001b\u007f\u0085\u00a0\u200b\u2028\u2029\ufeff",
  "żółć 日本語 🚢 👩‍🚀",
  "$(PATH) $$HOME $${A}",
  "x".repeat(2000),
];

const SURROGATES = { first: 0xd800, count: 0x800 } as const;

/** Makes single characters of all of Unicode: fast-check's own unit `binary` keeps a table of a million of them for each use. */
export const anyCharacter = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
  (at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count),
  (text) => {
    const [character = "", ...more] = text as string;
    const at = character.codePointAt(0);
    if (at === undefined || more.length > 0 || !character.isWellFormed())
      throw new Error("This is no single character.");
    return at < SURROGATES.first ? at : at - SURROGATES.count;
  },
);

/** Makes texts without NUL, half of them awkward. */
export const anyText = fc.oneof(
  fc.constantFrom(...AWKWARD_TEXTS),
  fc.string({ unit: anyCharacter, maxLength: TEXT_LENGTH }).map((text) => text.replaceAll("\0", "")),
);

const BY_TYPE: Readonly<Record<string, (schema: JsonSchema) => fc.Arbitrary<unknown>>> = {
  string: (schema) => validText(schema),
  integer: ({ minimum, maximum }) => fc.integer({ min: minimum, max: maximum }),
  number: ({ minimum, maximum }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  boolean: () => fc.boolean(),
  array: ({ items = {}, minItems, maxItems = LIST_LENGTH }) =>
    fc.array(validValue(items), { minLength: minItems, maxLength: Math.min(maxItems, LIST_LENGTH) }),
  object: (schema) => (schema.properties === undefined ? validMap(schema) : validObject(schema)),
};

/** Makes values that a schema takes; cross-field rules are the caller's business. */
export function validValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  return BY_TYPE[schema.type ?? ""]?.(schema) ?? fc.jsonValue({ maxDepth: 2 });
}

function validObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, validValue(member)]));
  return fc.record(members, { requiredKeys: [...required] });
}

function validMap({ additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
  const values =
    typeof additionalProperties === "object" && additionalProperties.$ref === undefined
      ? validValue(additionalProperties)
      : fc.jsonValue({ maxDepth: 2 });
  // A JSON parser in JavaScript and one in Go differ in what they do with this one name.
  const keys = fc.string({ maxLength: 12 }).filter((key) => key !== "__proto__");
  return fc.dictionary(keys, values, { maxKeys: 4 });
}

function validText({ pattern, format, minLength = 0, maxLength = TEXT_LENGTH }: JsonSchema): fc.Arbitrary<string> {
  if (format === "uuid") return fc.uuid({ version: [4, 7] });
  if (format === "date-time")
    return fc
      .date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString());
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  if (pattern === undefined || pattern === NO_NUL)
    return anyText.map((text) => text.slice(0, maxLength).toWellFormed()).filter(fits);
  return matching(pattern)
    .map((text) => shorten(text, pattern, maxLength))
    .filter(fits);
}

/** Made once each: fast-check takes a pattern apart for milliseconds, and what it makes holds nothing of a run. */
const byPattern = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string): fc.Arbitrary<string> {
  const made = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  byPattern.set(pattern, made);
  return made;
}

function shorten(text: string, pattern: string, maxLength: number): string {
  const cut = text.slice(0, maxLength);
  return new RegExp(pattern).test(cut) ? cut : text;
}
