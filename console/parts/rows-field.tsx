import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { rowsOf, textOfMembers, textOfRows, type RowTexts } from "../view/row-texts.ts";
import type { FormField } from "../view/form-fields.ts";
import { FieldGroup } from "./field-group.tsx";
import { RowCell } from "./row-cell.tsx";
import type { Named } from "../view/named.ts";

type Given = Readonly<{
  field: FormField;
  beginning: string;
  named: readonly Named[] | undefined;
  fault: string | undefined;
}>;
type Keyed = Readonly<{ key: number; texts: RowTexts }>;

/** A list whose items have members: a row for each, to be added, changed and removed; an object is one row, or none. */
export function RowsField({ field, beginning, named, fault }: Given): VNode {
  const { name, label, columns, kind } = field;
  const isOne = kind === "members";
  const rows = useSignal<readonly Keyed[]>(rowsOf(beginning, columns).map((texts, key) => ({ key, texts })));
  const next = useSignal(rows.value.length);
  const isChanged = useSignal(false);
  const set = (changed: readonly Keyed[]): void => {
    rows.value = changed;
    isChanged.value = true;
  };
  const add = (): void => {
    set([...rows.value, { key: next.value, texts: {} }]);
    next.value += 1;
  };
  const change = (key: number, column: string, text: string): void =>
    set(rows.value.map((row) => (row.key === key ? { key, texts: { ...row.texts, [column]: text } } : row)));
  // Until something is changed it says what was read, to the letter: nothing is sent then.
  const all = rows.value.map(({ texts }) => texts);
  const write = isOne ? textOfMembers : textOfRows;
  const text = isChanged.value ? write(all, columns) : beginning;
  return (
    <FieldGroup class="rows" field={field} fault={fault}>
      <input type="hidden" name={name} value={text} />
      {rows.value.map(({ key, texts }, index) => (
        <Row
          key={key}
          id={`${name}-${key}`}
          label={isOne ? label : `${label} ${index + 1}`}
          columns={columns}
          texts={texts}
          named={named}
          onText={(column, typed) => change(key, column, typed)}
          onRemove={() => set(rows.value.filter((row) => row.key !== key))}
        />
      ))}
      {!(isOne && rows.value.length > 0) && (
        <p>
          <button class="button" type="button" onClick={add}>
            {isOne ? "Set" : "Add"}
            <span class="unseen"> {isOne ? label : `to ${label}`}</span>
          </button>
        </p>
      )}
    </FieldGroup>
  );
}

type OfRow = Readonly<{
  id: string;
  label: string;
  columns: readonly FormField[];
  texts: RowTexts;
  named: readonly Named[] | undefined;
  onText: (column: string, text: string) => void;
  onRemove: () => void;
}>;

function Row({ id, label, columns, texts, named, onText, onRemove }: OfRow): VNode {
  return (
    <div class="row" role="group" aria-label={label}>
      {columns.map((column) => (
        <RowCell
          key={column.name}
          id={`${id}-${column.name}`}
          column={column}
          text={texts[column.name] ?? ""}
          named={column.name === "secret_ref" ? named : undefined}
          onText={(typed) => onText(column.name, typed)}
        />
      ))}
      <button class="button" type="button" onClick={onRemove}>
        Remove<span class="unseen"> {texts[columns[0]?.name ?? ""] ?? ""}</span>
      </button>
    </div>
  );
}
