import type { VNode } from "preact";
import type { ControlKind } from "../view/read-text.ts";
import type { FormField } from "../view/form-fields.ts";
import type { Named } from "../view/named.ts";

type Given = Readonly<{
  id: string;
  column: FormField;
  text: string;
  /** What is likely to be meant; other values can be given too. */
  named: readonly Named[] | undefined;
  onText: (text: string) => void;
}>;

/** One member of one row. */
export function RowCell({ id, column: { label, kind, choices, help }, text, named = [], onText }: Given): VNode {
  const list = named.length === 0 ? undefined : `${id}-known`;
  return (
    <div class="field">
      <label for={id} title={help}>
        {label}
      </label>
      <Control id={id} kind={kind} choices={choices} text={text} list={list} onText={onText} />
      {list !== undefined && (
        <datalist id={list}>
          {named.map(({ value }) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </div>
  );
}

type OfControl = Readonly<{
  id: string;
  kind: ControlKind;
  choices: readonly string[];
  text: string;
  list: string | undefined;
  onText: (text: string) => void;
}>;

function Control({ id, kind, choices, text, list, onText }: OfControl): VNode {
  if (choices.length > 0)
    return (
      <select id={id} value={text} onChange={(event) => onText(event.currentTarget.value)}>
        <option value="">Not set</option>
        {choices.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    );
  const given = { id, value: text, spellcheck: false } as const;
  if (kind === "longText")
    return <textarea {...given} rows={1} onInput={(event) => onText(event.currentTarget.value)} />;
  return (
    <input
      {...given}
      inputMode={kind === "whole" ? "numeric" : "text"}
      list={list}
      autocomplete="off"
      onInput={(event) => onText(event.currentTarget.value)}
    />
  );
}
