import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { Form } from "../../parts/form.tsx";
import type { FormField } from "../../view/form-fields.ts";
import type { Problem } from "../../view/problem.ts";
import { SchemaField } from "./schema-field.tsx";

type Given = Readonly<{
  fields: readonly FormField[];
  /** What the controls begin with, by their names. */
  beginning: Readonly<Record<string, string>>;
  /** Names for people of the values of some fields. */
  named: Readonly<Record<string, readonly Readonly<{ value: string; name: string }>[]>>;
  onSend: (values: Readonly<Record<string, string>>) => Promise<unknown>;
  children?: ComponentChildren;
}>;

/** Of every application; what else there is stands behind one fold. */
const COMMON = new Set(["docker_image", "replicas", "container_port", "environment_variables", "custom_domain"]);

/** A form of the contract's members, the required and common ones first. */
export function SchemaForm({ fields, beginning, named, onSend, children }: Given): VNode {
  const problem = useSignal<Problem | undefined>(undefined);
  const faults = problem.value?.fields ?? {};
  const first = fields.filter(({ name, isRequired }) => isRequired || COMMON.has(name));
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
    <Form action="Show the plan" onSend={onSend} onProblem={(next) => (problem.value = next)}>
      {children}
      <div class="fields">{first.map(show)}</div>
      <details open={more.some(({ name }) => faults[name] !== undefined)}>
        <summary>Everything else</summary>
        <div class="fields">{more.map(show)}</div>
      </details>
    </Form>
  );
}
