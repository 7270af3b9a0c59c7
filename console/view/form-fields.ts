import { readText, type ControlKind } from "./read-text.ts";

/** A schema of a body, as far as forms ask; what it referred to was put in its place. */
export type FormSchema = Readonly<{
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  anyOf?: readonly FormSchema[];
  properties?: Readonly<Record<string, FormSchema>>;
  required?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
  items?: FormSchema;
  "x-secret"?: boolean;
}>;

/** A control of a form: what of the contract it stands for, and how it is given. */
export type FormField = Readonly<{
  name: string;
  label: string;
  help: string;
  kind: ControlKind;
  isRequired: boolean;
  /** Sent to the letter: blanks around a secret belong to it. */
  isExact: boolean;
  choices: readonly string[];
  /** Of rows, and of one object: the members of one. */
  columns: readonly FormField[];
  /** What the contract says of it. */
  schema: FormSchema;
}>;

/** A fault of what was given, as the interface tells faults. */
type GivenFault = Readonly<{ loc: readonly ["body", string]; msg: string; type: "form" }>;

/** Above this many letters a text has a control of several lines. */
export const LONG = 5_000;

/** Makes the controls of a body of its schema: a new member of the contract has one without a change here. */
export function formFields({ properties = {}, required = [] }: FormSchema): readonly FormField[] {
  const fields = Object.entries(properties).map(([name, member]) => fieldOf(name, member, required.includes(name)));
  return fields.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** Tells whether a control has what nobody may read over somebody's shoulder. */
export function isSecret({ kind, isExact }: FormField): boolean {
  return kind === "secret" || isExact;
}

/** Tells what a control begins with. */
export function textOf(value: unknown, kind?: ControlKind): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  const isLines = Array.isArray(value) && (kind === "lines" || kind === "several");
  return isLines ? value.join("\n") : JSON.stringify(value, null, 2);
}

/** Says what controls show of an object's members. */
export function textsOf(fields: readonly FormField[], of: object): Readonly<Record<string, string>> {
  const members = of as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fields.map(({ name, kind }) => [name, textOf(members[name], kind)]));
}

/** Makes the body of what was given: of what is needed, and of what differs from the beginning, so that nothing else is overwritten. */
export function bodyOf(
  fields: readonly FormField[],
  given: Readonly<Record<string, string>>,
  beginning: Readonly<Record<string, string>>,
): Readonly<{ body: Readonly<Record<string, unknown>>; faults: readonly GivenFault[] }> {
  const textIn = (texts: Readonly<Record<string, string>>, { name, isExact }: FormField): string =>
    isExact ? (texts[name] ?? "") : (texts[name] ?? "").trim();
  const changed = fields.filter((field) => {
    const text = textIn(given, field);
    return comparable(field, text) !== comparable(field, textIn(beginning, field)) || (field.isRequired && text !== "");
  });
  const read = changed.map((field) => ({ name: field.name, ...readText(field.kind, textIn(given, field)) }));
  const faults = read.flatMap(({ name, fault }) =>
    fault === undefined ? [] : [{ loc: ["body", name], msg: fault, type: "form" } as const],
  );
  return { body: Object.fromEntries(read.map(({ name, value }) => [name, value])), faults };
}

/** Ticks are given in the order of the page, whatever order they began in. */
function comparable({ kind }: FormField, text: string): string {
  return kind === "several" ? text.split("\n").toSorted().join("\n") : text;
}

function fieldOf(name: string, schema: FormSchema, isRequired: boolean): FormField {
  const inner = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  const types = [inner.type ?? []].flat();
  const label = labelOf(name);
  const { kind, choices, columns = [] } = kindOf(types, inner);
  const help = [schema.description ?? "", limitsOf(inner)].filter(Boolean).join("; ");
  return { name, label, help, kind, isRequired, isExact: inner["x-secret"] === true, choices, columns, schema };
}

/** "storage_size_gb" is "Storage size (GB)", "cpu_request" is "CPU request". */
function labelOf(name: string): string {
  const words = name.replace(/_([gm]b)$/, (_whole, unit: string) => `_(${unit.toUpperCase()})`).replaceAll("_", " ");
  return words.replace(/^(?:cpu|.)/, (begin) => begin.toUpperCase());
}

type FieldKind = Pick<FormField, "kind" | "choices"> & Partial<Pick<FormField, "columns">>;
/** What a member of a row can be: anything that is one control. */
const PLAIN = new Set<ControlKind>(["text", "longText", "whole", "number", "flag", "choice"]);

function kindOf(types: readonly string[], schema: FormSchema): FieldKind {
  if (schema.enum !== undefined) return { kind: "choice", choices: schema.enum.map(String) };
  if (types.includes("array")) return listKindOf(schema.items ?? {});
  if (types.includes("boolean")) return { kind: "flag", choices: ["true", "false"] };
  if (types.includes("integer")) return { kind: "whole", choices: [] };
  if (types.includes("number")) return { kind: "number", choices: [] };
  if (types.includes("object")) return objectKindOf(schema);
  return { kind: textKindOf(schema), choices: [] };
}

/** An object has a control for each member where some are needed: it is given whole, then. What is a map, or merged, is JSON. */
function objectKindOf(schema: FormSchema): FieldKind {
  const columns = formFields(schema);
  const isWhole = columns.some(({ isRequired }) => isRequired) && columns.every(({ kind }) => PLAIN.has(kind));
  return isWhole ? { kind: "members", choices: [], columns } : { kind: "json", choices: [] };
}

/** A list is ticked where its values are known, has rows where its items have plain members, and one value a line where none can have more. */
function listKindOf(items: FormSchema): FieldKind {
  const { enum: values, pattern } = items;
  if (values !== undefined) return { kind: "several", choices: values.map(String) };
  const columns = formFields(items);
  if (columns.length > 0 && columns.every(({ kind }) => PLAIN.has(kind))) return { kind: "rows", choices: [], columns };
  const isLines = pattern !== undefined && !new RegExp(pattern).test("https://a.example/\nb");
  return { kind: isLines ? "lines" : "json", choices: [] };
}

function textKindOf(schema: FormSchema): ControlKind {
  if (schema.format === "date-time") return "moment";
  if ((schema.maxLength ?? 0) > LONG) return "longText";
  return schema["x-secret"] === true ? "secret" : "text";
}

function limitsOf({ minimum, maximum }: FormSchema): string {
  return minimum === undefined || maximum === undefined ? "" : `${minimum} to ${maximum}`;
}
