import type { InputHTMLAttributes, VNode } from "preact";
import { Field, tied } from "./field.tsx";

type Given = InputHTMLAttributes & Readonly<{ name: string; label: string; fault?: string | undefined }>;

/** A line of text that is needed, of a form whose few fields no schema describes. */
export function TextField({ name, label, fault, ...input }: Given): VNode {
  return (
    <Field id={name} label={label} fault={fault}>
      <input {...tied(name, undefined, fault)} name={name} required {...input} />
    </Field>
  );
}
