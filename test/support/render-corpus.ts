import { z } from "zod";
import { BerthError } from "../../contract/errors.ts";
import type { JsonSchema } from "./schema-arbitrary.ts";

/** Inputs of something that renders: one that the others are held against, and those, by what they try. */
type Corpus<Input> = Readonly<{
  base: Input;
  cases: Readonly<Record<string, Input>>;
  render: (input: Input) => unknown;
}>;

/** Between the name of a case and what is changed in it once more. */
const WITHIN = " › ";

/**
 * Tells what a corpus is rendered to, line by line for a person to read: the base in full, each other case by what differs
 * from the base, or for "a › b" from the case "a".
 */
export function tellCorpus<Input>({ base, cases, render }: Corpus<Input>): string {
  const known = tellOutcome(render, base);
  const outcomes = new Map(Object.entries(cases).map(([name, input]) => [name, tellOutcome(render, input)]));
  const told = [...outcomes].flatMap(([name, outcome]) => {
    const [first = ""] = name.split(WITHIN);
    const from = first === name ? known : (outcomes.get(first) ?? known);
    return ["", `# ${name}`, ...differences(from, outcome)];
  });
  return `${["# base", ...known, ...told].join("\n")}\n`;
}

function tellOutcome<Input>(render: (input: Input) => unknown, input: Input): readonly string[] {
  try {
    return [...listMembers(render(input), "")];
  } catch (error) {
    if (error instanceof BerthError) return [`! ${error.code}: ${error.publicMessage}`];
    return [`! ${String(error)}`];
  }
}

/** Lists the members of a value with their paths; what is undefined is not there. */
function* listMembers(value: unknown, path: string): Generator<string> {
  if (typeof value !== "object" || value === null) {
    if (value !== undefined) yield `${path} = ${shorten(JSON.stringify(value))}`;
    return;
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) yield `${path} = ${Array.isArray(value) ? "[]" : "{}"}`;
  for (const [name, member] of members) {
    const step = Array.isArray(value) ? `[${name}]` : path === "" ? name : `.${name}`;
    yield* listMembers(member, path + step);
  }
}

const SHOWN_MAX = 2_000;

/** Of what is very long the length and both ends are told. */
function shorten(text: string): string {
  if (text.length <= SHOWN_MAX) return text;
  return `${text.slice(0, 40)}… ${text.length} characters …${text.slice(-40)}`;
}

function differences(known: readonly string[], told: readonly string[]): readonly string[] {
  if (told[0]?.startsWith("! ") === true) return told;
  const [before, after] = [new Set(known), new Set(told)];
  const lines = [
    ...known.filter((line) => !after.has(line)).map((line) => `- ${line}`),
    ...told.filter((line) => !before.has(line)).map((line) => `+ ${line}`),
  ];
  return lines.length === 0 ? ["as the base"] : lines;
}

type Path = readonly (string | number)[];
type Container = Record<string | number, unknown>;

/**
 * Derives variants of a value from its schema, one member at a time: each enum's words, both booleans, the least and the most
 * of a number, an empty list, and every member that may be left out; a text is that of `sample`, which has every member.
 */
export function memberVariants<T extends object>(schema: z.ZodType<T>, base: T, sample: T): Record<string, T> {
  const described = z.toJSONSchema(schema, { target: "openapi-3.0", io: "input" }) as JsonSchema;
  const all = variantsOf(described, [], sample).map(({ path, value }): [string, T] => {
    const made = structuredClone(base) as Container;
    const top = path[0] ?? "";
    if (path.length > 1) made[top] ??= structuredClone((sample as Container)[top]);
    return [nameOf(path, value), place(made, path, value) as T];
  });
  return Object.fromEntries(all);
}

const VALUE_LENGTH_MAX = 60;

function nameOf([top = "", ...rest]: Path, value: unknown): string {
  const what = value === undefined ? "unset" : `= ${JSON.stringify(value).slice(0, VALUE_LENGTH_MAX)}`;
  if (rest.length > 0) return `${top}${WITHIN}${rest.join(".")} ${what}`;
  return typeof value === "object" && Object.keys(value ?? {}).length > 0 ? String(top) : `${top} ${what}`;
}

type Variant = Readonly<{ path: Path; value: unknown }>;

function variantsOf(node: JsonSchema, path: Path, sample: unknown): readonly Variant[] {
  const values = valuesOf(node, sample, path.length === 1).map((value) => ({ path, value }));
  if (node.type === "array" && Array.isArray(sample))
    return [...values, ...variantsOf(node.items ?? {}, [...path, 0], sample[0])];
  const members = Object.entries(node.properties ?? {}).flatMap(([name, member]) => {
    const at = [...path, name];
    const unset = node.required?.includes(name) === true ? [] : [{ path: at, value: undefined }];
    return [...unset, ...variantsOf(member, at, (sample as Container | undefined)?.[name])];
  });
  return [...values, ...members];
}

const NUMBER_MAX = 1_000_000;
/** A bound that the schema does not name is the largest of all numbers. */
const isPlain = (bound: unknown): boolean => typeof bound === "number" && Math.abs(bound) <= NUMBER_MAX;

function valuesOf(node: JsonSchema, sample: unknown, isTop: boolean): readonly unknown[] {
  // Of maps within others the members are varied.
  if (node.properties !== undefined) return isTop ? [sample] : [];
  if (node.enum !== undefined) return node.enum;
  if (node.type === "boolean") return [true, false];
  if (node.type === "integer" || node.type === "number") return [node.minimum, node.maximum, sample].filter(isPlain);
  if (node.type === "array") return [sample, []];
  return [sample];
}

function place(made: Container, path: Path, value: unknown): Container {
  const [head = "", ...rest] = path;
  if (rest.length > 0) place((made[head] ??= {}) as Container, rest, value);
  else if (value === undefined) Reflect.deleteProperty(made, head);
  else made[head] = structuredClone(value);
  return made;
}
