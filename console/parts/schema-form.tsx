import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { Form } from "./form.tsx";
import type { FormField } from "../view/form-fields.ts";
import type { Problem } from "../view/problem.ts";
import { SchemaField } from "./schema-field.tsx";

type Given = Readonly<{
  fields: readonly FormField[];
  /** What the controls begin with, by their names. */
  beginning: Readonly<Record<string, string>>;
  /** Names for people of the values of some fields. */
  named: Readonly<Record<string, readonly Readonly<{ value: string; name: string }>[]>>;
  onSend: (values: Readonly<Record<string, string>>) => Promise<unknown>;
  /** What the button says. */
  action: string;
  /** Members that are shown beside the required ones; the rest stands behind one fold. All when unset. */
  common?: ReadonlySet<string>;
  children?: ComponentChildren;
}>;

/** A form of the contract's members, the required and common ones first. */
export function SchemaForm({ fields, beginning, named, onSend, action, common, children }: Given): VNode {
  const problem = useSignal<Problem | undefined>(undefined);
  const faults = problem.value?.fields ?? {};
  const first = fields.filter(({ name, isRequired }) => isRequired || common?.has(name) !== false);
  const more = fields.filter((field) => !first.includes(field));
  const show = (field: FormField): VNode => (
    <SchemaField
      key={field.name}
      field={field}
      beginning={beginning[field.name] ?? ""}
      named={named[field.name]}
      fault={faults[field.name]}
    />
  );
  return (
    <Form action={action} onSend={onSend} onProblem={(next) => (problem.value = next)}>
      {children}
      <div class="fields">{first.map(show)}</div>
      {more.length > 0 && (
        <details open={more.some(({ name }) => faults[name] !== undefined)}>
          <summary>Everything else</summary>
          <div class="fields">{more.map(show)}</div>
        </details>
      )}
    </Form>
  );
}
