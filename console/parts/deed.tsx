import type { ComponentChildren, VNode } from "preact";
import type { Call } from "../store/call.ts";
import { touch } from "../store/live.ts";
import { may } from "../store/may.ts";
import { toldOnce, type ToldOnce } from "../store/told-once.ts";
import { deedAddress } from "../view/deed-address.ts";
import { useAction } from "./action-bar.tsx";
import { CallDialog } from "./call-dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { OvertakenFormDialog, type ReadVersion } from "./overtaken-form-dialog.tsx";
import type { FormShape } from "./schema-form.tsx";

type Given = Readonly<{
  call: Call;
  /** What the button says: "Remove". */
  label: string;
  /** What it is done to, where several can be: "Grace". */
  of?: string;
  isFirst?: boolean;
  isDangerous?: boolean;
  /** Where what is asked for differs by the row: only then it is a form. */
  form?: FormShape;
  /** Reads what its form begins with, and is held against what somebody else does meanwhile. */
  read?: ReadVersion;
  /** The lists that are read anew afterwards. */
  touches: readonly string[];
  /** What only this answer tells. */
  once?: (answer: unknown) => ToldOnce | undefined;
  onDone?: (answer: unknown) => void;
  children?: ComponentChildren;
}>;

/** A button for one operation, offered to whoever may call it: its dialog has an address; it asks first, by a form where something is to be given, and shows what is told only once. */
export function Deed(given: Given): VNode | null {
  const { call, label, of = "", isFirst = false, isDangerous = false } = given;
  const address = addressOf(given);
  const { asked, ask, leave } = useAction();
  if (!may(call.id)) return null;
  const tell = (answer: unknown): void => {
    toldOnce.value = given.once?.(answer) ?? toldOnce.value;
  };
  const done = (answer: unknown): void => {
    tell(answer);
    given.onDone?.(answer);
  };
  const readAnew = (): void => given.touches.forEach(touch);
  const late = (answer: unknown): void => {
    tell(answer);
    readAnew();
  };
  // Also after it is done; and what was refused because somebody else was quicker is read anew, too.
  const left = (): void => {
    leave();
    readAnew();
  };
  const look = isFirst ? " button-first" : isDangerous ? " button-bad" : "";
  return (
    <>
      <button class={`button${look}`} type="button" data-operation={call.id} onClick={() => ask(address)}>
        {label}
        {of !== "" && <span class="unseen"> {of}</span>}
      </button>
      {asked === address && <Asking {...given} onDone={done} onLate={late} onClose={left} />}
    </>
  );
}

/** Forms of several members of one body are told apart by these. */
function addressOf({ label, call, form }: Given): string {
  return deedAddress([label, form?.within].filter(Boolean).join(" "), call.input);
}

type Asked = Given & Readonly<Record<"onDone" | "onLate", (answer: unknown) => void> & { onClose: () => void }>;

function Asking({
  call,
  label,
  of = "",
  isDangerous = false,
  form,
  read,
  onDone,
  onLate,
  onClose,
  ...given
}: Asked): VNode {
  const { children, touches } = given;
  const title = [label, of].filter(Boolean).join(" ");
  const what = { title, call, action: label, isDangerous, onDone, onLate, onClose };
  if (form === undefined) return <CallDialog {...what}>{children}</CallDialog>;
  if (read === undefined)
    return (
      <FormDialog {...what} form={form}>
        {children}
      </FormDialog>
    );
  const done = (answer: unknown): void => {
    onClose();
    onDone(answer);
  };
  return (
    <OvertakenFormDialog {...what} form={form} read={read} id={touches[0] ?? label} onDone={done}>
      {children}
    </OvertakenFormDialog>
  );
}
