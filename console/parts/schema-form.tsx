import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import type { Call } from "../store/call.ts";
import type { FormField } from "../view/form-fields.ts";
import type { Problem } from "../view/problem.ts";
import { Form } from "./form.tsx";
import type { Named } from "../view/named.ts";
import { SchemaField } from "./schema-field.tsx";

/** What a form shows of a body. */
export type FormShape = Readonly<{
  fields: readonly FormField[];
  /** The member of the body that the form is of; the body itself when unset. */
  within?: string;
  /** Whether what is given takes the place of what was: then all of it is sent, also of a change. */
  isWhole?: boolean;
  /** What the controls begin with, by their names. */
  beginning?: Readonly<Record<string, string>>;
  /** The values that some fields can have, with names for people. */
  named?: Readonly<Record<string, readonly Named[]>>;
  /** What stands before the fold beside what is needed; all does when unset. */
  common?: readonly string[];
  onInput?: (values: Readonly<Record<string, string>>) => void;
}>;

type Given = FormShape &
  Readonly<{
    action: string;
    onSend: (values: Readonly<Record<string, string>>) => Promise<unknown>;
    toCall: (values: Readonly<Record<string, string>>) => Call;
    children?: ComponentChildren;
  }>;

/** A form of the contract's members, the required and common ones first. */
export function SchemaForm({ fields, beginning = {}, named = {}, common, action, children, ...given }: Given): VNode {
  const problem = useSignal<Problem | undefined>(undefined);
  const faults = problem.value?.fields ?? {};
  const first = fields.filter(({ name, isRequired }) => isRequired || (common?.includes(name) ?? true));
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
    <Form
      action={action}
      onSend={given.onSend}
      toCall={given.toCall}
      onInput={given.onInput}
      onProblem={(next) => (problem.value = next)}
    >
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
