import type { VNode } from "preact";
import { Field, tied } from "../../parts/field.tsx";
import type { FormField } from "../../view/form-fields.ts";

type Named = Readonly<{ value: string; name: string }>;
type Given = Readonly<{
  field: FormField;
  beginning: string;
  named: readonly Named[] | undefined;
  fault: string | undefined;
}>;

/** The control of one member; label, help and limits are the contract's own. */
export function SchemaField({ field, beginning, named, fault }: Given): VNode {
  const { name, label, kind, isRequired } = field;
  const help = kind === "json" ? `${field.help}, as JSON` : field.help;
  return (
    <Field id={name} label={isRequired ? `${label} (needed)` : label} help={help} fault={fault}>
      <Control field={field} beginning={beginning} named={named} fault={fault} />
    </Field>
  );
}

function Control({ field: { name, kind, help, choices, isRequired }, beginning, named, fault }: Given): VNode {
  const attributes = { ...tied(name, help, fault), name, required: isRequired };
  const options = named ?? choices.map((value) => ({ value, name: wordOf(kind, value) }));
  if (options.length > 0)
    return (
      <select {...attributes} defaultValue={beginning}>
        {beginning === "" && <option value="">{isRequired ? "Choose" : "Not set"}</option>}
        {options.map(({ value, name: word }) => (
          <option key={value} value={value} selected={value === beginning}>
            {word}
          </option>
        ))}
      </select>
    );
  if (kind === "longText" || kind === "json")
    return <textarea {...attributes} defaultValue={beginning} spellcheck={false} />;
  const mode = kind === "whole" ? "numeric" : kind === "number" ? "decimal" : "text";
  return <input {...attributes} defaultValue={beginning} inputMode={mode} autocomplete="off" spellcheck={false} />;
}

function wordOf(kind: FormField["kind"], value: string): string {
  if (kind !== "flag") return value;
  return value === "true" ? "Yes" : "No";
}
