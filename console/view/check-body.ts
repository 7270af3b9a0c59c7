import type { FormSchema } from "./form-fields.ts";
import type { BodyPath } from "./yaml-places.ts";

/** What is wrong with a body, and where in it. */
export type BodyFault = Readonly<{ path: BodyPath; sentence: string }>;

/** A wrong letter or two are a slip; more is another word. */
const SLIPS_MAX = 2;

/** Finds the first member that a schema does not know, or a value of another kind than it says; limits are the interface's to say. */
export function checkBody(value: unknown, schema: FormSchema, path: BodyPath = []): BodyFault | undefined {
  const all = schema.anyOf?.filter(({ type }) => type !== "null") ?? [schema];
  const [inner = schema] = all;
  // What can be of several kinds is the interface's to judge.
  return value === null || all.length > 1 ? undefined : checkValue(value, inner, path);
}

function checkValue(value: unknown, schema: FormSchema, path: BodyPath): BodyFault | undefined {
  const types = [schema.type ?? []].flat();
  if (schema["x-secret"] === true)
    return { path, sentence: "is a secret, which is not written here: take the line out, and give it in the form" };
  if (types.includes("object")) return checkMap(value, schema, path);
  if (types.includes("array")) return checkList(value, schema, path);
  return checkScalar(value, schema, types, path);
}

function checkMap(value: unknown, { properties }: FormSchema, path: BodyPath): BodyFault | undefined {
  if (typeof value !== "object" || Array.isArray(value))
    return { path, sentence: "has members: write each on a line of its own below, as name: value" };
  if (properties === undefined) return undefined;
  for (const [name, member] of Object.entries(value ?? {})) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const at = [...path, name];
    if (known === undefined) return { path: at, sentence: sayUnknown(name, Object.keys(properties)) };
    const fault = checkBody(member, known, at);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function checkList(value: unknown, { items = {} }: FormSchema, path: BodyPath): BodyFault | undefined {
  if (!Array.isArray(value)) return { path, sentence: "is a list: begin each item below it with a dash" };
  for (const [index, item] of value.entries()) {
    const fault = checkBody(item, items, [...path, index]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function checkScalar(
  value: unknown,
  schema: FormSchema,
  types: readonly string[],
  path: BodyPath,
): BodyFault | undefined {
  const sentence = scalarFault(value, schema, types);
  return sentence === undefined ? undefined : { path, sentence };
}

/** What a value of each kind is, and how to write one. */
const KINDS: readonly Readonly<{ type: string; fits: (value: unknown) => boolean; sentence: string }>[] = [
  { type: "boolean", fits: (value) => typeof value === "boolean", sentence: "is true or false" },
  { type: "integer", fits: Number.isInteger, sentence: "is a whole number, without quotes" },
  { type: "number", fits: Number.isFinite, sentence: "is a number, without quotes" },
  { type: "string", fits: (value) => typeof value === "string", sentence: "is a text: put it in quotes" },
];

function scalarFault(value: unknown, schema: FormSchema, types: readonly string[]): string | undefined {
  if (schema.enum?.includes(value) === false) return `can be ${schema.enum.map(String).join(", ")}`;
  const kind = KINDS.find(({ type }) => types.includes(type));
  if (kind === undefined || kind.fits(value)) return undefined;
  return typeof value === "object" ? "is one value, no list and nothing with members" : kind.sentence;
}

function sayUnknown(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((one) => ({ one, slips: slipsBetween(name, one) }))
    .filter(({ slips }) => slips <= SLIPS_MAX)
    .toSorted((one, other) => one.slips - other.slips);
  return nearest === undefined
    ? "is not known here: take it out, or look in the form for what it is called"
    : `is not known here: ${nearest.one} is`;
}

/** Counts the letters to add, take away or change; far too many are not counted out. */
function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > SLIPS_MAX) return Infinity;
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 0; row < one.length; row += 1) {
    const now = [row + 1];
    for (let column = 0; column < other.length; column += 1) {
      const kept = (before[column] ?? 0) + (one.charAt(row) === other.charAt(column) ? 0 : 1);
      now.push(Math.min(kept, (before[column + 1] ?? 0) + 1, (now[column] ?? 0) + 1));
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}
