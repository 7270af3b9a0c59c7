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
}>;

/** A control of a form: what of the contract it stands for, and how it is given. */
export type FormField = Readonly<{
  name: string;
  label: string;
  help: string;
  kind: "text" | "longText" | "whole" | "number" | "flag" | "choice" | "json";
  isRequired: boolean;
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
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** Makes the body of what was given: of what differs from the beginning alone, so that nothing else is overwritten. */
export function bodyOf(
  fields: readonly FormField[],
  given: Readonly<Record<string, string>>,
  beginning: Readonly<Record<string, string>>,
): Readonly<{ body: Readonly<Record<string, unknown>>; faults: readonly GivenFault[] }> {
  const changed = fields.filter(({ name }) => (given[name] ?? "").trim() !== (beginning[name] ?? "").trim());
  const read = changed.map((field) => ({ name: field.name, ...readText(field, (given[field.name] ?? "").trim()) }));
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
  return { name, label, help, kind, isRequired, choices };
}

function kindOf(types: readonly string[], schema: FormSchema): Pick<FormField, "kind" | "choices"> {
  if (schema.enum !== undefined) return { kind: "choice", choices: schema.enum.map(String) };
  if (types.includes("boolean")) return { kind: "flag", choices: ["true", "false"] };
  if (types.includes("integer")) return { kind: "whole", choices: [] };
  if (types.includes("number")) return { kind: "number", choices: [] };
  if (types.includes("array") || types.includes("object")) return { kind: "json", choices: [] };
  return { kind: (schema.maxLength ?? 0) > LONG ? "longText" : "text", choices: [] };
}

function limitsOf({ minimum, maximum }: FormSchema): string {
  return minimum === undefined || maximum === undefined ? "" : `${minimum} to ${maximum}`;
}

/** What is emptied is unset. */
function readText({ kind }: FormField, text: string): Readonly<{ value?: unknown; fault?: string }> {
  if (text === "") return { value: null };
  if (kind === "flag") return { value: text === "true" };
  if (kind === "json") return readJson(text);
  if (kind !== "whole" && kind !== "number") return { value: text };
  const value = Number(text);
  const isRight = Number.isFinite(value) && (kind === "number" || Number.isInteger(value));
  return isRight ? { value } : { fault: kind === "whole" ? "give a whole number" : "give a number" };
}

function readJson(text: string): Readonly<{ value?: unknown; fault?: string }> {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: "give JSON, as the example of the reference shows it" };
  }
}
