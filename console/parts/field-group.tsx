import type { ComponentChildren, VNode } from "preact";
import type { FormField } from "../view/form-fields.ts";
import { tied } from "./field.tsx";

type Given = Readonly<{ class: string; field: FormField; fault: string | undefined; children: ComponentChildren }>;

/** Several controls of one member, with its label above them, and below what helps and what is wrong. */
export function FieldGroup({ class: look, field: { name, label, help, isRequired }, fault, children }: Given): VNode {
  return (
    <fieldset class={`field ${look}`} {...tied(name, help, fault)}>
      <legend class="label">{isRequired ? `${label} (needed)` : label}</legend>
      {children}
      <p class="faint" id={`${name}-help`}>
        {help}
      </p>
      {fault !== undefined && (
        <p class="fault" id={`${name}-fault`}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}
