import type { VNode } from "preact";
import { Field, tied } from "./field.tsx";
import { RowsField } from "./rows-field.tsx";
import { SeveralField } from "./several-field.tsx";
import type { FormField } from "../view/form-fields.ts";
import type { Named } from "../view/named.ts";

type Given = Readonly<{
  field: FormField;
  beginning: string;
  named: readonly Named[] | undefined;
  fault: string | undefined;
}>;

/** How a list, an object or a moment is given. */
const HOW: Readonly<Record<string, string>> = { json: "as JSON", lines: "one a line", moment: "in your time zone" };
const MANY_LINES = new Set<FormField["kind"]>(["longText", "json", "lines"]);

/** The control of one member; label, help and limits are the contract's own. */
export function SchemaField({ field, beginning, named, fault }: Given): VNode {
  const { name, kind, isRequired } = field;
  // What is chosen by its name is no id to who chooses.
  const label = named === undefined ? field.label : field.label.replace(/ id$/, "");
  const help = [field.help, HOW[kind]].filter(Boolean).join(", ");
  if (kind === "several") return <SeveralField field={field} beginning={beginning} fault={fault} />;
  if (kind === "rows" || kind === "members")
    return <RowsField field={field} beginning={beginning} named={named} fault={fault} />;
  return (
    <Field id={name} label={isRequired ? `${label} (needed)` : label} help={help} fault={fault}>
      <Control field={field} beginning={beginning} named={named} fault={fault} />
    </Field>
  );
}

function Control({ field, beginning, named, fault }: Given): VNode {
  const { name, kind, help, choices, isRequired } = field;
  const offered: readonly Named[] = named ?? choices.map((value) => ({ value, name: wordOf(kind, value) }));
  // What it has stays a choice, whatever is offered now: a control that was left alone changes nothing.
  const isKept = beginning === "" || offered.length === 0 || offered.some(({ value }) => value === beginning);
  const options = isKept ? offered : [{ value: beginning, name: beginning }, ...offered];
  const attributes = { ...tied(name, help, fault), name, required: isRequired };
  if (options.length === 0) return <Input kind={kind} attributes={{ ...attributes, defaultValue: beginning }} />;
  return (
    <select {...attributes} defaultValue={beginning}>
      {(beginning === "" || !isRequired) && <option value="">{isRequired ? "Choose" : "Not set"}</option>}
      {options.map(({ value, name: word, isOff = false }) => (
        <option key={value} value={value} selected={value === beginning} disabled={isOff && value !== beginning}>
          {word}
        </option>
      ))}
    </select>
  );
}

function Input({ kind, attributes }: Readonly<{ kind: FormField["kind"]; attributes: object }>): VNode {
  if (MANY_LINES.has(kind)) return <textarea {...attributes} spellcheck={false} />;
  if (kind === "secret") return <input {...attributes} type="password" autocomplete="new-password" />;
  if (kind === "moment") return <input {...attributes} type="datetime-local" />;
  const mode = kind === "whole" ? "numeric" : kind === "number" ? "decimal" : "text";
  return <input {...attributes} inputMode={mode} autocomplete="off" spellcheck={false} />;
}

function wordOf(kind: FormField["kind"], value: string): string {
  if (kind !== "flag") return value;
  return value === "true" ? "Yes" : "No";
}
