import type { VNode } from "preact";
import { FieldGroup } from "./field-group.tsx";
import type { FormField } from "../view/form-fields.ts";

type Given = Readonly<{ field: FormField; beginning: string; fault: string | undefined }>;

/** Values that are known, each to be ticked. */
export function SeveralField({ field, beginning, fault }: Given): VNode {
  const { name, choices } = field;
  const ticked = new Set(beginning.split("\n"));
  return (
    <FieldGroup class="several" field={field} fault={fault}>
      <div class="ticks">
        {choices.map((value) => (
          <label key={value} class="choice">
            <input type="checkbox" name={name} value={value} defaultChecked={ticked.has(value)} />
            {value}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
