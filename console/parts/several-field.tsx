import type { VNode } from "preact";
import { tied } from "./field.tsx";
import type { FormField } from "../view/form-fields.ts";

type Given = Readonly<{ field: FormField; beginning: string; fault: string | undefined }>;

/** Values that are known, each to be ticked. */
export function SeveralField({ field, beginning, fault }: Given): VNode {
  const { name, label, help, choices, isRequired } = field;
  const ticked = new Set(beginning.split("\n"));
  return (
    <fieldset class="field several" {...tied(name, help, fault)}>
      <legend class="label">{isRequired ? `${label} (needed)` : label}</legend>
      <div class="ticks">
        {choices.map((value) => (
          <label key={value} class="choice">
            <input type="checkbox" name={name} value={value} defaultChecked={ticked.has(value)} />
            {value}
          </label>
        ))}
      </div>
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
