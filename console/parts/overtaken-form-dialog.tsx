import { useRef } from "preact/hooks";
import type { ComponentChildren, VNode } from "preact";
import type { Call } from "../store/call.ts";
import { useLive } from "../store/use-live.ts";
import { textsOf } from "../view/form-fields.ts";
import { CallForm } from "./call-form.tsx";
import { ConflictNote } from "./conflict-note.tsx";
import { Dialog } from "./dialog.tsx";
import { LeaveIt } from "./leave-it.tsx";
import { noticeOvertaken } from "./notice-overtaken.ts";
import { ProblemNote } from "./problem-note.tsx";
import type { FormShape } from "./schema-form.tsx";

/** Reads what a form is of, and its version. */
export type ReadVersion = (signal: AbortSignal) => Promise<Version>;
type Version = Readonly<{ data: object; etag: string | undefined }>;

type Given = Readonly<{
  title: string;
  form: FormShape;
  call: Call;
  action: string;
  read: ReadVersion;
  /** By whose events what is read here is read anew. */
  id: string;
  onDone: (answer: unknown) => void;
  onLate?: (answer: unknown) => void;
  onClose: () => void;
  children?: ComponentChildren;
}>;

/** A form of what was read when it was opened, in a dialog; what somebody else changed meanwhile is shown, never overwritten. */
export function OvertakenFormDialog({
  title,
  form,
  call,
  action,
  read,
  id,
  onClose,
  children,
  ...given
}: Given): VNode {
  const { value, problem, refresh } = useLive(id, title, read);
  const began = useRef(value);
  began.current ??= value;
  const beginning = textsOf(form.fields, began.current?.data ?? {});
  const isNewer = value?.etag !== began.current?.etag;
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <ProblemNote problem={problem} />
      {value !== undefined && (
        <CallForm
          form={{ ...form, beginning }}
          call={{ ...call, input: { ...call.input, header: { "If-Match": value.etag } } }}
          action={action}
          around={noticeOvertaken(refresh)}
          onDone={given.onDone}
          onLate={given.onLate}
        >
          <ConflictNote
            fields={form.fields}
            before={beginning}
            now={isNewer ? textsOf(form.fields, value.data) : undefined}
          />
        </CallForm>
      )}
      <LeaveIt onClose={onClose} />
    </Dialog>
  );
}
