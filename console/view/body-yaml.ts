import { CORE_SCHEMA, dump, load, parseEvents, YAMLException } from "js-yaml";
import { checkBody, type BodyFault } from "./check-body.ts";
import { isSecret, textOf, type FormField, type FormSchema } from "./form-fields.ts";
import { readText } from "./read-text.ts";
import { findPlaces } from "./yaml-places.ts";

type Texts = Readonly<Record<string, string>>;

/** What is wrong with a text, and at which line; lines count from 1. */
export type YamlFault = Readonly<{ line: number; sentence: string }>;
/** The controls' texts that a YAML text comes to, or what is wrong with it. */
type YamlRead = Readonly<{ texts: Texts; fault?: never } | { texts?: never; fault: YamlFault }>;

const HOW =
  "give each member a line, those beside each other the same indent, and put texts with a colon or # in quotes";

/** Writes what the controls of a form have as the YAML of its body: what is needed first, secrets never. */
export function writeYaml(fields: readonly FormField[], texts: Texts): string {
  const written = fields.filter((field) => !isSecret(field));
  const members = written.flatMap(({ name, kind, isRequired }) => {
    const text = (texts[name] ?? "").trim();
    if (text === "") return isRequired ? [[name, null] as const] : [];
    const { value, fault } = readText(kind, kind === "longText" ? (texts[name] ?? "") : text);
    // What is no value yet stands there as it was typed.
    return [[name, fault === undefined ? value : text] as const];
  });
  const body = Object.fromEntries(members);
  return members.length === 0 ? "" : dump(body, { schema: CORE_SCHEMA, lineWidth: -1, noRefs: true });
}

/** Reads YAML as what the controls of a form would have; a member that is left out is not set, a secret stays what it is. */
export function readYaml(fields: readonly FormField[], text: string, before: Texts): YamlRead {
  try {
    if (text.trim() === "") return { texts: textsOf(fields, {}, before) };
    const places = findPlaces(text, parseEvents(text, {}));
    if (places.aliasLine !== undefined)
      return { fault: { line: places.aliasLine, sentence: "Aliases are not taken: write it out" } };
    const body = load(text, { schema: CORE_SCHEMA }) ?? {};
    const fault = checkBody(body, schemaOf(fields));
    if (fault !== undefined) return { fault: { line: places.lineOf(fault.path), sentence: sayFault(fault) } };
    return { texts: textsOf(fields, body, before) };
  } catch (error) {
    return { fault: toFault(text, error) };
  }
}

/** Tells at which line a member stands; undefined where it stands nowhere. */
export function findLine(text: string, member: string): number | undefined {
  const places = findPlaces(text, parseEvents(text, {}));
  return places.has([member]) ? places.lineOf([member]) : undefined;
}

function schemaOf(fields: readonly FormField[]): FormSchema {
  return { type: "object", properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])) };
}

function textsOf(fields: readonly FormField[], body: object, before: Texts): Texts {
  const members: Readonly<Record<string, unknown>> = { ...body };
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      isSecret(field) ? (before[field.name] ?? "") : textOf(members[field.name], field.kind),
    ]),
  );
}

function sayFault({ path, sentence }: BodyFault): string {
  const name = path.filter((part) => typeof part === "string").at(-1);
  return `${name ?? "This"} ${sentence}`;
}

function toFault(text: string, error: unknown): YamlFault {
  if (!(error instanceof YAMLException)) throw error;
  const last = text.trimEnd().split("\n").length;
  const at = error.mark === undefined ? last : error.mark.line + 1;
  return { line: Math.min(at, last), sentence: `This is no YAML (${error.reason}): ${HOW}` };
}
