import type { ComponentChildren, VNode } from "preact";
import { useRef } from "preact/hooks";
import type { Call } from "../store/call.ts";
import { CallForm } from "./call-form.tsx";
import { Dialog } from "./dialog.tsx";
import { LeaveIt } from "./leave-it.tsx";
import type { FormShape } from "./schema-form.tsx";

type Given = Readonly<{
  title: string;
  form: FormShape;
  call: Call;
  action: string;
  isDangerous?: boolean;
  onDone?: (answer: unknown) => void;
  onLate?: (answer: unknown) => void;
  onClose: () => void;
  children?: ComponentChildren;
}>;

/** A form in a dialog: what it would do is shown in front of it, and leaving that leads back to what was entered. */
export function FormDialog({
  title,
  form,
  call,
  action,
  isDangerous = false,
  onDone,
  onLate,
  onClose,
  children,
}: Given): VNode {
  const done = (answer: unknown): void => {
    onClose();
    onDone?.(answer);
  };
  // Controls keep what they began with while what is behind them is read anew: the version is of that, too.
  const { beginning, header } = useRef({ beginning: form.beginning, header: call.input.header }).current;
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <CallForm
        form={{ ...form, ...(beginning && { beginning }) }}
        call={{ ...call, input: { ...call.input, ...(header && { header }) } }}
        action={action}
        isDangerous={isDangerous}
        onDone={done}
        onLate={onLate}
      />
      <LeaveIt onClose={onClose} />
    </Dialog>
  );
}
