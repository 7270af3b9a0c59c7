import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { OPERATIONS } from "../../client/generated/operations.ts";
import { hasPlan, type Call, type Plan } from "../store/call.ts";
import { askPlan, perform } from "../store/perform.ts";
import { useIsHere } from "../store/use-is-here.ts";
import { bodyOrThrow } from "../view/body-or-throw.ts";
import { CallDialog } from "./call-dialog.tsx";
import type { Around } from "./notice-overtaken.ts";
import { SchemaForm, type FormShape } from "./schema-form.tsx";

type Given = Readonly<{
  form: FormShape;
  /** What is called with the body that the form makes. */
  call: Call;
  /** What that is called: "Make it". */
  action: string;
  isDangerous?: boolean;
  /** Wraps what is asked of the interface: a form that can be overtaken notices it here. */
  around?: Around;
  onDone: (answer: unknown) => void;
  /** What is left to do where the answer comes after the form was left. */
  onLate?: ((answer: unknown) => void) | undefined;
  children?: ComponentChildren;
}>;

type Asked = Readonly<{ call: Call; plan: Plan | undefined }>;

/** A form of a call's body. What it would do is shown before it is done; where the interface cannot say that, it is done at once. */
export function CallForm({ form, call, action, isDangerous = false, onDone, children, ...given }: Given): VNode {
  const asked = useSignal<Asked | undefined>(undefined);
  const isHere = useIsHere();
  const told = (answer: unknown): void => (isHere() ? onDone(answer) : given.onLate?.(answer));
  const around: Around = given.around ?? ((work) => work());
  const toWhole = (values: Readonly<Record<string, string>>): Call => {
    // What is made anew is given whole; a change is of what was changed.
    const isChange = OPERATIONS[call.id].method === "PATCH" && form.isWhole !== true;
    const before = isChange ? (form.beginning ?? {}) : {};
    const members = bodyOrThrow(form.fields, values, before);
    const body = form.within === undefined ? members : { [form.within]: members };
    const whole = { ...(call.input.body as object), ...body };
    return { ...call, input: { ...call.input, body: form.settle?.(whole) ?? whole } };
  };
  const send = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const whole = toWhole(values);
    if (hasPlan(call)) asked.value = { call: whole, plan: await around(() => askPlan(whole)) };
    else told(await around(() => perform(whole)));
  };
  return (
    <>
      <SchemaForm
        {...form}
        action={hasPlan(call) ? "Show the plan" : action}
        operation={call.id}
        onSend={send}
        toCall={toWhole}
      >
        {children}
      </SchemaForm>
      {asked.value !== undefined && (
        <CallDialog
          title={action}
          action={action}
          isDangerous={isDangerous}
          call={asked.value.call}
          plan={asked.value.plan}
          perform={(whole) => around(() => perform(whole))}
          onDone={onDone}
          onLate={given.onLate}
          onClose={() => (asked.value = undefined)}
        />
      )}
    </>
  );
}
