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
  kind:
    "text" | "longText" | "whole" | "number" | "flag" | "choice" | "json" | "lines" | "several" | "moment" | "secret";
  isRequired: boolean;
  /** Sent to the letter: blanks around a secret belong to it. */
  isExact: boolean;
  choices: readonly string[];
}>;

/** A fault of what was given, as the interface tells faults. */
export type GivenFault = Readonly<{ loc: readonly ["body", string]; msg: string; type: "form" }>;

const LONG = 5_000;

/** Makes the controls of a body of its schema: a new member of the contract has one without a change here. */
export function formFields({ properties = {}, required = [] }: FormSchema): readonly FormField[] {
  const fields = Object.entries(properties).map(([name, member]) => fieldOf(name, member, required.includes(name)));
  return fields.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** Tells what a control begins with. */
export function textOf(value: unknown, kind?: FormField["kind"]): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  const isLines = Array.isArray(value) && (kind === "lines" || kind === "several");
  return isLines ? value.join("\n") : JSON.stringify(value, null, 2);
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
    return text !== textIn(beginning, field) || (field.isRequired && text !== "");
  });
  const read = changed.map((field) => ({ name: field.name, ...readText(field, textIn(given, field)) }));
  const faults = read.flatMap(({ name, fault }) =>
    fault === undefined ? [] : [{ loc: ["body", name], msg: fault, type: "form" } as const],
  );
  return { body: Object.fromEntries(read.map(({ name, value }) => [name, value])), faults };
}

function fieldOf(name: string, schema: FormSchema, isRequired: boolean): FormField {
  const inner = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  const types = [inner.type ?? []].flat();
  const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
  const { kind, choices } = kindOf(types, inner);
  const help = [schema.description ?? "", limitsOf(inner)].filter(Boolean).join("; ");
  return { name, label, help, kind, isRequired, isExact: inner["x-secret"] === true, choices };
}

function kindOf(types: readonly string[], schema: FormSchema): Pick<FormField, "kind" | "choices"> {
  if (schema.enum !== undefined) return { kind: "choice", choices: schema.enum.map(String) };
  if (types.includes("array")) return listKindOf(schema.items ?? {});
  if (types.includes("boolean")) return { kind: "flag", choices: ["true", "false"] };
  if (types.includes("integer")) return { kind: "whole", choices: [] };
  if (types.includes("number")) return { kind: "number", choices: [] };
  if (types.includes("object")) return { kind: "json", choices: [] };
  return { kind: textKindOf(schema), choices: [] };
}

/** A list is ticked where its values are known, and has one value a line where none can have more than one. */
function listKindOf({ enum: values, pattern }: FormSchema): Pick<FormField, "kind" | "choices"> {
  if (values !== undefined) return { kind: "several", choices: values.map(String) };
  const isLines = pattern !== undefined && !new RegExp(pattern).test("https://a.example/\nb");
  return { kind: isLines ? "lines" : "json", choices: [] };
}

function textKindOf(schema: FormSchema): FormField["kind"] {
  if (schema.format === "date-time") return "moment";
  if ((schema.maxLength ?? 0) > LONG) return "longText";
  return schema["x-secret"] === true ? "secret" : "text";
}

function limitsOf({ minimum, maximum }: FormSchema): string {
  return minimum === undefined || maximum === undefined ? "" : `${minimum} to ${maximum}`;
}

type Read = Readonly<{ value?: unknown; fault?: string }>;

/** What is emptied is unset. */
function readText({ kind }: FormField, text: string): Read {
  return text === "" ? { value: null } : (READERS[kind]?.(text) ?? { value: text });
}

const READERS: Readonly<Partial<Record<FormField["kind"], (text: string) => Read>>> = {
  flag: (text) => ({ value: text === "true" }),
  several: readLines,
  lines: readLines,
  moment: readMoment,
  json: readJson,
  whole: (text) => readNumber(text, Number.isInteger, "give a whole number"),
  number: (text) => readNumber(text, Number.isFinite, "give a number"),
};

function readNumber(text: string, isRight: (value: number) => boolean, fault: string): Read {
  const value = Number(text);
  return isRight(value) ? { value } : { fault };
}

function readLines(text: string): Read {
  const lines = text.split("\n").map((line) => line.trim());
  return { value: lines.filter(Boolean) };
}

/** What controls give is in the reader's zone. */
function readMoment(text: string): Read {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? { fault: "give a date and a time" } : { value: at.toISOString() };
}

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: "give JSON, as the example of the reference shows it" };
  }
}
