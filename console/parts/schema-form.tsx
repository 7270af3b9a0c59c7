import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import type { OperationId } from "../../client/operation-types.ts";
import type { Call } from "../store/call.ts";
import type { FormField } from "../view/form-fields.ts";
import type { Problem } from "../view/problem.ts";
import { Form } from "./form.tsx";
import type { Named } from "../view/named.ts";
import { SchemaField } from "./schema-field.tsx";
import { useYaml } from "./use-yaml.ts";
import { YamlField, YamlSwitch } from "./yaml-field.tsx";

type Texts = Readonly<Record<string, string>>;

/** What a form shows of a body. */
export type FormShape = Readonly<{
  fields: readonly FormField[];
  /** The member of the body that the form is of; the body itself when unset. */
  within?: string;
  /** Whether what is given takes the place of what was: then all of it is sent, also of a change. */
  isWhole?: boolean;
  /** What the controls begin with, by their names. */
  beginning?: Texts;
  /** The values that some fields can have, with names for people. */
  named?: Readonly<Record<string, readonly Named[]>>;
  /** What stands before the fold beside what is needed; all does when unset. */
  common?: readonly string[];
  /** Takes out of a body what something else in it rules out. */
  settle?: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** What has no control as things are chosen now. */
  hidden?: ReadonlySet<string>;
  /** Whether the body can be written as YAML, too. */
  asYaml?: boolean;
  onInput?: (values: Texts) => void;
}>;

type Given = FormShape &
  Readonly<{
    action: string;
    /** What it is a form of. */
    operation: OperationId;
    onSend: (values: Texts) => Promise<unknown>;
    toCall: (values: Texts) => Call;
    children?: ComponentChildren;
  }>;

/** A form of the contract's members, the required and common ones first. */
export function SchemaForm({ fields, action, operation, asYaml = false, children, ...given }: Given): VNode {
  const problem = useSignal<Problem | undefined>(undefined);
  const yaml = useYaml(fields);
  const { texts, count } = yaml.start.value;
  const faults = problem.value?.fields ?? {};
  const glance = (values: Texts): void => {
    const seen = given.onInput === undefined ? undefined : yaml.glance(values);
    if (seen !== undefined) given.onInput?.(seen);
  };
  return (
    <Form
      action={action}
      operation={operation}
      onSend={async (values) => given.onSend(yaml.read(values))}
      toCall={(values) => given.toCall(yaml.read(values))}
      onInput={glance}
      onProblem={(next) => (problem.value = next)}
    >
      {asYaml && <YamlSwitch yaml={yaml} />}
      {children}
      {yaml.writing.value === undefined ? (
        <Controls {...given} key={count} fields={fields} beginning={texts ?? given.beginning ?? {}} faults={faults} />
      ) : (
        <YamlField yaml={yaml} faults={faults} />
      )}
    </Form>
  );
}

type Shown = Pick<FormShape, "fields" | "named" | "common" | "hidden"> & Readonly<{ beginning: Texts; faults: Texts }>;

function Controls({ fields, beginning, named = {}, common, hidden, faults }: Shown): VNode {
  const offered = fields.filter(({ name }) => hidden?.has(name) !== true);
  const first = offered.filter(({ name, isRequired }) => isRequired || (common?.includes(name) ?? true));
  const more = offered.filter((field) => !first.includes(field));
  // What somebody has opened, or a fault did, stays open when the fault is gone.
  const isOpen = useSignal(false);
  const hasFault = more.some(({ name }) => faults[name] !== undefined);
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
    <>
      <div class="fields">{first.map(show)}</div>
      {more.length > 0 && (
        <details open={isOpen.value || hasFault} onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
          <summary>Everything else</summary>
          <div class="fields">{more.map(show)}</div>
        </details>
      )}
    </>
  );
}
