import type { VNode } from "preact";
import { FieldGroup } from "./field-group.tsx";
import type { FormField } from "../view/form-fields.ts";

type Given = Readonly<{ field: FormField; beginning: string; fault: string | undefined }>;

/** Values that are known, each to be ticked. */
export function SeveralField({ field, beginning, fault }: Given): VNode {
  const { name, choices } = field;
  const ticked = new Set(beginning.split("\n").filter(Boolean));
  // What this page does not know yet stays what it is, too.
  const all = [...new Set([...choices, ...ticked])];
  return (
    <FieldGroup class="several" field={field} fault={fault}>
      <div class="ticks">
        {all.map((value) => (
          <label key={value} class="choice">
            <input type="checkbox" name={name} value={value} defaultChecked={ticked.has(value)} />
            {value}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
